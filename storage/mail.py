"""The outbox: every mail to a subscriber, from the moment it is wanted until it was taken, refused or given up."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, or_, select, update

from storage.opening_tables import opening
from storage.rows import new_id
from storage.subscription_tables import mail as table
from storage.subscription_tables import subscription, subscription_opening
from storage.subscriptions import NEVER_LOOKED, email_key

Kind = Literal["confirmation", "access", "openings"]
Outcome = Literal["waiting", "sent", "dropped", "bounced", "given_up"]

RATED_OVER = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail without its words, which are written when it goes out; `key` stays the same for every attempt.

    `next_try` is None once there is nothing more to do.
    """

    id: int
    company_id: int
    subscription_id: int
    kind: Kind
    key: str
    outcome: Outcome
    attempts: int
    next_try: datetime | None
    error: str | None
    created: datetime


_COLUMNS = [table.c[name] for name in Mail.__slots__]


def put(
    conn: Connection,
    company_id: int,
    subscription_id: int,
    kind: Kind,
    now: datetime,
    opening_ids: Sequence[int] = (),
) -> int:
    """Queue a mail, with the openings it is about; return its id."""
    waiting = {"outcome": "waiting", "attempts": 0, "next_try": now, "created": now, "key": secrets.token_hex(16)}
    its = {"company_id": company_id, "subscription_id": subscription_id}
    mail_id = new_id(conn.execute(insert(table).values(its | waiting | {"kind": kind})))
    if opening_ids:
        rows = [its | {"opening_id": opening_id, "mail_id": mail_id} for opening_id in opening_ids]
        conn.execute(insert(subscription_opening), rows)
    return mail_id


def is_due(conn: Connection, now: datetime) -> bool:
    """Tell whether a mail of any company is due."""
    return conn.scalar(select(table.c.id).where(table.c.next_try <= now).limit(1)) is not None


def take_due(conn: Connection, now: datetime, until: datetime, per_minute: int) -> Mail | None:
    """Return a mail of any company that is due and keep others from taking it before `until`; what was asked for first.

    When its sender dies, it is due again then. None also when `per_minute` mails were tried in the last minute.
    """
    tried = select(func.count()).select_from(table).where(table.c.tried > now - RATED_OVER)
    if (conn.scalar(tried) or 0) >= per_minute:
        return None
    due = select(*_COLUMNS).where(table.c.next_try <= now)
    first = due.order_by(table.c.kind == "openings", table.c.next_try, table.c.id).limit(1)
    row = conn.execute(first.with_for_update(skip_locked=True)).one_or_none()
    if row is None:
        return None
    taken = Mail(*row)
    leased = {"next_try": until, "tried": now, "attempts": taken.attempts + 1}
    conn.execute(update(table).where(table.c.id == taken.id).values(leased))
    return taken


def open_ids(conn: Connection, company_id: int, mail_id: int, today: date) -> list[int]:
    """Return the openings that a mail is about and that can still be applied for, the newest first."""
    its = (opening.c.id == subscription_opening.c.opening_id) & (
        opening.c.company_id == subscription_opening.c.company_id
    )
    still = or_(opening.c.valid_through.is_(None), opening.c.valid_through >= today)
    query = select(opening.c.id).join(subscription_opening, its)
    mine = (subscription_opening.c.company_id == company_id, subscription_opening.c.mail_id == mail_id)
    return list(conn.scalars(query.where(*mine, opening.c.status == "open", still).order_by(opening.c.id.desc())))


def mark_sent(conn: Connection, company_id: int, mail_id: int, opening_ids: Collection[int]) -> None:
    """Note that a mail server took a mail, with these openings in it; those left out may be sent another time."""
    _conclude(conn, company_id, mail_id, "sent", None)
    _release(conn, company_id, mail_id, but=opening_ids)


def drop(conn: Connection, company_id: int, mail_id: int) -> None:
    """Note that there is nothing to say any more."""
    _conclude(conn, company_id, mail_id, "dropped", None)
    _release(conn, company_id, mail_id)


