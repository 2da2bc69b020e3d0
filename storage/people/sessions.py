"""Logged-in sessions on the server's side, and the count of failed logins that throttles guessing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, insert, select, true
from sqlalchemy import delete as delete_from

from storage.database.rows import new_id
from storage.people.users import COLUMNS, User, folded
from storage.tables.base import account, login_attempt, session


@dataclass(frozen=True, slots=True)
class Session:
    """A login that is still good; `csrf` is the token its forms must carry."""

    id: int
    user: User
    csrf: str
    created: datetime
    expires: datetime


@dataclass(frozen=True, slots=True)
class Failures:
    """How many logins failed, and when the first and the last of them did."""

    count: int
    first: datetime | None
    last: datetime | None


def create(conn: Connection, user_id: int, token_hash: str, csrf: str, now: datetime, expires: datetime) -> int:
    """Start a session and return its id; only the hash of its token is kept."""
    values = {"account_id": user_id, "token_hash": token_hash, "csrf": csrf, "created": now, "expires": expires}
    return new_id(conn.execute(insert(session).values(**values)))


def by_token_hash(conn: Connection, token_hash: str, now: datetime) -> Session | None:
    """Return the session unless it is unknown, expired or its user disabled."""
    query = (
        select(session.c.id, session.c.csrf, session.c.created, session.c.expires, *COLUMNS)
        .join(account, account.c.id == session.c.account_id)
        .where(session.c.token_hash == token_hash, session.c.expires > now, account.c.disabled.is_not(true()))
    )
    row = conn.execute(query).one_or_none()
    if row is None:
        return None
    id_, csrf, created, expires, *user = row
    return Session(id_, User(*user), csrf, created, expires)


def delete(conn: Connection, session_id: int) -> None:
    """End this session, if there is one."""
    conn.execute(delete_from(session).where(session.c.id == session_id))


def delete_all(conn: Connection) -> None:
    """Log everybody out."""
    conn.execute(delete_from(session))


def delete_expired(conn: Connection, now: datetime) -> int:
    """Remove sessions that ended by themselves and return how many there were."""
    return conn.execute(delete_from(session).where(session.c.expires <= now)).rowcount


def record_attempt(conn: Connection, email: str, address: str, ok: bool, now: datetime) -> None:
    """Note a login attempt from a network address."""
    conn.execute(insert(login_attempt).values(email=folded(email), address=address, ok=ok, created=now))


def failures(conn: Connection, since: datetime, *, email: str | None = None, address: str | None = None) -> Failures:
    """Return the logins that failed since then for this e-mail address, from this network address, or both."""
    query = select(func.count(), func.min(login_attempt.c.created), func.max(login_attempt.c.created))
    query = query.where(login_attempt.c.created >= since, login_attempt.c.ok.is_not(true()))
    if email is not None:
        query = query.where(login_attempt.c.email == folded(email))
    if address is not None:
        query = query.where(login_attempt.c.address == address)
    count, first, last = conn.execute(query).one()
    return Failures(count, first, last)


def delete_attempts(conn: Connection, before: datetime) -> int:
    """Forget attempts older than that and return how many there were."""
    return conn.execute(delete_from(login_attempt).where(login_attempt.c.created < before)).rowcount
