"""A schedule's fetch and a person's, of whatever process, never run at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from storage import Database
from storage.companies.companies import Company
from storage.database.errors import BeingFetched, NotFound
from storage.database.leases import LEASE
from storage.openings import opening_feeds, openings
from storage.openings.opening_feeds import Feed
from tests.clock import START, Clock
from tests.workers.feeds.feeding import Jobs
from workers.feeds.schedule import OpeningFeeds, next_after_failure

Process = Callable[[], OpeningFeeds]
PATIENCE = 60


@pytest.fixture
def slow(jobs: Jobs) -> Jobs:
    """The site, which answers only when it may."""
    jobs.may_answer.clear()
    return jobs


async def asked(jobs: Jobs) -> None:
    await asyncio.wait_for(jobs.was_asked.wait(), PATIENCE)
    jobs.was_asked.clear()


def now_open(database: Database, company: Company) -> int:
    return database.read_now(lambda conn: openings.count_open(conn, company.id))


@pytest.mark.both_databases
@pytest.mark.usefixtures("feed")
async def test_two_schedules_fetch_a_feed_once(process: Process, slow: Jobs) -> None:
    first = asyncio.create_task(process().tick())
    await asked(slow)
    await process().tick()
    assert slow.asked == 1
    slow.may_answer.set()
    await first


async def test_a_person_who_comes_second_to_the_schedule_is_told(
    process: Process, database: Database, company: Company, feed: Feed, slow: Jobs
) -> None:
    scheduled = asyncio.create_task(process().tick())
    await asked(slow)
    with pytest.raises(BeingFetched):
        await process().fetch_now(company.id, feed.id)
    assert slow.asked == 1
    slow.may_answer.set()
    await scheduled
    assert now_open(database, company) == 3
    assert (await process().fetch_now(company.id, feed.id)).outcome == "unchanged"


async def test_the_schedule_leaves_a_feed_alone_that_a_person_fetches(
    process: Process, database: Database, company: Company, feed: Feed, slow: Jobs
) -> None:
    by_hand = asyncio.create_task(process().fetch_now(company.id, feed.id))
    await asked(slow)
    await process().tick()
    with pytest.raises(BeingFetched):
        await process().fetch_now(company.id, feed.id)
    assert slow.asked == 1
    slow.may_answer.set()
    assert (await by_hand).added == 3
    await process().tick()
    assert slow.asked == 1, "it was due before, and is not any more"


async def test_a_feed_whose_fetcher_died_is_fetched_after_its_lease(
    process: Process, database: Database, company: Company, feed: Feed, jobs: Jobs, clock: Clock
) -> None:
    database.write_now(lambda conn: opening_feeds.take_due(conn, START, next_after_failure))
    await process().tick()
    with pytest.raises(BeingFetched):
        await process().fetch_now(company.id, feed.id)
    assert jobs.asked == 0
    clock.now += LEASE
    await process().tick()
    assert now_open(database, company) == 3


async def test_a_person_does_not_wait_longer_for_a_fetcher_that_died(
    process: Process, database: Database, company: Company, feed: Feed, clock: Clock
) -> None:
    database.write_now(lambda conn: opening_feeds.take(conn, company.id, feed.id, START))
    clock.now += LEASE
    assert (await process().fetch_now(company.id, feed.id)).added == 3


@pytest.mark.parametrize("who", ["schedule", "person"])
async def test_who_is_stopped_gives_the_feed_back(
    who: str, process: Process, database: Database, company: Company, feed: Feed, slow: Jobs
) -> None:
    feeds = process()
    fetching = feeds.tick() if who == "schedule" else feeds.fetch_now(company.id, feed.id)
    stopped = asyncio.ensure_future(fetching)
    await asked(slow)
    stopped.cancel()
    await asyncio.gather(stopped, return_exceptions=True)
    slow.may_answer.set()
    await process().tick()
    assert now_open(database, company) == 3


async def test_a_feed_that_is_removed_while_it_is_fetched_offers_nothing_and_stops_nobody(
    process: Process, database: Database, company: Company, feed: Feed, slow: Jobs
) -> None:
    scheduled = asyncio.create_task(process().tick())
    await asked(slow)
    database.write_now(lambda conn: opening_feeds.remove(conn, company.id, feed.id, START))
    slow.may_answer.set()
    await scheduled
    assert now_open(database, company) == 0
    assert database.read_now(lambda conn: opening_feeds.imports(conn, company.id, feed.id)) == []


async def test_a_person_who_fetches_a_feed_of_another_company_finds_none(
    process: Process, company: Company, feed: Feed
) -> None:
    with pytest.raises(NotFound):
        await process().fetch_now(company.id + 1, feed.id)
