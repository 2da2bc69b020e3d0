"""The outbox: what is to be sent, from the moment it is wanted until it was taken, refused or given up."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, func, insert, or_, select, update

from storage.database.errors import AlreadyExists
from storage.database.rows import found, new_id, unique_or
from storage.tables.outbox import outbox as table

Kind = Literal[
    "confirmation", "access", "openings", "alert", "application", "answer", "webhook", "notice", "reminder", "report"
]
DeliveryOutcome = Literal["waiting", "sent", "dropped", "bounced", "given_up"]

BULK: Kind = "openings"
"""What nobody waits for goes after everything else."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """What is to be sent: its words, or what it is about, of which the words are made when it goes out.

    `key` tells it from all others of its kind and stays the same for every attempt. `recipient` is left out where
    it is looked up when it goes out.
    """

    kind: Kind
    key: str = field(default_factory=lambda: secrets.token_hex(16))
    recipient: str | None = None
    payload: Mapping[str, Any] | None = None
    subscription_id: int | None = None
    application_id: int | None = None
    conversation_id: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to be sent; `next_try` is None once there is nothing more to do, `attempts` counts those begun."""

    id: int
    company_id: int
    kind: Kind
    key: str
    recipient: str | None
    payload: dict[str, Any] | None
    subscription_id: int | None
    application_id: int | None
    conversation_id: int | None
    outcome: DeliveryOutcome
    attempts: int
    next_try: datetime | None
    finished: datetime | None
    error: str | None
    created: datetime


_COLUMNS = [table.c[name] for name in Entry.__slots__]


def put(conn: Connection, company_id: int, new: NewEntry, now: datetime, due: datetime | None = None) -> int:
    """Queue something, due at once or then; return its number. Raises AlreadyExists when its key was queued before."""
    payload = None if new.payload is None else dict(new.payload)
    its = {name: getattr(new, name) for name in NewEntry.__slots__} | {"payload": payload}
    waiting = {"company_id": company_id, "outcome": "waiting", "attempts": 0, "next_try": due or now, "created": now}
    with unique_or(conn, "This was queued before."):
        return new_id(conn.execute(insert(table).values(its | waiting)))


def put_once(conn: Connection, company_id: int, new: NewEntry, now: datetime, due: datetime | None = None) -> bool:
    """Queue something; False when its key was queued before."""
    try:
        put(conn, company_id, new, now, due)
    except AlreadyExists:
        return False
    return True


def has(conn: Connection, company_id: int, kind: Kind, key: str) -> bool:
    """Tell whether something was ever queued under this key."""
    its = (table.c.company_id == company_id, table.c.kind == kind, table.c.key == key)
    return conn.scalar(select(table.c.id).where(*its)) is not None


def is_due(conn: Connection, kinds: Collection[Kind], now: datetime) -> bool:
    """Tell whether something of these kinds is due, of any company."""
    return conn.scalar(select(table.c.id).where(*_due(kinds, now)).limit(1)) is not None


def take_due(conn: Connection, kinds: Collection[Kind], now: datetime, until: datetime) -> Entry | None:
    """Return what is due of these kinds, of any company, and keep others from taking it before `until`.

    When its sender dies, it is due again then. Companies take turns: one whose receiver hangs holds up another for an
    attempt at a time, not for all that it has due.
    """
    tried = (table.c.tried > now - (until - now), table.c.kind.in_(kinds))
    # By a sum, so that what was tried of late is looked up, and not everything read company by company.
    company, last = (table.c.company_id + 0).label("company"), func.max(table.c.tried).label("last")
    turns = select(company, last).where(*tried).group_by(company).subquery()
    order = (table.c.kind == BULK, turns.c.last.is_not(None), turns.c.last, table.c.next_try, table.c.id)
    joined = table.outerjoin(turns, turns.c.company == table.c.company_id)
    first = select(*_COLUMNS).select_from(joined).where(*_due(kinds, now)).order_by(*order).limit(1)
    row = conn.execute(first.with_for_update(skip_locked=True, of=table)).one_or_none()
    if row is None:
        return None
    taken = Entry(*row)
    leased = {"leased_until": until, "tried": now, "attempts": taken.attempts + 1}
    conn.execute(update(table).where(*_one(taken)).values(leased))
    return replace(taken, attempts=taken.attempts + 1)


