"""Checking a password: throttled, one at a time, and as slow for unknown users as for known ones."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from aiohttp import web

from admin import passwords
from admin.desk import Desk
from admin.errors import DeskError
from storage import sessions, users
from storage.users import User


class Gatekeeper:
    """Tells people from others by e-mail address and password."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        # Parallel guesses can neither slip past the count of failures nor take argon2's 64 MiB each.
        self._turn = asyncio.Lock()
        # Compared with when there is no such user, so that the answer takes as long as for one there is.
        self._decoy = passwords.hash_password(passwords.new_password(), desk.hasher)

    async def admit(self, email: str, password: str, address: str, *, refusal: str = "wrong_login") -> User:
        """Return the user with this password.

        Raises DeskError: `refusal` alike for a wrong password, an unknown and a disabled user, or
        `too_many_attempts` after the allowed failures of this e-mail or network address.
        """
        async with self._turn:
            return await self._admit(email, password[: passwords.MAX_LENGTH + 1], address, refusal)

    async def _admit(self, email: str, password: str, address: str, refusal: str) -> User:
        desk, now = self._desk, self._desk.now()
        since = now - timedelta(minutes=desk.settings.login_window_minutes)
        failures = await desk.database.read(lambda conn: sessions.failures_since(conn, email, address, since))
        if failures >= desk.settings.login_attempts:
            raise DeskError("too_many_attempts", n=round(desk.settings.login_window_minutes))
        known = await desk.database.read(lambda conn: users.by_email(conn, email))
        stored = known[1] if known else self._decoy
        matches = await asyncio.to_thread(passwords.verify, stored, password, desk.hasher)
        user = known[0] if known and matches and not known[0].disabled else None
        await desk.database.write(lambda conn: sessions.record_attempt(conn, email, address, user is not None, now))
        if user is None:
            raise DeskError(refusal)
        return user


GATEKEEPER: web.AppKey[Gatekeeper] = web.AppKey("GATEKEEPER")
