"""What was replied to messages, at once."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select, tuple_

from storage.reviews.decisions import Decision
from storage.tables.conversation import message


def to(conn: Connection, company_id: int, made: Sequence[Decision]) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return the texts of the replies to the messages of these decisions, by conversation and number."""
    asked = [(each.conversation_id, each.message_seq) for each in made]
    key = (message.c.conversation_id, message.c.reply_to)
    # SQLite finds no index for the pairs alone and would read every message there is.
    talks = message.c.conversation_id.in_({each.conversation_id for each in made})
    query = select(*key, message.c.text).where(message.c.company_id == company_id, talks, tuple_(*key).in_(asked))
    texts: dict[tuple[int, int], tuple[str, ...]] = {}
    for conversation_id, seq, text in conn.execute(query.order_by(message.c.conversation_id, message.c.seq)):
        texts[conversation_id, seq] = (*texts.get((conversation_id, seq), ()), text)
    return texts
