"""Posting what happens in the inbox to the companies' webhooks: signed, to public addresses only, never redirected."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from network.addresses import AddressRefused, PublicResolver, checked_url, refusal_in
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations import waits
from storage.conversations.waits import Wait
from storage.database.database import Database
from storage.database.errors import NotFound
from storage.outbox import webhooks
from storage.outbox.outbox import Entry, Kind
from storage.outbox.webhooks import Webhook
from workers.outbox.delivery import OutboxDelivery
from workers.outbox.sender import NothingElse, NotTaken, Pace
from workers.outbox.webhook import code_of, post, signed_at
from workers.ticks import Now, Tick, utc_now
from workers.told.bodies import body_of
from workers.told.settings import WebhookSettings
from workers.told.talks import talk_of
from workers.told.words import InboxNews, speaker

SECONDS: Final = 3.0
LEASE: Final = timedelta(minutes=5)
SESSIONS: Final = 4


@dataclass(frozen=True, slots=True)
class Posting:
    """What is posted where; `delivery` is the same for every attempt."""

    url: str
    secret: str
    body: bytes
    delivery: int


class WebhookSender(NothingElse):
    """Posts news of the inbox; `allowed` hosts may have private addresses."""

    kinds: tuple[Kind, ...] = ("webhook",)
    pace = Pace(LEASE, SESSIONS)

    def __init__(
        self,
        timeout_seconds: float,
        allowed: Collection[str] = (),
        public_url: str | None = None,
        now: Now = utc_now,
    ) -> None:
        self._timeout = timeout_seconds
        self._allowed = allowed
        self._public_url = public_url
        self._now = now

    def letter(self, conn: Connection, entry: Entry, now: datetime) -> Posting | None:
        """Write what is posted; None when the webhook is no more, or people need not be told any more."""
        company, hook = companies.by_id(conn, entry.company_id), _webhook(conn, entry)
        if company is None or hook is None:
            return None
        told = self._told(conn, company, hook, entry)
        if told is None:
            return None
        body = body_of(hook.receiver, speaker(company.default_language), told, delivery=entry.id, company=company.key)
        return Posting(hook.url, hook.secret, body, entry.id)

    def _told(self, conn: Connection, company: Company, hook: Webhook, entry: Entry) -> InboxNews | None:
        said = entry.payload or {}
        if said["event"] == "test":
            return InboxNews("test", company.name, entry.created)
        wait = waits.get(conn, company.id, said["wait"])
        if wait is None or (not said.get("again") and is_stale(hook, said["event"], wait, entry.attempts)):
            return None
        at = datetime.fromisoformat(said["at"])
        return InboxNews(said["event"], company.name, at, talk_of(conn, company.id, wait, at, self._public_url))

    async def send(self, letter: Posting) -> None:
        """Post it, signed at this moment; why it was not taken is a code that the desk says in words."""
        headers = signed_at(letter.body, letter.secret, self._now()) | {"X-Candor-Delivery": str(letter.delivery)}
        try:
            checked_url(letter.url, self._allowed)
            resolver = PublicResolver(self._allowed)
            await post(letter.url, letter.body, headers, timeout_seconds=self._timeout, resolver=resolver)
        except AddressRefused:
            raise NotTaken("private_address", for_good=True) from None
        except NotTaken as error:
            refused = refusal_in(error)
            raise NotTaken(code_of(error), for_good=refused is not None) from None


def is_stale(hook: Webhook, event: str, wait: Wait, attempts: int) -> bool:
    """Tell whether a late attempt would call people to somebody who waits no more; programs are told all the same."""
    return hook.receiver != "json" and event != "answered" and attempts > 1 and wait.ended is not None


def webhook_ticks(settings: WebhookSettings, public_url: str | None, database: Database) -> list[Tick]:
    """Return what the schedule runs."""
    sender = WebhookSender(settings.timeout_seconds, settings.hosts, public_url)
    return [Tick(SECONDS, OutboxDelivery(database, sender).tick)]


def _webhook(conn: Connection, entry: Entry) -> Webhook | None:
    try:
        hook = webhooks.get(conn, entry.company_id, int(entry.recipient or 0))
    except NotFound:
        return None
    is_test = (entry.payload or {}).get("event") == "test"
    return hook if hook.enabled or is_test else None
