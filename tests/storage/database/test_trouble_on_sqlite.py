from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from datetime import datetime

import pytest
from sqlalchemy import event, text

from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.database.engine import open_engines, parse_url
from storage.database.errors import Unavailable

TIMEOUT = 60.0
FULL = 2


@pytest.fixture
def database(sqlite_url: str) -> Iterator[Database]:
    with Database.open(f"{sqlite_url}?timeout=0.05") as opened:
        yield opened


def test_a_file_locked_for_too_long_is_reported_and_written_again_later(
    database: Database, sqlite_url: str, now: datetime
) -> None:
    other = sqlite3.connect(str(parse_url(sqlite_url).database), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="locked"):
        database.write_now(lambda conn: companies.add(conn, CompanyProfile("a", "A"), now))
    other.close()
    database.write_now(lambda conn: companies.add(conn, CompanyProfile("b", "B"), now))
    assert [each.key for each in database.read_now(companies.all_companies)] == ["b"]


def test_commits_wait_for_the_disk(sqlite_url: str) -> None:
    engines, waiting = open_engines(parse_url(sqlite_url), readers=1), []

    # Read before a connection is handed out: tests let it wait no longer from then on.
    @event.listens_for(engines.writer, "connect")
    def read(driver: sqlite3.Connection, _: object) -> None:
        waiting.extend(driver.execute("PRAGMA synchronous").fetchone())

    engines.writer.connect().close()
    engines.dispose()
    assert waiting == [FULL]


async def test_a_full_disk_loses_nothing_that_was_acknowledged(database: Database, now: datetime) -> None:
    """SQLite may undo the whole transaction by itself when the disk is full; what follows must not slip in alone."""
    entered, release = threading.Event(), threading.Event()

    def fill(conn: Connection) -> None:
        pages = int(conn.scalar(text("PRAGMA page_count")) or 0)
        conn.execute(text(f"PRAGMA max_page_count = {pages}"))
        entered.set()
        release.wait(TIMEOUT)

    def add(key: str, size: int) -> asyncio.Task[companies.Company]:
        profile = CompanyProfile(key, "x" * size)
        return asyncio.create_task(database.write(lambda conn: companies.add(conn, profile, now)))

    filling = asyncio.create_task(database.write(fill))
    assert await asyncio.to_thread(entered.wait, TIMEOUT)
    waiting = [add("before", 10), add("large", 1_000_000), add("after", 10)]
    await asyncio.sleep(0)
    release.set()
    await filling
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    acknowledged = {each.key for each in outcomes if isinstance(each, companies.Company)}
    assert isinstance(outcomes[1], Unavailable)
    assert {each.key for each in database.read_now(companies.all_companies)} == acknowledged
