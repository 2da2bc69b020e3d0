"""How a conversation ends by its candidate's wish."""

from __future__ import annotations

from datetime import datetime

from storage import Connection
from storage.answers import answer_links
from storage.applications import answer_mails
from storage.conversations import conversations, messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import NewMessage
from texts import Texts


def end(conn: Connection, texts: Texts, conversation: Conversation, said: str, now: datetime) -> None:
    """End a conversation, with the text `said`: nobody waits, the address is forgotten, no link works any more."""
    its = (conversation.company_id, conversation.id)
    last = texts.get(conversation.language, said)
    messages.append(conn, *its, NewMessage("outgoing", "bot", last), now)
    conversations.set_owner(conn, *its, "bot", now)
    conversations.set_status(conn, *its, "resolved", now)
    answer_mails.forget(conn, *its)
    answer_links.use_up(conn, *its, now)
