"""Feeds: when they are due, who holds them, and what becomes of what they brought."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from storage import Connection, Database
from storage.companies.companies import Company
from storage.database.errors import AlreadyExists, BeingFetched, LeaseLost, NotFound
from storage.database.leases import LEASE
from storage.openings import opening_feeds, openings
from storage.openings.opening_feeds import Feed, FeedImport, Marks
from tests.storage.openings.conftest import COOK, NURSE, Import


def test_a_feed_is_due_at_once_and_belongs_to_who_takes_it(database: Database, feed: Feed, now: datetime) -> None:
    def take(at: datetime) -> Feed | None:
        return database.write_now(lambda conn: opening_feeds.take_due(conn, at, in_an_hour))

    first = take(now)
    assert first is not None
    assert first == replace(feed, leased_by=first.leased_by, leased_until=now + LEASE)
    assert take(now + LEASE / 2) is None
    second = take(now + LEASE)
    assert second is not None
    assert second == replace(first, leased_by=second.leased_by, leased_until=now + 2 * LEASE)
    assert first.leased_by != second.leased_by


def test_a_feed_that_somebody_died_at_is_taken_up_at_once_and_then_waits_like_one_that_failed(
    database: Database, feed: Feed, now: datetime
) -> None:
    def take(at: datetime) -> Feed | None:
        return database.write_now(lambda conn: opening_feeds.take_due(conn, at, in_an_hour))

    assert take(now) is not None
    again = now + LEASE
    assert take(again) is not None
    assert take(again + LEASE) is None, "whoever fetches it dies: others have their turn first"
    third = take(again + timedelta(hours=1))
    assert third is not None
    database.write_now(lambda conn: opening_feeds.release(conn, third))
    assert take(again + timedelta(hours=1)) is not None, "who gives it back has not died"


def in_an_hour(_: Feed, now: datetime) -> datetime:
    return now + timedelta(hours=1)


def test_a_feed_is_taken_by_one_until_it_is_given_back_or_its_lease_ends(
    database: Database, company: Company, feed: Feed, now: datetime
) -> None:
    def take(at: datetime) -> Feed:
        return database.write_now(lambda conn: opening_feeds.take(conn, company.id, feed.id, at))

    taken = take(now)
    with pytest.raises(BeingFetched):
        take(now)
    assert database.write_now(lambda conn: opening_feeds.take_due(conn, now, in_an_hour)) is None
    database.write_now(lambda conn: opening_feeds.release(conn, taken))
    other = take(now)
    assert other == replace(taken, leased_by=other.leased_by)
    database.write_now(lambda conn: opening_feeds.renew(conn, other, now + LEASE / 2))
    with pytest.raises(BeingFetched):
        take(now + LEASE)
    assert take(now + 2 * LEASE).leased_by != other.leased_by
    with pytest.raises(LeaseLost):
        database.write_now(lambda conn: opening_feeds.renew(conn, other, now + LEASE))


def test_a_feed_that_is_being_fetched_is_neither_accepted_nor_fetched_again(
    database: Database, company: Company, feed: Feed, now: datetime
) -> None:
    def take(conn: Connection) -> int:
        opening_feeds.take(conn, company.id, feed.id, now)
        return opening_feeds.log(conn, company.id, feed.id, FeedImport("held"), now)

    held = database.write_now(take)
    with pytest.raises(BeingFetched):
        database.write_now(lambda conn: opening_feeds.fetch_soon(conn, company.id, feed.id, now))
    with pytest.raises(BeingFetched):
        database.write_now(lambda conn: opening_feeds.accept(conn, company.id, held, now))
    database.write_now(lambda conn: opening_feeds.accept(conn, company.id, held, now + LEASE))


def test_only_who_holds_the_lease_keeps_or_releases_a_feed(
    database: Database, company: Company, feed: Feed, now: datetime
) -> None:
    def take(at: datetime) -> Feed:
        return database.write_now(lambda conn: opening_feeds.take(conn, company.id, feed.id, at))

    first, second = take(now), take(now + LEASE)
    with pytest.raises(LeaseLost):
        database.write_now(lambda conn: opening_feeds.keep(conn, first))
    database.write_now(lambda conn: opening_feeds.release(conn, first))
    database.write_now(lambda conn: opening_feeds.keep(conn, second))
    database.write_now(lambda conn: opening_feeds.remove(conn, company.id, feed.id, now))
    with pytest.raises(LeaseLost):
        database.write_now(lambda conn: opening_feeds.keep(conn, second))
    assert database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id)).leased_by is None


def test_a_feed_of_a_file_is_never_due(database: Database, company: Company, now: datetime) -> None:
    database.write_now(
        lambda conn: opening_feeds.add(conn, company.id, format="csv", url="file:b", now=now, fetched=False)
    )
    assert database.write_now(lambda conn: opening_feeds.take_due(conn, now, in_an_hour)) is None


def test_a_feed_is_added_once_and_again_after_it_was_removed(
    database: Database, company: Company, feed: Feed, imported: Import, now: datetime
) -> None:
    def add(conn: Connection) -> Feed:
        return opening_feeds.add(conn, company.id, format="lever", url=feed.url, now=now)

    with pytest.raises(AlreadyExists, match="file:a"):
        database.write_now(add)
    imported(NURSE, COOK)
    assert database.write_now(lambda conn: opening_feeds.remove(conn, company.id, feed.id, now)) == 2
    assert database.read_now(lambda conn: openings.count_open(conn, company.id)) == 0
    again = database.write_now(add)
    assert (again.id, again.format, again.enabled) == (feed.id, "lever", True)


def test_failures_are_counted_until_a_fetch_succeeds(
    database: Database, company: Company, feed: Feed, now: datetime
) -> None:
    for _ in range(2):
        database.write_now(lambda conn: opening_feeds.not_fetched(conn, company.id, feed.id, now))
    assert database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id)).failures == 2
    database.write_now(lambda conn: opening_feeds.fetched(conn, company.id, feed.id, Marks(now, '"1"'), now))
    after = database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id))
    assert (after.failures, after.etag, after.checked) == (0, '"1"', now)


def test_what_was_held_back_may_be_accepted(database: Database, company: Company, feed: Feed, now: datetime) -> None:
    held = FeedImport("held", offered=3, detail={"closed": ["Cook"]}, reason={"code": "shrank", "params": {}})
    id_ = database.write_now(lambda conn: opening_feeds.log(conn, company.id, feed.id, held, now))
    database.write_now(lambda conn: opening_feeds.accept(conn, company.id, id_, now))
    assert database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id)).may_shrink_to == 3
    [logged] = database.read_now(lambda conn: opening_feeds.imports(conn, company.id, feed.id))
    assert logged.report == held


def test_only_what_was_held_back_can_be_accepted(
    database: Database, company: Company, feed: Feed, now: datetime
) -> None:
    id_ = database.write_now(lambda conn: opening_feeds.log(conn, company.id, feed.id, FeedImport("failed"), now))
    with pytest.raises(NotFound):
        database.write_now(lambda conn: opening_feeds.accept(conn, company.id, id_, datetime.now(UTC)))
