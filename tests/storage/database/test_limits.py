"""No lock, no statement and no silent server holds anybody up for longer than the limits say."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime

import psycopg
import pytest
from sqlalchemy import event, text

from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.database.engine import open_engines, parse_url
from storage.database.errors import Unavailable
from storage.database.limits import StatementClock, TimeLimits
from storage.database.migrate import migrate
from tests.storage.stalling import Stalling

PATIENCE = 30.0
ENDLESS = """WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"""


def endless(conn: Connection) -> object:
    return conn.scalar(text(ENDLESS if conn.dialect.name == "sqlite" else "SELECT pg_sleep(3600)"))


def added(key: str, now: datetime) -> Callable[[Connection], Company]:
    return lambda conn: companies.add(conn, CompanyProfile(key, key), now)


def keys(database: Database) -> list[str]:
    return [each.key for each in database.read_now(companies.all_companies)]


def opened(url: str, **limits: float) -> Database:
    return Database.open(url, limits=TimeLimits(**limits))


def test_a_read_that_takes_too_long_is_broken_off(database_url: str) -> None:
    with opened(database_url, statement=0.5) as database:
        with pytest.raises(Unavailable, match=r"interrupted|statement timeout"):
            database.read_now(endless)
        assert keys(database) == []


def test_a_write_that_takes_too_long_is_broken_off_alone(postgresql_url: str, now: datetime) -> None:
    with opened(postgresql_url, statement=0.5) as database:
        with pytest.raises(Unavailable, match="statement timeout"):
            database.write_now(endless)
        database.write_now(added("kept", now))
        assert keys(database) == ["kept"]


def test_a_write_that_waits_for_another_programs_lock_is_told_so(postgresql_url: str, now: datetime) -> None:
    with opened(postgresql_url, lock=0.3) as database, psycopg.connect(postgresql_url) as other:
        other.execute("LOCK TABLE company")
        with pytest.raises(Unavailable, match="lock timeout"):
            database.write_now(added("late", now))
        other.rollback()
        database.write_now(added("kept", now))
        assert keys(database) == ["kept"]


def test_a_file_that_another_program_locks_is_waited_for_as_long_as_is_set(sqlite_url: str, now: datetime) -> None:
    file = sqlite_url.removeprefix("sqlite:///")
    with opened(sqlite_url, lock=0.05) as database, closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            database.write_now(added("late", now))


def test_a_transaction_that_nobody_goes_on_with_is_ended_by_the_server(postgresql_url: str) -> None:
    with opened(postgresql_url, statement=2) as database:
        for ask in (database.read_now, database.write_now):
            set_to = ask(lambda conn: conn.scalar(text("SHOW idle_in_transaction_session_timeout")))
            assert set_to == "20s"


def test_an_upgrade_takes_as_long_as_it_needs(postgresql_url: str) -> None:
    """Here it waits for the upgrade of another process, far longer than any other statement may."""
    engines = open_engines(parse_url(postgresql_url), readers=1, limits=TimeLimits(lock=0.3, statement=0.3))
    with psycopg.connect(postgresql_url) as other:
        other.execute("SELECT pg_advisory_xact_lock(hashtext('candor ' || current_schema()))")
        upgrading = threading.Thread(target=migrate, args=(engines.writer,))
        upgrading.start()
        upgrading.join(0.8)
        assert upgrading.is_alive()
    upgrading.join(PATIENCE)
    assert not upgrading.is_alive()
    with engines.writer.connect() as conn:
        assert conn.scalar(text("SHOW statement_timeout")) == "300ms"
    engines.dispose()


def test_time_between_two_rows_is_not_the_databases() -> None:
    time = 0.0
    clock = StatementClock(10, lambda: time)
    for _ in range(10):
        time += 60
        assert not clock.is_over(), "from one look to the next a second counts at most"
    time += 0.5
    assert clock.is_over()
    clock.start()
    assert not clock.is_over()


@pytest.fixture
def stalling(postgresql_url: str) -> Iterator[Stalling]:
    with Stalling(postgresql_url) as between:
        yield between


@pytest.fixture
def behind(stalling: Stalling, postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """A database behind it that is waited for briefly."""
    monkeypatch.setattr("storage.database.engine.GRACE_SECONDS", 0.4)
    monkeypatch.setattr("storage.database.engine.CONNECT_SECONDS", 2)  # as little as the driver can
    url = parse_url(postgresql_url).set(host="127.0.0.1", port=stalling.port)
    with opened(url.render_as_string(hide_password=False), statement=0.6, answer=0.2) as database:
        yield database
        stalling.go_on()


def test_a_server_that_hangs_is_given_up_by_who_reads_and_who_writes_and_used_again_afterwards(
    behind: Database, stalling: Stalling, now: datetime
) -> None:
    keys(behind), behind.write_now(added("before", now))
    stalling.stall()
    with pytest.raises(Unavailable, match="no answer within"):
        behind.write_now(added("during", now))
    with pytest.raises(Unavailable, match="does not answer"):
        keys(behind)
    stalling.go_on()
    behind.write_now(added("after", now))
    assert set(keys(behind)) - {"during"} == {"before", "after"}


async def test_whoever_asks_a_server_that_hangs_is_told_in_time_however_many_ask(
    behind: Database, stalling: Stalling, now: datetime
) -> None:
    stalling.stall()
    asked = [behind.read(companies.all_companies) for _ in range(40)]
    written = [behind.write(added(f"c{number}", now)) for number in range(40)]
    answers = await asyncio.wait_for(asyncio.gather(*asked, *written, return_exceptions=True), PATIENCE)
    assert {type(answer) for answer in answers} == {Unavailable}
    assert behind.queued == 0
    stalling.go_on()


async def test_what_was_given_up_is_not_kept_and_what_came_with_it_is(database_url: str, now: datetime) -> None:
    entered, release = threading.Event(), threading.Event()

    def slow(conn: Connection) -> None:
        added("given-up", now)(conn)
        entered.set()
        release.wait(PATIENCE)

    with opened(database_url, answer=0.2) as database:
        blocking = threading.Event()
        first = asyncio.ensure_future(database.write(lambda _: blocking.wait(PATIENCE)))
        together = [asyncio.ensure_future(database.write(work)) for work in (slow, added("queued", now))]
        await asyncio.sleep(0)
        blocking.set()
        assert await asyncio.to_thread(entered.wait, PATIENCE)
        with pytest.raises(Unavailable, match=r"not answered for 0\.2 seconds"):
            await together[0]
        staying = asyncio.to_thread(database.write_now, added("staying", now))
        release.set()
        await asyncio.gather(first, staying, together[1], return_exceptions=True)
        assert "given-up" not in keys(database)
        assert "staying" in keys(database)


async def test_how_a_write_ends_that_was_given_up_bothers_nobody(database_url: str) -> None:
    entered, release = threading.Event(), threading.Event()
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))

    def fail(_: Connection) -> None:
        entered.set()
        release.wait(PATIENCE)
        raise ValueError("too late")

    with opened(database_url, answer=0.05) as database:
        with pytest.raises(Unavailable):
            await database.write(fail)
        release.set()
        await asyncio.to_thread(database.write_now, companies.all_companies)
        await asyncio.sleep(0)
    gc.collect()
    assert entered.is_set()
    assert complaints == []


async def test_a_commit_is_waited_for_and_never_reported_as_failed(database_url: str, now: datetime) -> None:
    with opened(database_url, answer=0.5) as database:  # enough to come to the commit on a busy machine
        committing, release = threading.Event(), threading.Event()

        def hold(_: Connection) -> None:
            committing.set()
            release.wait(PATIENCE)

        event.listen(database._engines.writer, "commit", hold)
        writing = asyncio.ensure_future(database.write(added("kept", now)))
        assert await asyncio.to_thread(committing.wait, PATIENCE)
        late = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_later(1.0, late.set_result, None)
        await asyncio.wait({writing, late}, return_when=asyncio.FIRST_COMPLETED)
        assert not writing.done()
        release.set()
        assert (await writing).key == "kept"


async def test_a_long_read_brings_its_own_patience(database_url: str) -> None:
    release = threading.Event()

    def slow(conn: Connection) -> list[Company]:
        release.wait(PATIENCE)
        return companies.all_companies(conn)

    with opened(database_url, answer=0.01) as database:
        reading = asyncio.ensure_future(database.read(slow, patience=PATIENCE))
        with pytest.raises(Unavailable):
            await database.read(slow)
        release.set()
        assert await reading == []