def mark_failed(conn: Connection, company_id: int, mail_id: int, error: str, next_try: datetime) -> None:
    """Note why a mail was not taken and when to try again."""
    _change(conn, company_id, mail_id, {"error": error, "next_try": next_try})


def mark_bounced(conn: Connection, company_id: int, mail_id: int, error: str) -> None:
    """Note that a mail server refused a mail for good."""
    _conclude(conn, company_id, mail_id, "bounced", error)


def give_up(conn: Connection, company_id: int, mail_id: int, error: str) -> None:
    """Note that a mail could not be delivered for too long; its openings are matched again."""
    _conclude(conn, company_id, mail_id, "given_up", error)
    _release(conn, company_id, mail_id)
    its = select(table.c.subscription_id).where(table.c.id == mail_id, table.c.company_id == company_id)
    mine = (subscription.c.company_id == company_id, subscription.c.id == its.scalar_subquery())
    conn.execute(update(subscription).where(*mine).values(seen_revision=NEVER_LOOKED))


def asked_for(conn: Connection, company_id: int, email: str, since: datetime) -> int:
    """Return how many mails somebody who only knows an address had sent to its mailbox since then."""
    return conn.scalar(_asked_for(email, since).where(table.c.company_id == company_id)) or 0


def asked_for_anywhere(conn: Connection, email: str, since: datetime) -> int:
    """Return the same of all companies of the house together: it is one mailbox that they would fill."""
    return conn.scalar(_asked_for(email, since)) or 0


def given_up_since(conn: Connection, company_id: int, since: datetime) -> list[Mail]:
    """Return the mails that were given up and last tried since then, newest first."""
    its = (table.c.company_id == company_id, table.c.outcome == "given_up", table.c.tried >= since)
    return [Mail(*row) for row in conn.execute(select(*_COLUMNS).where(*its).order_by(table.c.id.desc()))]


def counts(conn: Connection, company_id: int) -> dict[tuple[Kind, Outcome], int]:
    """Return how many mails there are of each kind and outcome."""
    what = (table.c.kind, table.c.outcome)
    query = select(*what, func.count()).where(table.c.company_id == company_id).group_by(*what)
    return {(kind, outcome): count for kind, outcome, count in conn.execute(query)}


def _asked_for(email: str, since: datetime) -> Select[int]:
    its = (subscription.c.id == table.c.subscription_id) & (subscription.c.company_id == table.c.company_id)
    # What was put since then waits since then or was tried since then, and these have indexes.
    lately = or_(table.c.tried >= since, table.c.next_try >= since)
    wanted = (table.c.kind != "openings", table.c.created >= since, lately)
    return select(func.count()).select_from(table).join(subscription, its).where(*wanted, _in_mailbox(email))


def _in_mailbox(email: str) -> ColumnElement[bool]:
    """Whether a subscription's address leads to the same mailbox: "anna+jobs@" is read by who reads "anna@"."""
    local, _, domain = email_key(email).rpartition("@")
    name, key = local.partition("+")[0], subscription.c.email_key
    tagged = key.startswith(f"{name}+", autoescape=True) & key.endswith(f"@{domain}", autoescape=True)
    return or_(key == f"{name}@{domain}", tagged)


def _conclude(conn: Connection, company_id: int, mail_id: int, outcome: Outcome, error: str | None) -> None:
    _change(conn, company_id, mail_id, {"outcome": outcome, "error": error, "next_try": None})


def _change(conn: Connection, company_id: int, mail_id: int, values: dict[str, Any]) -> None:
    conn.execute(update(table).where(table.c.id == mail_id, table.c.company_id == company_id).values(values))


def _release(conn: Connection, company_id: int, mail_id: int, but: Collection[int] = ()) -> None:
    mine = (subscription_opening.c.company_id == company_id, subscription_opening.c.mail_id == mail_id)
    conn.execute(delete(subscription_opening).where(*mine, subscription_opening.c.opening_id.not_in(but)))
