from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from openings.feeds.importing import fail, take_over
from openings.feeds.reading import FeedContent
from openings.feeds.reasons import FeedError, FeedReason, FeedReasonCode, Remark
from storage import Connection, Database
from storage.companies.companies import Company
from storage.database.errors import LeaseLost, StorageError
from storage.database.leases import LEASE
from storage.openings import opening_feeds, opening_import, openings
from storage.openings.opening_feeds import Feed, FeedImport, Marks
from storage.openings.openings import OpeningContent

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
Take = Callable[..., Awaitable[FeedImport]]


@pytest.fixture
def feed(database: Database, company: Company) -> Feed:
    url = "https://jobs.example/feed"
    return database.write_now(lambda conn: opening_feeds.add(conn, company.id, format="csv", url=url, now=NOW))


@pytest.fixture
def take(database: Database, company: Company, feed: Feed) -> Take:
    async def run(count: int, name: str = "Job", *, accept: bool = False, marks: Marks = Marks(LATER)) -> FeedImport:  # noqa: B008
        fresh = database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id))
        return await take_over(database, fresh, offering(count, name), NOW, marks=marks, accept=accept)

    return run


def offering(count: int, name: str = "Job") -> FeedContent:
    return FeedContent(tuple(OpeningContent(str(number), f"{name} {number:04}") for number in range(count)))


def is_open(database: Database, company: Company) -> int:
    return database.read_now(lambda conn: openings.count_open(conn, company.id))


def log_of(database: Database, feed: Feed) -> list[FeedImport]:
    found = database.read_now(lambda conn: opening_feeds.imports(conn, feed.company_id, feed.id))
    return [each.report for each in found]


async def test_an_import_is_logged_with_what_changed(take: Take, database: Database, feed: Feed) -> None:
    await take(30)
    report = await take(28)
    assert (report.outcome, report.offered, report.added, report.closed) == ("imported", 28, 0, 2)
    assert report.detail["closed"] == ["Job 0028", "Job 0029"]
    newest, first = log_of(database, feed)
    assert newest == report
    assert first.added == 30
    assert len(first.detail["added"]) == 20


async def test_the_log_says_what_was_skipped_and_noted(database: Database, feed: Feed) -> None:
    skipped = (Remark(FeedReason(FeedReasonCode.NO_ID), "Nurse"), Remark(FeedReason(FeedReasonCode.NO_TITLE), ""))
    note = Remark(FeedReason(FeedReasonCode.CHARSET, {"declared": "ascii", "used": "cp1252"}))
    reading = FeedContent((), skipped, (note,))
    await take_over(database, feed, reading, NOW, marks=Marks())
    [report] = log_of(database, feed)
    assert report.skipped == 2
    assert report.detail["skipped"] == [
        {"opening": "Nurse", "code": "no_id", "params": {}},
        {"opening": "", "code": "no_title", "params": {}},
    ]
    assert report.detail["notes"] == [
        {"opening": None, "code": "charset", "params": {"declared": "ascii", "used": "cp1252"}}
    ]


async def test_a_feed_that_shrinks_by_more_than_half_is_held_back(
    take: Take, database: Database, company: Company, feed: Feed
) -> None:
    await take(20)
    report = await take(9)
    assert report.outcome == "held"
    assert report.reason == {"code": "shrank", "params": {"offered": 9, "standing": 20}}
    assert report.detail["closed"][0] == "Job 0010"
    assert is_open(database, company) == 20
    assert log_of(database, feed)[0] == report


async def test_a_feed_that_shrinks_by_half_is_believed(take: Take, database: Database, company: Company) -> None:
    await take(20)
    assert (await take(10)).outcome == "imported"
    assert is_open(database, company) == 10


async def test_a_small_feed_may_lose_all(take: Take, database: Database, company: Company) -> None:
    await take(9)
    assert (await take(0)).outcome == "imported"
    assert is_open(database, company) == 0


