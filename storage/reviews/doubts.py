"""Doubts: candidates who said that an answer was not what they meant."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, func, insert, select

from storage.tables.conversation import decision
from storage.tables.guard import doubt as table


def add(conn: Connection, company_id: int, decision_id: int, now: datetime) -> None:
    """Note that the answer which this decision led to was not what the candidate meant; once is enough."""
    its = select(table.c.id).where(table.c.id == decision_id, table.c.company_id == company_id)
    if conn.execute(its).one_or_none() is None:
        conn.execute(insert(table).values(id=decision_id, company_id=company_id, created=now))


def of_conversations(
    conn: Connection, company_id: int, conversation_ids: Collection[int]
) -> dict[tuple[int, int], str]:
    """Return the category of each doubted answer by conversation and number of the message that asked the question."""
    number = func.coalesce(decision.c.about_seq, decision.c.message_seq)
    query = (
        select(decision.c.conversation_id, number, decision.c.intent)
        .join(table, table.c.id == decision.c.id)
        # The company of the doubt is that of its decision; asked for the decision's, SQLite reads all it ever made.
        .where(table.c.company_id == company_id, decision.c.conversation_id.in_(conversation_ids))
        .order_by(decision.c.conversation_id, decision.c.message_seq)
    )
    return {(conversation, seq): intent or "" for conversation, seq, intent in conn.execute(query)}
