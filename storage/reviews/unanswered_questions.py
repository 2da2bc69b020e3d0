"""Questions that the answer bank has nothing for, as the review queue knows them, and what people wrote instead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select, true, union_all

from storage.database.rows import AnySelect, Unindexed
from storage.reviews import decisions
from storage.tables.conversation import decision, message
from storage.tables.conversation import review as table


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
    query = (
        select(*columns)
        .join(decision, decision.c.id == table.c.id)
        .join(message, decisions.ASKED)
        .where(Unindexed(table.c.company_id) == company_id)
        .where(table.c.id.in_(_those(company_id, language, since, limit)))
        .order_by(table.c.id.desc())
    )
    rows = conn.execute(query).all()
    answered = [(talk, seq) for _, _, _, status, talk, seq in rows if status == "corrected"]
    written = _written(conn, company_id, {talk for talk, _ in answered})
    return [
        Unanswered(id_, text, asked, _reply(written, talk, seq) if status == "corrected" else None)
        for id_, text, asked, status, talk, seq in rows
    ]


def numbers(conn: Connection, company_id: int, language: str, since: datetime, limit: int) -> tuple[int, ...]:
    """Return the numbers of their reviews alone, in the same order: what tells whether anything has changed."""
    return tuple(conn.scalars(_those(company_id, language, since, limit)))


def _those(company_id: int, language: str, since: datetime, limit: int) -> AnySelect:
    """Select the numbers of their reviews, each kind by itself: an index leads to a status, not to one of several."""
    its = (table.c.company_id == company_id, table.c.question == true(), table.c.created >= since)
    of_language = (decision.c.id == table.c.id) & (decision.c.language == language)
    every = select(table.c.id).join(decision, of_language).where(*its)
    left = every.where(table.c.status == "pending", decision.c.kind == "defer")
    by_hand = every.where(table.c.status == "corrected", table.c.category.is_(None))
    found = union_all(left, by_hand, every.where(table.c.status == "dismissed")).subquery()
    return select(found.c.id).order_by(found.c.id.desc()).limit(limit)


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
