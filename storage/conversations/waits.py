"""How long candidates waited for a person: each wait begins, may become urgent or overdue, and ends, once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, and_, func, insert, or_, select, update

from storage.database.errors import AlreadyExists
from storage.database.rows import AnySelect, new_id, unique_or
from storage.tables.conversation import conversation, message
from storage.tables.waiting import conversation_wait as table

What = Literal["waiting", "danger", "overdue", "escalated", "answered", "closed"]
"""What happens to a wait: it begins, without or with danger (which may also come later), takes too long, so long that
somebody else is to answer, and ends, by a person's words or without any.
"""
MOST = 50
"""Changes of each sort that are noted together: others write meanwhile, however many begin to wait at once."""


@dataclass(frozen=True, slots=True)
class WaitChange:
    """Something that has happened to a wait and is not noted yet; without a `wait` that one has just begun.

    Where it ends, `worked` are the seconds of office hours in it and `late` tells whether it was too long; None where
    the company names no hours, or no time to answer.
    """

    what: What
    conversation_id: int
    began: datetime
    urgent: bool
    at: datetime
    wait: int | None = None
    worked: int | None = None
    late: bool | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """One time that a candidate waited for a person; `outcome` is "answered" or "closed" once it has `ended`.

    `overdue` and `escalated`: when it was noted that it takes too long; `worked` and `late` as in `WaitChange`.
    """

    id: int
    conversation_id: int
    began: datetime
    urgent: bool
    overdue: datetime | None
    ended: datetime | None
    outcome: str | None
    escalated: datetime | None = None
    worked: int | None = None
    late: bool | None = None


@dataclass(frozen=True, slots=True)
class WaitingConversation:
    """A conversation that waits for a person and is not snoozed, as a digest tells of it."""

    conversation_id: int
    language: str
    since: datetime
    urgent: bool
    assignee_id: int | None


_COLUMNS = [table.c[name] for name in Wait.__slots__]
_ITS = (conversation.c.id == table.c.conversation_id) & (conversation.c.company_id == table.c.company_id)
_WAITS = conversation.c.status == "waiting"


def changes(
    conn: Connection, company_id: int, overdue: datetime | None, now: datetime, escalated: datetime | None = None
) -> list[WaitChange]:
    """Return what has happened and is not noted yet.

    Who waits since before `overdue` waits too long, before `escalated` somebody else is to answer; None: nobody. What
    is snoozed counts only once it wakes.
    """
    found = [*_begun(conn, company_id), *_ended(conn, company_id), *_endangered(conn, company_id, now)]
    if overdue is not None:
        found += _late(conn, company_id, "overdue", overdue, now)
    return found if escalated is None else found + _late(conn, company_id, "escalated", escalated, now)


def note(conn: Connection, company_id: int, change: WaitChange) -> int | None:
    """Note a change and return the wait's number; None when somebody else was first, or it is not so any more."""
    if change.wait is None:
        return _begin(conn, company_id, change)
    after: dict[What, tuple[ColumnElement[bool], dict[str, Any]]] = {
        "danger": (~table.c.urgent, {"urgent": True}),
        "overdue": (table.c.overdue.is_(None), {"overdue": change.at}),
        "escalated": (table.c.escalated.is_(None), {"escalated": change.at}),
    }
    how = {"ended": change.at, "outcome": change.what, "worked": change.worked, "late": change.late}
    ended = (table.c.ended.is_(None), how)
    condition, values = after.get(change.what, ended)
    one = (table.c.id == change.wait, table.c.company_id == company_id, table.c.ended.is_(None))
    return change.wait if conn.execute(update(table).where(*one, condition).values(values)).rowcount else None


def get(conn: Connection, company_id: int, wait_id: int) -> Wait | None:
    """Return a wait; None when it has been erased."""
    row = conn.execute(select(*_COLUMNS).where(table.c.id == wait_id, table.c.company_id == company_id)).one_or_none()
    return None if row is None else Wait(*row)


