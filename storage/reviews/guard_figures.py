"""What the figures of breakdowns are counted from."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select

from nlu.understanding import Stage
from storage.reviews.guard_decisions import STOPPED, GuardVerdict
from storage.tables.conversation import conversation, decision
from storage.tables.guard import doubt, guard_decision

_AT_ONCE: Final = 500
"""Numbers in one statement."""


@dataclass(frozen=True, slots=True)
class Talked:
    """A conversation in which the candidate said something."""

    conversation_id: int
    language: str
    created: datetime


@dataclass(frozen=True, slots=True)
class Stopped:
    """A reply that the guard kept back, in a conversation that began at `began`."""

    conversation_id: int
    message_seq: int
    language: str
    began: datetime
    verdict: GuardVerdict | None


@dataclass(frozen=True, slots=True)
class Followed:
    """The first question, or choice after asking back, that followed a stop; was it answered, and doubted?"""

    conversation_id: int
    message_seq: int
    answered: bool
    doubted: bool


def talked(conn: Connection, company_id: int, since: datetime) -> list[Talked]:
    """Return the conversations that began since then."""
    its = (conversation.c.company_id == company_id, conversation.c.updated >= since, conversation.c.created >= since)
    columns = (conversation.c.id, conversation.c.language, conversation.c.created)
    return [Talked(*row) for row in conn.execute(select(*columns).where(*its, conversation.c.last_seq > 1))]


def stopped(conn: Connection, company_id: int, since: datetime) -> list[Stopped]:
    """Return what the guard kept back in conversations that began since then, in order."""
    its = (guard_decision.c.company_id == company_id, guard_decision.c.action.in_(STOPPED))
    columns = (
        guard_decision.c.conversation_id,
        guard_decision.c.message_seq,
        conversation.c.language,
        conversation.c.created,
        guard_decision.c.verdict,
    )
    query = select(*columns).join(conversation, conversation.c.id == guard_decision.c.conversation_id)
    rows = conn.execute(query.where(*its, conversation.c.created >= since).order_by(guard_decision.c.id))
    return [Stopped(*row) for row in rows]


def followed(conn: Connection, company_id: int, since: datetime) -> list[Followed]:
    """Return what came first after each reply that the guard kept back since then, in the order of the messages."""
    later = decision.alias()
    first = (
        select(later.c.id)
        .where(later.c.conversation_id == guard_decision.c.conversation_id, later.c.stage != Stage.GENERAL.value)
        .where(later.c.message_seq > guard_decision.c.message_seq)  # a conversation is of one company
        .order_by(later.c.message_seq)
        .limit(1)
        .scalar_subquery()
    )
    stops = (guard_decision.c.company_id == company_id, guard_decision.c.action.in_(STOPPED))
    # Looked up stop by stop: as a condition of a join PostgreSQL would look for each decision of the conversations.
    ids = conn.scalars(select(first).select_from(guard_decision).where(*stops, guard_decision.c.created >= since))
    wanted = sorted({id_ for id_ in ids if id_ is not None})
    found = [
        one for begin in range(0, len(wanted), _AT_ONCE) for one in _read(conn, company_id, wanted[begin:][:_AT_ONCE])
    ]
    return sorted(found, key=lambda one: (one.conversation_id, one.message_seq))


def _read(conn: Connection, company_id: int, ids: Collection[int]) -> list[Followed]:
    columns = (decision.c.conversation_id, decision.c.message_seq, decision.c.kind, decision.c.stage, doubt.c.id)
    query = select(*columns).select_from(decision).outerjoin(doubt, doubt.c.id == decision.c.id)
    return [
        Followed(talk, seq, kind == "reply" and stage == Stage.FAQ.value, doubted is not None)
        for talk, seq, kind, stage, doubted in conn.execute(
            query.where(decision.c.company_id == company_id, decision.c.id.in_(ids))
        )
    ]
