"""Checking a password: throttled, one at a time, and as slow for unknown users as for known ones."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from aiohttp import web

from admin import known_browser, passwords
from admin.desk import Desk
from admin.errors import DeskError
from admin.throttle import KNOWN_BROWSER, Throttle
from storage import Connection
from storage.people import sessions, users
from storage.people.users import User

_ATTEMPTS_KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who gives a password: the network address, and what the browser shows to be known (see known_browser)."""

    address: str
    proof: str


@dataclass(frozen=True, slots=True)
class Admitted:
    """A user whose password was right, and the proof that makes the browser known from now on."""

    user: User
    proof: str


@dataclass(frozen=True, slots=True)
class _Look:
    """What is known before a password is checked: for whom failures count, and how long that one must wait."""

    user: User | None
    password_hash: str
    counted_as: str
    wait: timedelta


class TooManyAttemptsError(DeskError):
    """Somebody must wait so many seconds before the next try."""

    def __init__(self, wait: timedelta) -> None:
        self.seconds = max(1, math.ceil(wait.total_seconds()))
        soon = self.seconds <= 60
        code, count = ("try_again_soon", self.seconds) if soon else ("too_many_attempts", math.ceil(self.seconds / 60))
        super().__init__(code, status=429, n=count)


class Gatekeeper:
    """Tells people from others by e-mail address and password."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        window = timedelta(minutes=desk.settings.login_window_minutes)
        self._throttle = Throttle(desk.settings.login_attempts, window)
        # Parallel guesses can neither slip past the count of failures nor take argon2's 64 MiB each.
        self._turn = asyncio.Lock()
        # Compared with when there is no such user, so that the answer takes as long as for one there is.
        self._decoy = passwords.hash_password(passwords.new_password(), desk.hasher)

    async def admit(self, email: str, password: str, visitor: Visitor, *, refusal: str = "wrong_login") -> Admitted:
        """Return the user with this password.

        Raises DeskError: `refusal` alike for a wrong password, an unknown and a disabled user, TooManyAttemptsError
        alike for users who exist and others.
        """
        await self._look(email, visitor)  # who must wait anyway takes no turn from others
        async with self._turn:
            look = await self._look(email, visitor)
            return await self._checked(look, email, password[: passwords.MAX_LENGTH + 1], refusal)

    async def _look(self, email: str, visitor: Visitor) -> _Look:
        now = self._desk.now()
        look = await self._desk.database.read(lambda conn: self._look_up(conn, email, visitor, now))
        if look.wait > timedelta():
            raise TooManyAttemptsError(look.wait)
        return look

    def _look_up(self, conn: Connection, email: str, visitor: Visitor, now: datetime) -> _Look:
        found = users.by_email(conn, email)
        user, password_hash = found or (None, self._decoy)
        if known_browser.is_proof(visitor.proof, email, password_hash):
            look = _Look(user, password_hash, KNOWN_BROWSER, self._throttle.wait(conn, email, KNOWN_BROWSER, now))
            if look.wait <= timedelta():
                return look
        wait = self._throttle.wait(conn, email, visitor.address, now)
        return _Look(user, password_hash, visitor.address, wait)

    async def _checked(self, look: _Look, email: str, password: str, refusal: str) -> Admitted:
        desk, now = self._desk, self._desk.now()
        matches = await asyncio.to_thread(passwords.verify, look.password_hash, password, desk.hasher)
        user = look.user if look.user is not None and matches and not look.user.disabled else None

        def record(conn: Connection) -> None:
            sessions.delete_attempts(conn, now - _ATTEMPTS_KEPT)
            sessions.record_attempt(conn, email, look.counted_as, user is not None, now)

        await desk.database.write(record)
        if user is None:
            raise DeskError(refusal)
        return Admitted(user, known_browser.proof(email, look.password_hash))


GATEKEEPER: web.AppKey[Gatekeeper] = web.AppKey("GATEKEEPER")