def waiting(conn: Connection, company_id: int, now: datetime) -> list[WaitingConversation]:
    """Return who waits for a person, urgent and longest waiting first."""
    its = (conversation.c.id, conversation.c.language, conversation.c.waiting_since)
    query = select(*its, conversation.c.urgent, conversation.c.assignee_id)
    query = query.where(conversation.c.company_id == company_id, _WAITS, _awake(now))
    order = (conversation.c.urgent.desc(), conversation.c.waiting_since, conversation.c.id)
    rows = conn.execute(query.where(conversation.c.waiting_since.is_not(None)).order_by(*order))
    return [WaitingConversation(*row) for row in rows]


def _begin(conn: Connection, company_id: int, change: WaitChange) -> int | None:
    values = {"company_id": company_id, "conversation_id": change.conversation_id, "began": change.began}
    try:
        with unique_or(conn, "This wait is known."):
            return new_id(conn.execute(insert(table).values(values | {"urgent": change.urgent})))
    except AlreadyExists:
        return None


def _begun(conn: Connection, company_id: int) -> list[WaitChange]:
    known = and_(table.c.conversation_id == conversation.c.id, table.c.began == conversation.c.waiting_since)
    query = select(conversation.c.id, conversation.c.waiting_since, conversation.c.urgent).outerjoin(table, known)
    query = query.where(conversation.c.company_id == company_id, _WAITS, conversation.c.waiting_since.is_not(None))
    longest_first = (conversation.c.waiting_since, conversation.c.id)
    rows = conn.execute(query.where(table.c.id.is_(None)).order_by(*longest_first).limit(MOST))
    return [WaitChange("danger" if urgent else "waiting", talk, since, urgent, since) for talk, since, urgent in rows]


def _ended(conn: Connection, company_id: int) -> list[WaitChange]:
    over = or_(~_WAITS, conversation.c.waiting_since.is_(None), conversation.c.waiting_since != table.c.began)
    said = (message.c.conversation_id == table.c.conversation_id, message.c.company_id == table.c.company_id)
    theirs = (message.c.author == "recruiter", message.c.created >= table.c.began)
    answered = select(func.min(message.c.created)).where(*said, *theirs).correlate(table).scalar_subquery()
    rows = conn.execute(_open(company_id, answered, conversation.c.updated).where(over).limit(MOST))
    return [
        WaitChange("answered" if first else "closed", talk, began, urgent, first or updated, wait)
        for wait, talk, began, urgent, first, updated in rows
    ]


def _endangered(conn: Connection, company_id: int, now: datetime) -> list[WaitChange]:
    rows = conn.execute(_open(company_id).where(conversation.c.urgent, ~table.c.urgent, _still()).limit(MOST))
    return [WaitChange("danger", talk, began, True, now, wait) for wait, talk, began, _ in rows]


def _late(
    conn: Connection, company_id: int, what: Literal["overdue", "escalated"], before: datetime, now: datetime
) -> list[WaitChange]:
    late = (table.c[what].is_(None), table.c.began < before, _awake(now), _still())
    rows = conn.execute(_open(company_id).where(*late).limit(MOST))
    return [WaitChange(what, talk, began, urgent, now, wait) for wait, talk, began, urgent in rows]


def _awake(now: datetime) -> ColumnElement[bool]:
    return or_(conversation.c.snoozed_until.is_(None), conversation.c.snoozed_until <= now)


def _still() -> ColumnElement[bool]:
    return and_(_WAITS, conversation.c.waiting_since == table.c.began)


def _open(company_id: int, *more: Any) -> AnySelect:
    its = (table.c.id, table.c.conversation_id, table.c.began, table.c.urgent)
    query = select(*its, *more).join(conversation, _ITS)
    return query.where(table.c.company_id == company_id, table.c.ended.is_(None)).order_by(table.c.began, table.c.id)
