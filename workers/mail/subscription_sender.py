"""Mails to subscribers: each is written at the moment it goes out, with what is open then."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime
from email.message import EmailMessage
from typing import Final

from bot.subscriptions.letters import Letters, OpeningsLetter
from openings.links import WayToApply
from storage import Connection
from storage.applications import applications
from storage.companies import companies
from storage.database.token_hashes import hash_token
from storage.openings import openings
from storage.outbox.outbox import DeliveryOutcome, Entry, Kind
from storage.subscriptions import subscription_mails, subscriptions
from workers.outbox.sender import NotTaken, Pace, without
from workers.ticks import Now, utc_now

MOST_SHOWN: Final = 30
"""So many openings are listed in one mail; of the others it says how many there are."""

SESSIONS: Final = 4

Send = Callable[[EmailMessage, str], Awaitable[None]]
"""Hands a mail for one address to the mail server; raises NotTaken."""


class SubscriptionSender:
    """Writes and sends what subscribers are told."""

    kinds: tuple[Kind, ...] = subscription_mails.KINDS

    def __init__(self, letters: Letters, send: Send, per_minute: int, now: Now = utc_now) -> None:
        self._letters = letters
        self._send = send
        self._now = now
        self.pace = Pace(sessions=SESSIONS, per_minute=per_minute, counted=("answer",))

    def letter(self, conn: Connection, entry: Entry, now: datetime) -> OpeningsLetter | None:
        """Look up what the mail says now, and give its reader a key to the subscription; None for no news."""
        assert entry.subscription_id is not None, "these kinds are about a subscription"
        its = subscriptions.get(conn, entry.company_id, entry.subscription_id)
        company = companies.by_id(conn, entry.company_id)
        if company is None or its.status != ("pending" if entry.kind == "confirmation" else "active"):
            return None
        news = entry.kind == "openings"
        ids = subscription_mails.open_ids(conn, entry.company_id, entry.id, company.day(now)) if news else []
        if news and not ids:
            return None
        token = secrets.token_urlsafe(32)
        subscriptions.add_token(conn, entry.company_id, its.id, hash_token(token), now)
        shown = openings.by_ids(conn, entry.company_id, ids[:MOST_SHOWN])
        offer = WayToApply(applications.setting(conn, entry.company_id).reference)
        return OpeningsLetter(entry, its, company, token, tuple(shown), tuple(ids), offer)

    async def send(self, letter: OpeningsLetter) -> None:
        """Write the mail and hand it over."""
        address = letter.subscription.email
        assert address is not None, "a subscription that is going on has an address"
        mail = await asyncio.to_thread(self._letters.write, letter, self._now())
        try:
            await self._send(mail, address)
        except NotTaken as error:
            raise NotTaken(without(str(error), address), for_good=error.for_good) from error

    def concluded(
        self, conn: Connection, entry: Entry, letter: OpeningsLetter | None, outcome: DeliveryOutcome, now: datetime
    ) -> None:
        """Let openings that were not sent be sent another time; write no more to an address that was refused."""
        assert entry.subscription_id is not None, "these kinds are about a subscription"
        if outcome == "bounced":
            assert letter is not None, "what is refused was sent"
            subscriptions.bounce(conn, entry.company_id, letter.subscription.email or "", now)
            return
        sent = letter.opening_ids if letter is not None and outcome == "sent" else ()
        subscription_mails.release(conn, entry.company_id, entry.id, but=sent)
        if outcome == "given_up":
            subscription_mails.match_again(conn, entry.company_id, entry.subscription_id)
