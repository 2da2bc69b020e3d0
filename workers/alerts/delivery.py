"""Telling people of blocked models, canaries that ended and drifting scores, through an outbox that loses nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

import structlog

from evaluation.drift import NIGHTS, begins_to_drift
from storage import Connection, alerts, canaries, companies, models, score_history
from storage.alerts import Alert
from storage.companies import Company
from storage.database import Database
from workers.alerts import messages as alert_messages
from workers.alerts.channels import Channel, NotDelivered
from workers.alerts.feed_news import feed_news
from workers.alerts.mail_news import mail_news

log = structlog.get_logger()

RECENT: Final = timedelta(days=3)
"""What happened longer ago is not told: it would greet everybody who switches alerts on."""

LEASE: Final = timedelta(minutes=5)
"""So long an alert belongs to the process that is delivering it; when that dies, another takes it afterwards."""

MOST_ATTEMPTS: Final = 20
_FIRST_WAIT: Final = timedelta(minutes=1)
_LONGEST_WAIT: Final = timedelta(hours=6)
_VERSIONS_LOOKED_AT: Final = 20


class Alerts:
    """Queues what has to be told and delivers what is due.

    Every event is queued once for each channel and sent at least once: a process that dies between sending and noting
    it makes the next one send it again, under the same id.
    """

    def __init__(
        self,
        database: Database,
        channels: Sequence[Channel],
        tolerance: float,
        address: str | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._database = database
        self._channels = {channel.name: channel for channel in channels}
        self._tolerance = tolerance
        self._address = address
        self._now = now

    async def tick(self) -> None:
        """Queue the news of every company, then deliver all that is due."""
        if self._channels:
            await self._queue()
            await self._deliver_all()

    async def _queue(self) -> None:
        news = await self._database.read(lambda conn: list(self._news(conn)))
        for company_id, event, name, message in news:
            await self._database.write(
                partial(alerts.put, company_id=company_id, event=event, channel=name, message=message, now=self._now())
            )

    def _news(self, conn: Connection) -> Iterator[tuple[int, str, str, dict[str, Any]]]:
        for company in companies.all_companies(conn):
            news = (*self._blocked(conn, company), *self._ended(conn, company), *self._drifted(conn, company))
            news += tuple(feed_news(conn, company, self._now() - RECENT, self._address))
            news += tuple(mail_news(conn, company, self._now() - RECENT))
            for event, compose in news:
                for name in self._channels:
                    if not alerts.has(conn, company.id, event, name):
                        yield company.id, event, name, compose()

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
            found = begins_to_drift([night.settings for night in nights], self._tolerance)
            if found:
                yield (
                    f"drifted:{language}:{nights[-1].slot}",
                    lambda code=language, these=found, slot=nights[-1].slot: alert_messages.drifted(  # type: ignore[misc]
                        company, code, these, slot, self._address
                    ),
                )

    async def _deliver_all(self) -> None:
        while True:
            now = self._now()
            alert = await self._database.write(lambda conn: alerts.take_due(conn, now, now + LEASE))  # noqa: B023
            if alert is None:
                return
            await self._deliver(alert)

    async def _deliver(self, alert: Alert) -> None:
        channel = self._channels.get(alert.channel)
        try:
            if channel is None:
                raise NotDelivered("this channel is not configured any more")
            await channel.deliver(alert)
        except NotDelivered as error:
            again, reason = next_try(alert.attempts, self._now()), str(error)
            log.warning("alert_not_delivered", alert=alert.id, channel=alert.channel, reason=reason, next_try=again)
            await self._database.write(lambda conn: alerts.mark_failed(conn, alert.id, reason, again))
        else:
            await self._database.write(lambda conn: alerts.mark_sent(conn, alert.id, self._now()))


def next_try(attempts: int, now: datetime) -> datetime | None:
    """Return when to deliver again after `attempts` earlier failures: 1, 2, 4 ... minutes, at most 6 hours; then None.

    >>> now = datetime(2026, 3, 1, tzinfo=UTC)
    >>> [str(next_try(attempts, now) - now) for attempts in (0, 1, 12)], next_try(MOST_ATTEMPTS - 1, now)
    (['0:01:00', '0:02:00', '6:00:00'], None)
    """
    if attempts + 1 >= MOST_ATTEMPTS:
        return None
    wait: timedelta = min(_FIRST_WAIT * 2**attempts, _LONGEST_WAIT)
    return now + wait
