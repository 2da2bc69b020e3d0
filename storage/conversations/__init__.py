"""Conversations: messages, turns, the inbox, who waits and who types."""
