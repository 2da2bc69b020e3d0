"""Telling people of blocked models, canaries that ended and drifting scores, through an outbox that loses nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from bot.letter import UnwritableAddress
from evaluation.traffic.drift import NIGHTS, begins_to_drift
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import Usual, as_made
from storage.database.database import Database
from storage.database.rows import found
from storage.models import canaries, models, score_history
from storage.outbox import outbox
from storage.outbox.outbox import Entry, Kind, NewEntry
from workers.alerts import messages as alert_messages
from workers.alerts.channels import EMAIL, Alert, AlertChannel
from workers.alerts.feed_news import feed_news
from workers.alerts.mail_news import mail_news
from workers.outbox.delivery import OutboxDelivery
from workers.outbox.sender import NothingElse, NotTaken, Pace
from workers.ticks import Now, utc_now

RECENT: Final = timedelta(days=3)
"""What happened longer ago is not told: it would greet everybody who switches alerts on."""

LEASE: Final = timedelta(minutes=5)
_VERSIONS_LOOKED_AT: Final = 20


class AlertSender(NothingElse):
    """Sends alerts through the channels that are configured."""

    kinds: tuple[Kind, ...] = ("alert",)
    pace = Pace(LEASE)

    def __init__(self, channels: Sequence[AlertChannel], usual: Usual) -> None:
        self._usual = usual
        self._channels = {channel.name: channel for channel in channels}

    def letter(self, conn: Connection, entry: Entry, now: datetime) -> tuple[AlertChannel | None, Alert]:
        """Return the alert, with the channel it was queued for as long as there is one."""
        company = found(companies.by_id(conn, entry.company_id), "company")
        recipients = company.settings(self._usual).alert_recipients
        return self._channels.get(entry.recipient or ""), Alert(
            entry.id, entry.payload or {}, entry.created, recipients
        )

    async def send(self, letter: tuple[AlertChannel | None, Alert]) -> None:
        """Deliver it; a server that refuses it now may take it at the next attempt."""
        channel, alert = letter
        if channel is None:
            raise NotTaken("this channel is not configured any more")
        try:
            await channel.deliver(alert)
        except (NotTaken, UnwritableAddress) as error:
            raise NotTaken(error) from error


class Alerts:
    """Queues what has to be told, every event once for each channel, and delivers what is due."""

    def __init__(
        self,
        database: Database,
        channels: Sequence[AlertChannel],
        usual: Usual = as_made,
        address: str | None = None,
        now: Now = utc_now,
    ) -> None:
        self._database = database
        self._names = [channel.name for channel in channels]
        self._delivery = OutboxDelivery(database, AlertSender(channels, usual), now)
        self._usual = usual
        self._address = address
        self._now = now

    async def tick(self) -> None:
        """Queue the news of every company, then deliver all that is due."""
        if self._names:
            await self._queue()
            await self._delivery.tick()

    async def _queue(self) -> None:
        for company_id, alert in await self._database.read(lambda conn: list(self._news(conn))):
            await self._database.write(partial(outbox.put_once, company_id=company_id, new=alert, now=self._now()))

    def _news(self, conn: Connection) -> Iterator[tuple[int, NewEntry]]:
        for company in companies.all_companies(conn):
            news = (*self._blocked(conn, company), *self._ended(conn, company), *self._drifted(conn, company))
            news += tuple(feed_news(conn, company, self._now() - RECENT, self._address))
            news += tuple(mail_news(conn, company, self._now() - RECENT))
            its = company.settings(self._usual)
            names = [name for name in self._names if name != EMAIL or its.alert_recipients]
            told = [(event, compose) for event, compose in news if event.partition(":")[0] in its.alert_events]
            for event, compose in told:
                for name in names:
                    if not outbox.has(conn, company.id, "alert", key_of(event, name)):
                        yield company.id, NewEntry("alert", key_of(event, name), name, compose())

    def _blocked(self, conn: Connection, company: Company) -> Iterator[tuple[str, Callable[[], dict[str, Any]]]]:
        for version in models.history(conn, company.id, limit=_VERSIONS_LOOKED_AT):
            if version.status != "blocked" or self._now() - version.created > RECENT:
                continue
            gate = models.gate(conn, company.id, version.id)
            reasons = gate.reasons if gate else []
            yield (
                f"blocked:{version.id}",
                lambda v=version, r=reasons: alert_messages.blocked(company, v, r, self._address),  # type: ignore[misc]
            )

    def _ended(self, conn: Connection, company: Company) -> Iterator[tuple[str, Callable[[], dict[str, Any]]]]:
        for trial in canaries.ended_since(conn, company.id, self._now() - RECENT):
            if trial.outcome == "worse":
                version = models.get(conn, company.id, trial.model_id)
                yield (
                    f"canary_ended:{trial.id}",
                    lambda v=version, t=trial: alert_messages.canary_ended(company, v, t, self._address),  # type: ignore[misc]
                )

    def _drifted(self, conn: Connection, company: Company) -> Iterator[tuple[str, Callable[[], dict[str, Any]]]]:
        for language in company.languages:
            # One more than the rule looks at: was it drifting the night before already?
            nights = score_history.newest(conn, company.id, language, NIGHTS + 2)
            if not nights or self._now() - nights[-1].created > RECENT:
                continue
            found = begins_to_drift([night.settings for night in nights], company.settings(self._usual).drift_tolerance)
            if found:
                yield (
                    f"drifted:{language}:{nights[-1].slot}",
                    lambda code=language, these=found, slot=nights[-1].slot: alert_messages.drifted(  # type: ignore[misc]
                        company, code, these, slot, self._address
                    ),
                )


def key_of(event: str, channel: str) -> str:
    """Return under which key an event is told through a channel."""
    return f"{event}:{channel}"
