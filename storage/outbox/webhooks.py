"""Webhooks: the addresses of a company that are told what happens in its inbox."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final, Literal

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from storage.database.rows import AnySelect, found, new_id
from storage.tables.outbox import outbox
from storage.tables.waiting import webhook as table

Receiver = Literal["json", "slack", "teams"]
Event = Literal["waiting", "danger", "overdue", "escalated", "answered"]
EVENTS: Final[tuple[Event, ...]] = ("waiting", "danger", "overdue", "escalated", "answered")
KEPT_DAYS: Final = 30
"""So long what was delivered stays in the log, and what a webhook was before somebody changed or removed it."""


@dataclass(frozen=True, slots=True)
class WebhookWish:
    """What a company wants of a webhook: which events, in what form, and whether any at all for now."""

    name: str
    url: str
    receiver: Receiver
    events: Sequence[Event]
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook as stored; `secret` signs what is sent."""

    id: int
    name: str
    url: str
    receiver: Receiver
    events: tuple[Event, ...]
    secret: str
    enabled: bool
    created: datetime


_COLUMNS = [table.c[name] for name in Webhook.__slots__]


def add(conn: Connection, company_id: int, wish: WebhookWish, secret: str, now: datetime) -> int:
    """Add a webhook; return its number."""
    values = _values(wish) | {"company_id": company_id, "secret": secret, "created": now}
    return new_id(conn.execute(insert(table).values(values)))


def change(conn: Connection, company_id: int, webhook_id: int, wish: WebhookWish) -> None:
    """Change what is wanted; raise NotFound."""
    _change(conn, company_id, webhook_id, _values(wish))


def set_secret(conn: Connection, company_id: int, webhook_id: int, secret: str) -> None:
    """Sign with another secret from now on; raise NotFound."""
    _change(conn, company_id, webhook_id, {"secret": secret})


def remove(conn: Connection, company_id: int, webhook_id: int) -> None:
    """Remove a webhook and its log, also what still waits; raise NotFound."""
    gone = conn.execute(delete(table).where(*_one(company_id, webhook_id))).rowcount
    found(gone or None, "webhook")
    forget_deliveries(conn, company_id, [webhook_id])


def forget_deliveries(conn: Connection, company_id: int, webhook_ids: Collection[int]) -> None:
    """Forget what was sent to webhooks that are gone, also what still waits."""
    sent = outbox.c.recipient.in_([str(each) for each in webhook_ids])
    conn.execute(delete(outbox).where(outbox.c.company_id == company_id, outbox.c.kind == "webhook", sent))


def get(conn: Connection, company_id: int, webhook_id: int) -> Webhook:
    """Return a webhook; raise NotFound."""
    query: AnySelect = select(*_COLUMNS).where(*_one(company_id, webhook_id))
    return _webhook(found(conn.execute(query).one_or_none(), "webhook"))


def of_company(conn: Connection, company_id: int) -> list[Webhook]:
    """Return the company's webhooks, the oldest first."""
    query = select(*_COLUMNS).where(table.c.company_id == company_id).order_by(table.c.id)
    return [_webhook(row) for row in conn.execute(query)]


def forget_log(conn: Connection, before: datetime) -> int:
    """Forget, of every company, what was posted or mailed to its people before then, or given up; return how much."""
    old = (outbox.c.kind.in_(("webhook", "notice", "report")), outbox.c.finished < before)
    return conn.execute(delete(outbox).where(*old)).rowcount


def _values(wish: WebhookWish) -> dict[str, object]:
    return asdict(wish) | {"events": list(wish.events)}


def _change(conn: Connection, company_id: int, webhook_id: int, values: dict[str, object]) -> None:
    changed = conn.execute(update(table).where(*_one(company_id, webhook_id)).values(values)).rowcount
    found(changed or None, "webhook")


def _one(company_id: int, webhook_id: int) -> tuple[ColumnElement[bool], ...]:
    return table.c.id == webhook_id, table.c.company_id == company_id


def _webhook(row: Sequence[object]) -> Webhook:
    values = dict(zip(Webhook.__slots__, row, strict=True))
    return Webhook(**values | {"events": tuple(values["events"])})  # type: ignore[arg-type]