async def test_what_was_held_back_is_taken_over_when_a_person_accepts_it(
    take: Take, database: Database, company: Company, feed: Feed
) -> None:
    await take(20, marks=Marks(LATER, '"1"'))
    await take(3)
    held = database.read_now(lambda conn: opening_feeds.imports(conn, company.id, feed.id))[0]
    database.write_now(lambda conn: opening_feeds.accept(conn, company.id, held.id, NOW))
    due = database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id))
    assert due.next_fetch == NOW
    assert (await take(2)).outcome == "held"
    assert (await take(3)).outcome == "imported"
    assert is_open(database, company) == 3


async def test_an_import_may_be_accepted_at_once(take: Take, database: Database, company: Company) -> None:
    await take(20)
    assert (await take(0, accept=True)).closed == 20


async def test_accepting_counts_for_one_import_only(
    take: Take, database: Database, company: Company, feed: Feed
) -> None:
    await take(40)
    await take(15)
    held = database.read_now(lambda conn: opening_feeds.imports(conn, company.id, feed.id))[0]
    database.write_now(lambda conn: opening_feeds.accept(conn, company.id, held.id, NOW))
    outcomes = [(await take(count)).outcome for count in (15, 100, 20)]
    assert outcomes == ["imported", "imported", "held"]


async def test_a_failure_leaves_what_stood(take: Take, database: Database, company: Company, feed: Feed) -> None:
    await take(5)
    why = FeedError(FeedReasonCode.SERVER_TROUBLE, "https://jobs.example/2", host="jobs.example", status=500).reason
    await fail(database, feed, why, 0.5, NOW, Marks(LATER))
    assert is_open(database, company) == 5
    assert log_of(database, feed)[0].reason == {
        "code": "server_trouble",
        "params": {"host": "jobs.example", "status": 500},
        "page": "https://jobs.example/2",
    }
    assert log_of(database, feed)[0].error is None
    after = database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id))
    assert (after.failures, after.next_fetch) == (1, LATER)


async def test_an_import_that_breaks_off_closes_nothing_and_goes_on_next_time(
    take: Take, database: Database, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    await take(1200)
    written: list[int] = []

    def put_once(*arguments: object) -> object:
        if written:
            raise StorageError("power cut")
        written.append(1)
        return put(*arguments)  # type: ignore[arg-type]

    put = opening_import.put
    with monkeypatch.context() as cut:
        cut.setattr("storage.openings.opening_import.put", put_once)
        with pytest.raises(StorageError, match="power cut"):
            await take(1100, "Task")
    assert is_open(database, company) == 1200
    assert (await take(1100, "Task")).changed == 1000
    assert is_open(database, company) == 1100


async def test_a_feed_that_is_removed_while_it_is_imported_keeps_nothing_open(
    take: Take, database: Database, company: Company, feed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def put_and_remove(conn: Connection, *arguments: object) -> object:
        changes = put(conn, *arguments)  # type: ignore[arg-type]
        opening_feeds.remove(conn, company.id, feed.id, NOW)
        return changes

    put = opening_import.put
    with monkeypatch.context() as removed:
        removed.setattr("storage.openings.opening_import.put", put_and_remove)
        with pytest.raises(LeaseLost):
            await take(1200)
    assert is_open(database, company) == 0


async def test_who_lost_the_feed_to_another_writes_nothing_more(
    database: Database, company: Company, feed: Feed
) -> None:
    def taken(at: datetime) -> Feed:
        return database.write_now(lambda conn: opening_feeds.take(conn, company.id, feed.id, at))

    slow, quick = taken(NOW), taken(NOW + LEASE)
    with pytest.raises(LeaseLost):
        await take_over(database, slow, offering(3), NOW, marks=Marks())
    with pytest.raises(LeaseLost):
        await fail(database, slow, FeedReason(FeedReasonCode.EMPTY), 1, NOW, Marks())
    assert is_open(database, company) == 0
    assert log_of(database, feed) == []
    assert (await take_over(database, quick, offering(3), NOW, marks=Marks())).added == 3


async def test_other_writes_go_on_while_a_large_feed_is_imported(take: Take, database: Database, feed: Feed) -> None:
    importing = asyncio.ensure_future(take(5000))
    between = 0
    while not importing.done():
        await database.write(lambda conn: opening_feeds.get(conn, feed.company_id, feed.id))
        between += 1
    assert (await importing).added == 5000
    assert between >= 10
