"""Applications in the chat, and answers by mail."""
