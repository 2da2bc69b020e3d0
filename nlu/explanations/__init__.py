"""Why a message was understood as it was."""