def tried_since(conn: Connection, kinds: Collection[Kind], since: datetime) -> int:
    """Return how much of these kinds was tried since then, of all companies together."""
    tried = (table.c.tried > since, table.c.kind.in_(kinds))
    return conn.scalar(select(func.count()).select_from(table).where(*tried)) or 0


def conclude(conn: Connection, entry: Entry, outcome: DeliveryOutcome, now: datetime, error: str | None = None) -> bool:
    """Note what became of an entry; False when that was known already, or what it is about has been erased."""
    over = {"outcome": outcome, "error": error, "next_try": None, "leased_until": None, "finished": now}
    open_still = update(table).where(*_one(entry), table.c.outcome == "waiting")
    return conn.execute(open_still.values(over)).rowcount == 1


def try_again(conn: Connection, entry: Entry, error: str, next_try: datetime) -> None:
    """Note why an attempt failed and when to try again, unless somebody else has begun another attempt since."""
    mine = (*_one(entry), table.c.attempts == entry.attempts, table.c.outcome == "waiting")
    conn.execute(update(table).where(*mine).values(error=error, next_try=next_try, leased_until=None))


def counts(conn: Connection, company_id: int) -> dict[tuple[Kind, DeliveryOutcome], int]:
    """Return how many entries there are of each kind and outcome."""
    what = (table.c.kind, table.c.outcome)
    query = select(*what, func.count()).where(table.c.company_id == company_id).group_by(*what)
    return {(kind, outcome): count for kind, outcome, count in conn.execute(query)}


def given_up_since(conn: Connection, company_id: int, kinds: Collection[Kind], since: datetime) -> list[Entry]:
    """Return the entries of these kinds that were given up and last tried since then, newest first."""
    its = (table.c.company_id == company_id, table.c.kind.in_(kinds), table.c.outcome == "given_up")
    query = select(*_COLUMNS).where(*its, table.c.tried >= since).order_by(table.c.id.desc())
    return [Entry(*row) for row in conn.execute(query)]


def send_again(conn: Connection, company_id: int, kind: Kind, entry_id: int, now: datetime) -> Entry:
    """Queue once more what was sent, dropped or given up, as `again` in its payload says; raise NotFound."""
    one = (table.c.id == entry_id, table.c.company_id == company_id, table.c.kind == kind)
    row = conn.execute(select(*_COLUMNS).where(*one).with_for_update()).one_or_none()
    entry = Entry(*found(row, "delivery"))
    if entry.outcome != "waiting":
        fresh = {"outcome": "waiting", "attempts": 0, "next_try": now, "finished": None, "error": None}
        payload = (entry.payload or {}) | {"again": True}
        conn.execute(update(table).where(*one).values(fresh | {"payload": payload}))
    return entry


def of_kind(conn: Connection, company_id: int, kind: Kind, limit: int = 50) -> list[Entry]:
    """Return the company's entries of a kind, the newest first."""
    its = (table.c.company_id == company_id, table.c.kind == kind)
    query = select(*_COLUMNS).where(*its).order_by(table.c.id.desc()).limit(limit)
    return [Entry(*row) for row in conn.execute(query)]


def _due(kinds: Collection[Kind], now: datetime) -> tuple[ColumnElement[bool], ...]:
    free = or_(table.c.leased_until.is_(None), table.c.leased_until <= now)
    return table.c.next_try <= now, table.c.kind.in_(kinds), free


def _one(entry: Entry) -> tuple[ColumnElement[bool], ...]:
    return table.c.id == entry.id, table.c.company_id == entry.company_id
