"""Delivering the outbox: each mail is written at the moment it goes out, and goes out at least once."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import partial
from typing import Final

import structlog

from bot.subscriptions.letters import Letter, Letters
from bot.tokens import hash_token
from openings.links import Offer
from storage import Connection, applications, companies, mail, openings, subscriptions
from storage.database import Database
from storage.mail import Mail
from workers.alerts.delivery import next_try
from workers.mail.smtp import NotTaken

log = structlog.get_logger()

LEASE: Final = timedelta(minutes=15)
"""So long a mail belongs to the process that is delivering it, more than a session with the slowest server can take."""

MOST_SHOWN: Final = 30
"""So many openings are listed in one mail; of the others it says how many there are."""

SESSIONS: Final = 4
"""So many mails are handed over at once: one slow answer does not hold up everybody."""

Send = Callable[[EmailMessage, str], Awaitable[None]]
"""Hands a mail for one address to the mail server; raises NotTaken."""


class MailDelivery:
    """Sends what is due.

    A process that dies after the server took a mail and before that was noted makes the next one send it again, under
    the same Message-ID.
    """

    def __init__(
        self,
        database: Database,
        letters: Letters,
        send: Send,
        per_minute: int,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._database = database
        self._letters = letters
        self._send = send
        self._per_minute = per_minute
        self._now = now

    async def tick(self) -> None:
        """Deliver all that is due, as much as a minute allows."""
        if await self._database.read(lambda conn: mail.is_due(conn, self._now())):
            await asyncio.gather(*(self._deliver_all() for _ in range(SESSIONS)))

    async def _deliver_all(self) -> None:
        while (taken := await self._database.write(self._take)) is not None:
            due, letter = taken
            if letter is not None:
                await self._deliver(letter)
            else:
                log.info("mail_dropped", mail=due.id, kind=due.kind)

    def _take(self, conn: Connection) -> tuple[Mail, Letter | None] | None:
        """Take a mail and look up what it says now; drop it when there is nothing to say any more."""
        due = mail.take_due(conn, self._now(), self._now() + LEASE, self._per_minute)
        if due is None:
            return None
        letter = self._letter(conn, due)
        if letter is None:
            mail.drop(conn, due.company_id, due.id)
        return due, letter

    def _letter(self, conn: Connection, due: Mail) -> Letter | None:
        its = subscriptions.get(conn, due.company_id, due.subscription_id)
        company = companies.by_id(conn, due.company_id)
        if company is None or its.status != ("pending" if due.kind == "confirmation" else "active"):
            return None
        ids = mail.open_ids(conn, due.company_id, due.id, self._now().date()) if due.kind == "openings" else []
        if due.kind == "openings" and not ids:
            return None
        token = secrets.token_urlsafe(32)
        subscriptions.add_token(conn, due.company_id, its.id, hash_token(token), self._now())
        shown = openings.by_ids(conn, due.company_id, ids[:MOST_SHOWN])
        offer = Offer(applications.setting(conn, due.company_id).reference)
        return Letter(due, its, company, token, tuple(shown), tuple(ids), offer)

    async def _deliver(self, letter: Letter) -> None:
        due, address = letter.mail, letter.subscription.email
        assert address is not None, "a subscription that is going on has an address"
        try:
            await self._send(await self._written(letter), address)
        except NotTaken as error:
            await self._database.write(partial(self._note, letter=letter, error=error))
        else:
            ids = letter.opening_ids
            await self._database.write(lambda conn: mail.mark_sent(conn, due.company_id, due.id, ids))

    async def _written(self, letter: Letter) -> EmailMessage:
        try:
            return await asyncio.to_thread(self._letters.write, letter, self._now())
        except Exception as error:  # whatever is wrong with one mail, the others go out
            log.exception("mail_not_written", mail=letter.mail.id)
            raise NotTaken(error) from error

    def _note(self, conn: Connection, *, letter: Letter, error: NotTaken) -> None:
        # Servers like to repeat the address, and these words outlive it.
        due, why = letter.mail, without(str(error), letter.subscription.email or "")
        again = None if error.for_good else next_try(due.attempts, self._now())
        log.warning("mail_not_taken", mail=due.id, kind=due.kind, reason=why, for_good=error.for_good, next_try=again)
        if error.for_good:
            mail.mark_bounced(conn, due.company_id, due.id, why)
            subscriptions.bounce(conn, due.company_id, letter.subscription.email or "", self._now())
        elif again is None:
            mail.give_up(conn, due.company_id, due.id, why)
        else:
            mail.mark_failed(conn, due.company_id, due.id, why, again)


def without(words: str, address: str) -> str:
    """Return what a mail server said without the address.

    >>> without("550 <Anna@Example.org>: unknown", "anna@example.org")
    '550 <…>: unknown'
    """
    return re.sub(re.escape(address), "…", words, flags=re.IGNORECASE) if address else words
