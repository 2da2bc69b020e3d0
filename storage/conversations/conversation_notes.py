"""What recruiters note about a conversation for each other; candidates never see it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert, select

from storage.conversations import conversations
from storage.tables.conversation import conversation_note as table


@dataclass(frozen=True, slots=True)
class Note:
    """What a person noted, and when."""

    id: int
    author: str
    text: str
    created: datetime


def add(conn: Connection, company_id: int, conversation_id: int, author: str, text: str, now: datetime) -> None:
    """Keep a note; raise NotFound for a conversation that this company does not have."""
    conversations.touch(conn, company_id, conversation_id, now)
    values = {"company_id": company_id, "conversation_id": conversation_id, "author": author, "text": text}
    conn.execute(insert(table).values(**values, created=now))


def of_conversation(conn: Connection, company_id: int, conversation_id: int) -> list[Note]:
    """Return the notes about a conversation, the oldest first."""
    its = (table.c.company_id == company_id, table.c.conversation_id == conversation_id)
    rows = conn.execute(
        select(table.c.id, table.c.author, table.c.text, table.c.created).where(*its).order_by(table.c.id)
    )
    return [Note(*tuple(row)) for row in rows]
