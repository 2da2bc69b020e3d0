"""Subscriptions: who is told of which openings and how often; an address is kept no longer than it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, get_args

from sqlalchemy import Connection, delete, func, insert, select, update

from storage import erasure_log
from storage.conversations.mailboxes import email_key
from storage.database.notices import ChangeNotice, notify
from storage.database.rows import AnySelect, found, new_id
from storage.openings.wishes import Wish, wish_json, wish_of
from storage.tables.subscription import subscription as table
from storage.tables.subscription import subscription_token

Frequency = Literal["at_once", "daily", "weekly"]
Status = Literal["pending", "active", "ended", "bounced", "expired"]
FREQUENCIES: tuple[Frequency, ...] = get_args(Frequency)

PENDING_FOR = timedelta(days=7)
"""So long an address that nobody confirmed is kept."""

BOUNCED_FOR = timedelta(days=30)
"""So long an address that a mail server refused is kept."""

NEVER_LOOKED = -1


@dataclass(frozen=True, slots=True)
class Subscription:
    """A wish that somebody wants to hear of; `email` is None once it is not needed any more.

    `next_due` is when it is matched next, None unless it is active; `seen_revision` is the company's revision of
    openings that it was matched with.
    """

    id: int
    company_id: int
    conversation_id: int | None
    email: str | None
    language: str
    wish: Wish
    frequency: Frequency
    status: Status
    created: datetime
    confirmed: datetime | None
    ended: datetime | None
    next_due: datetime | None
    seen_revision: int


COLUMNS = tuple(table.c[name] for name in Subscription.__slots__)


def from_row(row: Sequence[Any]) -> Subscription:
    """Return the subscription of a row of `COLUMNS`."""
    values: dict[str, Any] = dict(zip(Subscription.__slots__, row, strict=True))
    return Subscription(**values | {"wish": wish_of(values["wish"])})


def add(
    conn: Connection,
    company_id: int,
    *,
    conversation_id: int | None,
    email: str,
    language: str,
    wish: Wish,
    frequency: Frequency,
    now: datetime,
) -> Subscription:
    """Keep a subscription that its address has to confirm."""
    values = {
        "company_id": company_id,
        "conversation_id": conversation_id,
        "email": email,
        "email_key": email_key(email),
        "language": language,
        "wish": wish_json(wish),
        "frequency": frequency,
        "status": "pending",
        "created": now,
        "seen_revision": NEVER_LOOKED,
    }
    return get(conn, company_id, new_id(conn.execute(insert(table).values(values))))


def get(conn: Connection, company_id: int, subscription_id: int) -> Subscription:
    """Return the subscription; raise NotFound."""
    row = conn.execute(_of(company_id).where(table.c.id == subscription_id)).one_or_none()
    return from_row(found(row, "subscription"))


def of_conversation(conn: Connection, company_id: int, conversation_id: int, status: Status) -> list[Subscription]:
    """Return the subscriptions of this status that were asked for in a conversation, oldest first."""
    its = (table.c.conversation_id == conversation_id, table.c.status == status)
    return [from_row(row) for row in conn.execute(_of(company_id).where(*its).order_by(table.c.id))]


def of_address(conn: Connection, company_id: int, email: str) -> list[Subscription]:
    """Return the active subscriptions of an address, oldest first."""
    its = (table.c.email_key == email_key(email), table.c.status == "active")
    return [from_row(row) for row in conn.execute(_of(company_id).where(*its).order_by(table.c.id))]


def confirm(conn: Connection, company_id: int, subscription_id: int, frequency: Frequency, now: datetime) -> None:
    """Make a pending subscription active; it takes the place of the same wish of the same address."""
    mine = get(conn, company_id, subscription_id)
    if mine.status != "pending" or mine.email is None:
        return
    for other in of_address(conn, company_id, mine.email):
        if other.wish == mine.wish:
            _end(conn, other, now)
    values = {"status": "active", "confirmed": now, "frequency": frequency, "next_due": now}
    _change(conn, company_id, subscription_id, values)


def set_frequency(conn: Connection, company_id: int, subscription_id: int, frequency: Frequency, now: datetime) -> None:
    """Change how often an active subscription is matched, from now on; a pending one keeps it for later."""
    mine = get(conn, company_id, subscription_id)
    due = {"next_due": now} if mine.status == "active" else {}
    if mine.status in ("active", "pending"):
        _change(conn, company_id, subscription_id, {"frequency": frequency, **due})


def set_wish(conn: Connection, company_id: int, subscription_id: int, wish: Wish, now: datetime) -> None:
    """Change what an active subscription is matched with, from now on; a pending one keeps it for later."""
    mine = get(conn, company_id, subscription_id)
    due = {"next_due": now} if mine.status == "active" else {}
    if mine.status in ("active", "pending"):
        _change(conn, company_id, subscription_id, {"wish": wish_json(wish), "seen_revision": NEVER_LOOKED, **due})


def end(conn: Connection, company_id: int, subscription_id: int, now: datetime) -> None:
    """End a subscription and forget whose it was; one that has ended stays as it is. Raises NotFound."""
    its = get(conn, company_id, subscription_id)
    if its.status != "ended":
        erasure_log.note(conn, company_id, "subscription", [identity(its)], now)
        _end(conn, its, now)


def bounce(conn: Connection, company_id: int, email: str, now: datetime) -> None:
    """Note that no mail reaches an address: whatever was subscribed with it pauses until it is asked for anew."""
    its = (table.c.company_id == company_id, table.c.email_key == email_key(email))
    going = table.c.status.in_(("pending", "active"))
    conn.execute(update(table).where(*its, going).values(status="bounced", ended=now, next_due=None))


def forget_stale(conn: Connection, now: datetime) -> int:
    """Forget addresses that were never confirmed, or refused long ago, of every company; return how many.

    An "erasure" notice goes out for each company: they leave the database's log too.
    """
    never = (table.c.status == "pending", table.c.created < now - PENDING_FOR)
    refused = (table.c.status == "bounced", table.c.ended < now - BOUNCED_FOR, table.c.email_key.is_not(None))
    expired = {"status": "expired", "ended": now, **_FORGOTTEN}
    of = [
        *conn.scalars(update(table).where(*never).values(expired).returning(table.c.company_id)),
        *conn.scalars(update(table).where(*refused).values(_FORGOTTEN).returning(table.c.company_id)),
    ]
    for company_id in sorted(set(of)):
        notify(conn, ChangeNotice("erasure", company_id, company_id))
    return len(of)


def counts(conn: Connection, company_id: int) -> dict[Status, int]:
    """Return how many subscriptions there are of each status (0 where none)."""
    query = select(table.c.status, func.count()).where(table.c.company_id == company_id).group_by(table.c.status)
    none: dict[Status, int] = dict.fromkeys(get_args(Status), 0)
    return none | dict(conn.execute(query).all())


def add_token(conn: Connection, company_id: int, subscription_id: int, token_hash: str, now: datetime) -> None:
    """Keep the hash of a token that was mailed to the subscription's address."""
    values = {"company_id": company_id, "subscription_id": subscription_id, "token_hash": token_hash, "created": now}
    conn.execute(insert(subscription_token).values(values))


