"""Fetching feeds of openings when they are due, in one process of several, and on request."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

import structlog

from openings.feeds.delivery import Deliver
from openings.feeds.importing import fail, take_over
from openings.feeds.reasons import FeedError, FeedReason, FeedReasonCode
from storage import Connection
from storage.companies import companies
from storage.database.database import Database
from storage.database.errors import LeaseLost, StorageError, Unavailable
from storage.openings import opening_feeds, opening_import
from storage.openings.opening_feeds import SELDOM, Feed, FeedImport, Marks
from workers.feeds.process import Run, delivering_aside
from workers.heartbeat import Pause, under_lease
from workers.ticks import Now, Tick, utc_now

log = structlog.get_logger()

TICK_SECONDS: Final = 60.0

_LONGEST_WAIT: Final = timedelta(days=1)


class OpeningFeeds:
    """Has what is due delivered and imports it."""

    def __init__(
        self,
        database: Database,
        deliver: Deliver,
        *,
        now: Now = utc_now,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._database = database
        self._deliver = deliver
        self._now = now
        self._pause = pause

    async def tick(self) -> None:
        """Close what is on offer no more, then fetch all that is due, one feed after the other.

        A feed that was missed because no process ran is due at once, and once.
        """
        now = self._now()
        await self._database.write(lambda conn: opening_import.close_expired(conn, now))
        while (feed := await self._next_due()) is not None:
            try:
                report = await self._fetch(feed)
            except LeaseLost as error:
                log.info("feed_lost", feed=feed.id, url=feed.url, reason=str(error))
            else:
                log.info("feed_imported", feed=feed.id, url=feed.url, outcome=report.outcome, reason=report.reason)

    async def fetch_now(self, company_id: int, feed_id: int, *, accept: bool = False) -> FeedImport:
        """Fetch a feed and import it, due or not; raise NotFound, LeaseLost, or BeingFetched when another is at it."""
        now = self._now()
        feed = await self._database.write(lambda conn: opening_feeds.take(conn, company_id, feed_id, now))
        try:
            return await self._fetch(feed, accept=accept)
        except Exception:
            await _release(self._database, feed)
            raise

    async def _fetch(self, feed: Feed, *, accept: bool = False) -> FeedImport:
        """Fetch a feed that was taken; whatever goes wrong is logged and reported, and what stood before stands.

        Who meets a database that takes nothing keeps the feed for the lease, so that others have their turn.
        """
        return await holding(self._database, feed, lambda: self._fetched(feed, accept), self._now, self._pause)

    async def _fetched(self, feed: Feed, accept: bool) -> FeedImport:
        started, now = time.monotonic(), self._now()
        waited = Marks(next_after_failure(feed, now))
        try:
            company = await self._database.read(lambda conn: companies.by_id(conn, feed.company_id))
            assert company is not None, "a feed belongs to a company"
            delivery = await self._deliver(feed, company, company.day(now))
            marks = Marks(next_after(feed, now), delivery.etag, delivery.last_modified)
            if delivery.reading is None:
                return await self._unchanged(feed, marks, now)
            return await take_over(self._database, feed, delivery.reading, now, marks=marks, accept=accept)
        except FeedError as error:
            reason = error.reason
        except (LeaseLost, Unavailable):
            raise
        except Exception:  # whatever is wrong with one feed, it is told, and the others have their turn
            log.exception("feed_not_kept", feed=feed.id, url=feed.url)
            reason = FeedReason(FeedReasonCode.NOT_KEPT)
        return await fail(self._database, feed, reason, time.monotonic() - started, now, waited)

    async def _next_due(self) -> Feed | None:
        now = self._now()
        return await self._database.write(lambda conn: opening_feeds.take_due(conn, now, next_after_failure))

    async def _unchanged(self, feed: Feed, marks: Marks, now: datetime) -> FeedImport:
        def note(conn: Connection) -> None:
            opening_feeds.keep(conn, feed)
            opening_feeds.fetched(conn, feed.company_id, feed.id, marks, now)

        await self._database.write(note)
        return FeedImport("unchanged")


async def holding(
    database: Database,
    feed: Feed,
    work: Callable[[], Awaitable[FeedImport]],
    now: Now = utc_now,
    pause: Pause = asyncio.sleep,
) -> FeedImport:
    """Do the work on a feed that was taken, and keep others off it until that ends; who is stopped gives it back.

    Raises LeaseLost when the feed was removed or taken over meanwhile.
    """

    async def renew() -> None:
        moment = now()
        # A process that has finished has given the feed back already; one that lost it learns that from its next write.
        with contextlib.suppress(LeaseLost):
            await database.write(lambda conn: opening_feeds.renew(conn, feed, moment))

    try:
        return await under_lease(work, renew, pause)
    except asyncio.CancelledError:
        await _release(database, feed)
        raise


async def _release(database: Database, feed: Feed) -> None:
    # A database that is being closed, too, leaves the rest to the lease.
    with contextlib.suppress(StorageError):
        await database.write(lambda conn: opening_feeds.release(conn, feed))


def feed_ticks(run: Run, database: Database) -> tuple[Tick, ...]:
    """Return what fetches feeds on schedule, each by a process that `run` starts."""
    return (Tick(TICK_SECONDS, OpeningFeeds(database, delivering_aside(run)).tick),)


def next_after(feed: Feed, now: datetime) -> datetime | None:
    """Return when to fetch the feed again; None for one that is fetched on request only."""
    return now + _its_time(feed) if feed.next_fetch is not None else None


def next_after_failure(feed: Feed, now: datetime) -> datetime | None:
    """Return when to try again after a failure: each time twice as long, at most a day or the feed's own time."""
    if feed.next_fetch is None:
        return None
    usual = _its_time(feed)
    wait: timedelta = min(usual * 2 ** min(feed.failures, 10), max(_LONGEST_WAIT, usual))
    return now + wait


def _its_time(feed: Feed) -> timedelta:
    # Earlier releases took any number of minutes: one beyond the end of the calendar would stop everybody's feeds.
    return timedelta(minutes=min(feed.every_minutes, SELDOM))
