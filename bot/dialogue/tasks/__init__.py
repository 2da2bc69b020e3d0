"""The tasks of the bot: each reads messages for what they may mean to it, and responds."""
