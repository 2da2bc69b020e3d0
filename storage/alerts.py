"""The outbox of alerts: what must be told, to which channel, and whether it has been."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from storage.errors import AlreadyExists
from storage.evaluation_tables import alert as table
from storage.rows import unique_or


@dataclass(frozen=True, slots=True)
class Alert:
    """One thing to tell through one channel; `next_try` is None once it was sent or given up."""

    id: int
    company_id: int
    event: str
    channel: str
    message: dict[str, Any]
    attempts: int
    next_try: datetime | None
    sent: datetime | None
    error: str | None
    created: datetime


_COLUMNS = [table.c[name] for name in Alert.__slots__]


def put(conn: Connection, company_id: int, event: str, channel: str, message: Mapping[str, Any], now: datetime) -> bool:
    """Queue an alert; False when this event was queued for this channel before."""
    waiting = {"attempts": 0, "next_try": now, "sent": None, "error": None, "created": now}
    values = {"company_id": company_id, "event": event, "channel": channel, "message": dict(message), **waiting}
    try:
        with unique_or(conn, "queued before"):
            conn.execute(insert(table).values(values))
    except AlreadyExists:
        return False
    return True


def has(conn: Connection, company_id: int, event: str, channel: str) -> bool:
    """Tell whether this event was queued for this channel before."""
    one = (table.c.company_id == company_id, table.c.event == event, table.c.channel == channel)
    return conn.scalar(select(table.c.id).where(*one)) is not None


def take_due(conn: Connection, now: datetime, until: datetime) -> Alert | None:
    """Return an alert of any company that is due, and keep others from taking it before `until`.

    When its sender dies, it is due again then.
    """
    due = select(*_COLUMNS).where(table.c.next_try <= now).order_by(table.c.next_try, table.c.id).limit(1)
    row = conn.execute(due).one_or_none()
    if row is None:
        return None
    taken = Alert(*row)
    mine = (table.c.id == taken.id, table.c.next_try == taken.next_try)
    is_mine = conn.execute(update(table).where(*mine).values(next_try=until)).rowcount == 1
    return taken if is_mine else None


def mark_sent(conn: Connection, alert_id: int, now: datetime) -> None:
    """Note that an alert was delivered."""
    sent = {"sent": now, "next_try": None, "error": None, "attempts": table.c.attempts + 1}
    conn.execute(update(table).where(table.c.id == alert_id).values(sent))


def mark_failed(conn: Connection, alert_id: int, error: str, next_try: datetime | None) -> None:
    """Note why an alert was not delivered and when to try again; None gives it up."""
    failed = {"next_try": next_try, "error": error, "attempts": table.c.attempts + 1}
    conn.execute(update(table).where(table.c.id == alert_id).values(failed))


def of_company(conn: Connection, company_id: int, limit: int = 50) -> list[Alert]:
    """Return the company's newest alerts first."""
    query = select(*_COLUMNS).where(table.c.company_id == company_id).order_by(table.c.id.desc()).limit(limit)
    return [Alert(*row) for row in conn.execute(query)]
