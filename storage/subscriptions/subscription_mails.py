"""What only mails to subscribers have: the openings they are about, and how many somebody may ask for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Final, Literal

from sqlalchemy import Connection, Select, delete, func, insert, or_, select, update

from storage.conversations.mailboxes import in_mailbox
from storage.outbox import outbox
from storage.outbox.outbox import Kind, NewEntry
from storage.subscriptions.subscriptions import NEVER_LOOKED
from storage.tables.opening import opening
from storage.tables.outbox import outbox as table
from storage.tables.outbox import subscription_opening
from storage.tables.subscription import subscription

MailKind = Literal["confirmation", "access", "openings"]

ASKED_FOR: Final[tuple[Kind, ...]] = ("confirmation", "access")
"""What goes to an address because somebody typed it in."""

KINDS: Final[tuple[Kind, ...]] = (*ASKED_FOR, "openings")


def put(
    conn: Connection,
    company_id: int,
    subscription_id: int,
    kind: MailKind,
    now: datetime,
    opening_ids: Sequence[int] = (),
) -> int:
    """Queue a mail, with the openings it is about; return its id."""
    mail_id = outbox.put(conn, company_id, NewEntry(kind, subscription_id=subscription_id), now)
    if opening_ids:
        its = {"company_id": company_id, "subscription_id": subscription_id, "mail_id": mail_id}
        conn.execute(insert(subscription_opening), [its | {"opening_id": opening_id} for opening_id in opening_ids])
    return mail_id


def open_ids(conn: Connection, company_id: int, mail_id: int, today: date) -> list[int]:
    """Return the openings that a mail is about and that can still be applied for, the newest first."""
    its = (opening.c.id == subscription_opening.c.opening_id) & (
        opening.c.company_id == subscription_opening.c.company_id
    )
    still = or_(opening.c.valid_through.is_(None), opening.c.valid_through >= today)
    query = select(opening.c.id).join(subscription_opening, its)
    mine = (subscription_opening.c.company_id == company_id, subscription_opening.c.mail_id == mail_id)
    return list(conn.scalars(query.where(*mine, opening.c.status == "open", still).order_by(opening.c.id.desc())))


def release(conn: Connection, company_id: int, mail_id: int, but: Collection[int] = ()) -> None:
    """Take the openings but these from a mail: they were not in it, and may be sent another time."""
    mine = (subscription_opening.c.company_id == company_id, subscription_opening.c.mail_id == mail_id)
    conn.execute(delete(subscription_opening).where(*mine, subscription_opening.c.opening_id.not_in(but)))


def match_again(conn: Connection, company_id: int, subscription_id: int) -> None:
    """Let a subscription be matched with all openings again, as what it was to be told did not arrive."""
    mine = (subscription.c.company_id == company_id, subscription.c.id == subscription_id)
    conn.execute(update(subscription).where(*mine).values(seen_revision=NEVER_LOOKED))


def asked_for(conn: Connection, company_id: int, email: str, since: datetime) -> int:
    """Return how many mails somebody who only knows an address had sent to its mailbox since then."""
    return conn.scalar(_asked_for(email, since).where(table.c.company_id == company_id)) or 0


def asked_for_anywhere(conn: Connection, email: str, since: datetime) -> int:
    """Return the same of all companies of the house together: it is one mailbox that they would fill."""
    return conn.scalar(_asked_for(email, since)) or 0


def _asked_for(email: str, since: datetime) -> Select[int]:
    its = (subscription.c.id == table.c.subscription_id) & (subscription.c.company_id == table.c.company_id)
    # What was put since then waits since then or was tried since then, and these have indexes.
    lately = or_(table.c.tried >= since, table.c.next_try >= since)
    wanted = (table.c.kind.in_(ASKED_FOR), table.c.created >= since, lately)
    return (
        select(func.count())
        .select_from(table)
        .join(subscription, its)
        .where(*wanted, in_mailbox(subscription.c.email_key, email))
    )
