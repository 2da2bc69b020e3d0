"""The web channel: the public HTTP and WebSocket interface that the widget (and any other client) talks to.

There is no CORS: browsers reach the interface from the widget's own panel, which is same-origin with it; any other
client is a program that holds the conversation's token.
"""

from bot.channels.web.conversations import Conversations, StoredConversations
from bot.channels.web.settings import WebSettings
from bot.channels.web.setup import setup
from bot.rate_limit import Rate

__all__ = ["Conversations", "Rate", "StoredConversations", "WebSettings", "setup"]
