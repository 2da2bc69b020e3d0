"""Server-side sessions: the cookie holds a random token, the database its hash."""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import datetime, timedelta

from aiohttp import web

from admin.desk import DESK, DeskSettings
from storage import Connection
from storage.database.errors import Unavailable
from storage.database.token_hashes import hash_token
from storage.people import sessions
from storage.people.sessions import Session

# A prolonged session is written anew only after this share of the idle time, not with every click.
_PROLONG_AFTER = 0.1
# What pages fetch by themselves is no sign that somebody is there.
_POLLED = ("/messages", "/progress", "/live")


def cookie_name(request: web.Request) -> str:
    """Return the cookie's name; over HTTPS the `__Host-` prefix binds it to this host."""
    return "__Host-candor-desk" if is_https(request) else "candor-desk"


def is_https(request: web.Request) -> bool:
    """Tell whether the browser reaches the desk over HTTPS."""
    public_url = request.app[DESK].settings.public_url
    return request.secure or (public_url or "").startswith("https://")


def open_session(conn: Connection, user_id: int, settings: DeskSettings, now: datetime) -> str:
    """Create a session under a new token and return the token; its only copy goes into the cookie."""
    token = secrets.token_urlsafe(32)
    sessions.delete_expired(conn, now)
    sessions.create(
        conn, user_id, hash_token(token), secrets.token_urlsafe(32), now, expiry(now, settings=settings, now=now)
    )
    return token


def expiry(created: datetime, *, settings: DeskSettings, now: datetime) -> datetime:
    """Return when a session ends: some idle time from now, and never later than its greatest age."""
    idle = now + timedelta(minutes=settings.idle_minutes)
    return min(idle, created + timedelta(hours=settings.session_hours))


async def current(request: web.Request) -> Session | None:
    """Return the session of the request's cookie, prolonged; None when there is none, or when it has ended."""
    desk, token = request.app[DESK], request.cookies.get(cookie_name(request))
    if not token:
        return None
    hashed, now = hash_token(token), desk.now()
    session = await desk.database.read(lambda conn: sessions.by_token_hash(conn, hashed, now))
    if session is None or request.path.endswith(_POLLED):
        return session
    expires = expiry(session.created, settings=desk.settings, now=now)
    if expires - session.expires > timedelta(minutes=desk.settings.idle_minutes * _PROLONG_AFTER):
        # What can still be read is shown while nothing can be written, as on a full disk: the session is good as it is.
        with suppress(Unavailable):
            await desk.database.write(lambda conn: prolong(conn, hashed, expires, now))
    return session


def is_valid(conn: Connection, request: web.Request, now: datetime) -> bool:
    """Tell whether the session of a request that is still being answered has not ended by now."""
    token = request.cookies.get(cookie_name(request), "")
    return sessions.by_token_hash(conn, hash_token(token), now) is not None


def prolong(conn: Connection, hashed: str, expires: datetime, now: datetime) -> None:
    """Let a session end later, unless it has ended: a logout that came in between is not undone."""
    session = sessions.by_token_hash(conn, hashed, now)
    if session is not None:
        sessions.delete(conn, session.id)
        sessions.create(conn, session.user.id, hashed, session.csrf, session.created, expires)


def set_cookie(response: web.StreamResponse, request: web.Request, token: str) -> None:
    """Hand the token to the browser."""
    response.set_cookie(cookie_name(request), token, path="/", httponly=True, secure=is_https(request), samesite="Lax")


def drop_cookie(response: web.StreamResponse, request: web.Request) -> None:
    """Take the token back from the browser."""
    response.del_cookie(cookie_name(request), path="/", httponly=True, secure=is_https(request), samesite="Lax")