def by_token(conn: Connection, token_hash: str) -> Subscription | None:
    """Return the subscription whose address got this token: the token is the credential that names the company.

    Hashes of long random tokens are compared, so that the time it takes says nothing of the token.
    """
    its = (table.c.id == subscription_token.c.subscription_id) & (table.c.company_id == subscription_token.c.company_id)
    query = select(*COLUMNS).join(subscription_token, its).where(subscription_token.c.token_hash == token_hash)
    row = conn.execute(query).one_or_none()
    return None if row is None else from_row(row)


def erase(conn: Connection, company_id: int, email: str) -> int:
    """Delete all that there is of an address, with its mails and tokens; return how many subscriptions."""
    its = (table.c.company_id == company_id, table.c.email_key == email_key(email))
    return conn.execute(delete(table).where(*its)).rowcount


def identity(its: Subscription) -> str:
    """Return what tells a subscription from every other that ever had its number."""
    return f"{its.id} {its.created.isoformat()}"


def running(conn: Connection, company_id: int) -> list[Subscription]:
    """Return the subscriptions that may still send mail: those that wait for confirmation, run, or bounced."""
    going = table.c.status.in_(("pending", "active", "bounced"))
    return [from_row(row) for row in conn.execute(_of(company_id).where(going))]


def _end(conn: Connection, its: Subscription, now: datetime) -> None:
    _change(conn, its.company_id, its.id, {"status": "ended", "ended": now, **_FORGOTTEN})


_FORGOTTEN: dict[str, None] = dict.fromkeys(("email", "email_key", "conversation_id", "next_due"))


def _of(company_id: int) -> AnySelect:
    return select(*COLUMNS).where(table.c.company_id == company_id)


def _change(conn: Connection, company_id: int, subscription_id: int, values: dict[str, Any]) -> None:
    one = (table.c.id == subscription_id, table.c.company_id == company_id)
    conn.execute(update(table).where(*one).values(values))
