"""Questions that the answer bank has nothing for, as the review queue knows them, and what people wrote instead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, or_, select, true

from storage import decisions
from storage.conversation_tables import decision, message
from storage.conversation_tables import review as table
from storage.rows import AnySelect


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question that the bot left to a person and that belongs to no category, or that was dismissed.

    `by_hand` is what a person wrote to it in words of their own, None where nobody did.
    """

    review: int
    text: str
    asked: datetime
    by_hand: str | None = None


def unanswered(conn: Connection, company_id: int, language: str, since: datetime, limit: int) -> list[Unanswered]:
    """Return those asked since then in a language, newest first, at most `limit`."""
    columns = (
        table.c.id,
        decisions.QUESTION,
        table.c.created,
        table.c.status,
        message.c.conversation_id,
        message.c.seq,
    )
    query = _those(select(*columns), company_id, language, since, limit).join(message, decisions.ASKED)
    rows = conn.execute(query).all()
    answered = [(talk, seq) for _, _, _, status, talk, seq in rows if status == "corrected"]
    written = _written(conn, company_id, {talk for talk, _ in answered})
    return [
        Unanswered(id_, text, asked, _reply(written, talk, seq) if status == "corrected" else None)
        for id_, text, asked, status, talk, seq in rows
    ]


def numbers(conn: Connection, company_id: int, language: str, since: datetime, limit: int) -> tuple[int, ...]:
    """Return the numbers of their reviews alone, in the same order: what tells whether anything has changed."""
    return tuple(conn.scalars(_those(select(table.c.id), company_id, language, since, limit)))


def _those(query: AnySelect, company_id: int, language: str, since: datetime, limit: int) -> AnySelect:
    left = and_(table.c.status == "pending", decision.c.kind == "defer")
    by_hand = and_(table.c.status == "corrected", table.c.category.is_(None))
    return (
        query.select_from(table)
        .join(decision, decision.c.id == table.c.id)
        .where(table.c.company_id == company_id, table.c.question == true(), decision.c.language == language)
        .where(table.c.created >= since, or_(left, by_hand, table.c.status == "dismissed"))
        .order_by(table.c.id.desc())
        .limit(limit)
    )


def _written(conn: Connection, company_id: int, talks: Iterable[int]) -> dict[int, list[tuple[int, str]]]:
    """What recruiters wrote in these conversations, with the messages' numbers, in order."""
    its = (message.c.company_id == company_id, message.c.conversation_id.in_(list(talks)))
    query = select(message.c.conversation_id, message.c.seq, message.c.text).where(
        *its, message.c.author == "recruiter"
    )
    found: dict[int, list[tuple[int, str]]] = {}
    for talk, seq, text in conn.execute(query.order_by(message.c.conversation_id, message.c.seq)):
        found.setdefault(talk, []).append((seq, text))
    return found


def _reply(written: dict[int, list[tuple[int, str]]], talk: int, asked: int) -> str | None:
    return next((text for seq, text in written.get(talk, ()) if seq > asked), None)
