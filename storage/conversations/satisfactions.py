"""Satisfaction: whether candidates found their question answered by what a person wrote."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, case, func, insert, select, update

from storage.database.errors import NotFound
from storage.tables.conversation import message
from storage.tables.satisfaction import satisfaction as table


@dataclass(frozen=True, slots=True)
class Satisfaction:
    """What a candidate said of the person's answer with this number; `comment` is what they added in words."""

    conversation_id: int
    answer_seq: int
    answered: bool
    comment: str | None = None


def tell(
    conn: Connection, company_id: int, conversation_id: int, answer_seq: int, *, answered: bool, now: datetime
) -> None:
    """Keep whether the answer with this number answered the question; what was said of it before is replaced."""
    if conn.execute(
        update(table).where(*_one(company_id, conversation_id, answer_seq)).values(answered=answered, told=now)
    ).rowcount:
        return
    its = {"company_id": company_id, "conversation_id": conversation_id, "answer_seq": answer_seq}
    conn.execute(insert(table).values(**its, answered=answered, told=now))


def comment(conn: Connection, company_id: int, conversation_id: int, comment_seq: int) -> None:
    """Keep that the message with this number explains what was said last of an answer; raise NotFound."""
    newest = select(func.max(table.c.answer_seq)).where(*_of(company_id, conversation_id))
    last = conn.scalar(newest)
    if last is None:
        raise NotFound("Nothing was said of an answer in this conversation.")
    conn.execute(update(table).where(*_one(company_id, conversation_id, last)).values(comment_seq=comment_seq))


def of_conversations(conn: Connection, company_id: int, talks: Collection[int]) -> list[Satisfaction]:
    """Return what was said of answers in these conversations, in their order."""
    same = and_(message.c.conversation_id == table.c.conversation_id, message.c.seq == table.c.comment_seq)
    query = (
        select(table.c.conversation_id, table.c.answer_seq, table.c.answered, message.c.text)
        .outerjoin(message, same)
        .where(table.c.company_id == company_id, table.c.conversation_id.in_(talks))
        .order_by(table.c.conversation_id, table.c.answer_seq)
    )
    return [Satisfaction(*tuple(row)) for row in conn.execute(query)]


def figure(conn: Connection, company_id: int, since: datetime) -> tuple[int, int]:
    """Return how many said since then that their question was answered, and how many said anything."""
    yes = func.coalesce(func.sum(case((table.c.answered, 1), else_=0)), 0)
    query = select(yes, func.count()).where(table.c.company_id == company_id, table.c.told >= since)
    answered, told = conn.execute(query).one()
    return int(answered), int(told)


def _of(company_id: int, conversation_id: int) -> tuple[Any, Any]:
    return table.c.company_id == company_id, table.c.conversation_id == conversation_id


def _one(company_id: int, conversation_id: int, answer_seq: int) -> tuple[Any, ...]:
    return (*_of(company_id, conversation_id), table.c.answer_seq == answer_seq)
