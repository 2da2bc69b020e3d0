"""Feeds are fetched when they are due, and what goes wrong is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from candor.demo import DEMO_FOLDER
from candor.openings_knowledge import read_file
from openings.feeds.importing import take_over
from storage import Connection
from storage.companies.companies import Company
from storage.database.database import Database
from storage.database.errors import InvalidText
from storage.openings import opening_feeds, opening_import, openings
from storage.openings.opening_feeds import Feed, FeedImport
from storage.openings.openings import OpeningContent
from tests.clock import START, Clock
from tests.workers.feeds.feeding import Jobs
from workers.alerts.feed_news import FAILURES, feed_news
from workers.feeds import schedule
from workers.feeds.schedule import OpeningFeeds, next_after, next_after_failure


def log_of(database: Database, feed: Feed) -> list[FeedImport]:
    found = database.read_now(lambda conn: opening_feeds.imports(conn, feed.company_id, feed.id))
    return [each.report for each in found]


def open_titles(database: Database, company: Company) -> list[str]:
    return database.read_now(lambda conn: openings.titles(conn, company.id))


@pytest.mark.both_databases
async def test_a_feed_that_is_due_is_fetched_and_imported(
    process: Callable[[], OpeningFeeds], database: Database, company: Company, feed: Feed
) -> None:
    await process().tick()
    assert open_titles(database, company) == ["Nurse 0", "Nurse 1", "Nurse 2"]
    [opening] = database.read_now(lambda conn: openings.of_company(conn, company.id, limit=1))
    assert opening.content.professions == ("nurse",)
    assert opening.content.places[0].country == "DE"
    after = database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id))
    assert after.next_fetch == START + timedelta(hours=1)


@pytest.mark.usefixtures("feed")
async def test_it_is_fetched_again_when_its_time_has_come_and_missed_times_count_once(
    process: Callable[[], OpeningFeeds], jobs: Jobs, clock: Clock
) -> None:
    feeds = process()
    await feeds.tick()
    clock.now += timedelta(minutes=59)
    await feeds.tick()
    assert jobs.asked == 1
    clock.now += timedelta(days=3)
    await feeds.tick()
    await feeds.tick()
    assert jobs.asked == 2


async def test_what_has_not_changed_changes_nothing_and_is_not_logged(
    process: Callable[[], OpeningFeeds], database: Database, feed: Feed, clock: Clock
) -> None:
    await process().tick()
    clock.now += timedelta(hours=1)
    await process().tick()
    assert len(log_of(database, feed)) == 1
    after = database.read_now(lambda conn: opening_feeds.get(conn, feed.company_id, feed.id))
    assert after.checked == clock.now
    assert after.etag == '"3"'


async def test_a_failing_feed_is_tried_again_ever_later_and_told_once_after_three(
    process: Callable[[], OpeningFeeds], database: Database, company: Company, feed: Feed, jobs: Jobs, clock: Clock
) -> None:
    await process().tick()
    jobs.status = 500
    jobs.count = 4
    told: list[set[str]] = []
    for _ in range(5):
        current = database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id))
        assert current.next_fetch is not None
        clock.now = current.next_fetch
        await process().tick()
        told.append(set(events(database, company, clock.now)))
    assert [bool(each) for each in told] == [False] * (FAILURES - 1) + [True] * 3
    assert len(set.union(*told)) == 1
    assert len(open_titles(database, company)) == 3
    jobs.status = 200
    clock.now += timedelta(days=2)
    await process().tick()
    assert events(database, company, clock.now) == []
    assert len(open_titles(database, company)) == 4


async def test_a_feed_that_was_held_back_is_told_with_its_counts(
    process: Callable[[], OpeningFeeds], database: Database, company: Company, feed: Feed, jobs: Jobs, clock: Clock
) -> None:
    jobs.count = 20
    await process().tick()
    jobs.count = 2
    clock.now += timedelta(hours=1)
    await process().tick()
    assert log_of(database, feed)[0].outcome == "held"
    [(_, compose)] = database.read_now(lambda conn: list(feed_news(conn, company, START, "https://chat.example")))
    message = compose()
    assert "Open until now: 20. Offered now: 2." in message["text"]
    assert message["text"].endswith("https://chat.example/admin/openings\n")
    [again] = {event for _ in range(2) for event in events(database, company, clock.now)}
    clock.now += timedelta(hours=2)
    await process().tick()
    assert events(database, company, clock.now) == [again]


async def test_one_feed_in_trouble_does_not_keep_others_waiting(
    process: Callable[[], OpeningFeeds], database: Database, company: Company, url: str
) -> None:
    def add(conn: Connection) -> None:
        opening_feeds.add(conn, company.id, format="lever", url=f"{url}?broken", now=START - timedelta(hours=1))
        opening_feeds.add(conn, company.id, format="csv", url=url, now=START)

    database.write_now(add)
    await process().tick()
    assert len(open_titles(database, company)) == 3


@pytest.mark.parametrize("trouble", [ValueError("odd"), InvalidText("a NUL")])
async def test_a_feed_that_fails_as_nobody_thought_of_is_told_and_comes_later(
    process: Callable[[], OpeningFeeds],
    database: Database,
    company: Company,
    feed: Feed,
    url: str,
    monkeypatch: pytest.MonkeyPatch,
    trouble: Exception,
) -> None:
    again = f"{url}?again"
    database.write_now(lambda conn: opening_feeds.add(conn, company.id, format="csv", url=again, now=START))

    async def takes_over(database: Database, its: Feed, *given: object, **more: object) -> FeedImport:
        if its.id == feed.id:
            raise trouble
        return await take_over(database, its, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(schedule, "take_over", takes_over)
    await process().tick()
    assert len(open_titles(database, company)) == 3
    (told,) = log_of(database, feed)
    assert (told.outcome, told.reason) == ("failed", {"code": "not_kept", "params": {}})
    after = database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id))
    assert after.next_fetch is not None
    assert after.next_fetch > START


async def test_openings_whose_time_is_up_are_closed_without_a_fetch(
    process: Callable[[], OpeningFeeds], database: Database, company: Company, clock: Clock
) -> None:
    def offer(conn: Connection) -> None:
        old = opening_feeds.add(conn, company.id, format="csv", url="file:a", now=START, fetched=False)
        until = OpeningContent("1", "Cook", valid_through=START.date())
        opening_import.apply(conn, company.id, old.id, [until], START)

    database.write_now(offer)
    await process().tick()
    assert open_titles(database, company) == ["Cook"]
    clock.now += timedelta(days=1)
    await process().tick()
    assert open_titles(database, company) == []


def test_waiting_after_failures_doubles_up_to_a_day(feed: Feed) -> None:
    def waits(failures: int, minutes: int = 60) -> timedelta | None:
        again = next_after_failure(replace(feed, failures=failures, every_minutes=minutes), START)
        return None if again is None else again - START

    hours = [waits(failures) for failures in (0, 1, 2, 9)]
    assert hours == [timedelta(hours=1), timedelta(hours=2), timedelta(hours=4), timedelta(days=1)]
    assert waits(3, minutes=7 * 24 * 60) == timedelta(days=7)


def test_a_feed_that_would_come_again_after_the_end_of_the_calendar_comes_once_a_year(feed: Feed) -> None:
    rare = replace(feed, failures=3, every_minutes=10**12)
    assert next_after(rare, START) == next_after_failure(rare, START) == START + timedelta(days=365)


def events(database: Database, company: Company, now: datetime) -> list[str]:
    since = now - timedelta(days=3)
    return [event for event, _ in database.read_now(lambda conn: list(feed_news(conn, company, since, None)))]


def test_the_demo_companys_openings_are_read_whole(company: Company) -> None:
    reading = read_file(DEMO_FOLDER / "openings.json", None, company, START.date())
    assert len(reading.contents) >= 60
    assert (reading.skipped, reading.notes) == ((), ())
    for content in reading.contents:
        assert content.places, content.title
        assert content.salary, content.title
        assert content.employment_types, content.title
        assert content.posted, content.title
        assert content.apply_url, content.title
