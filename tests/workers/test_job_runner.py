"""What a process is at is nobody else's while it lives, and how it ended is recorded whatever the database does."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from storage import Database, jobs
from storage.database.leases import LEASE
from tests.clock import Clock
from workers.heartbeat import BEAT
from workers.job_runner import AGAIN_SECONDS, JobRunner

PATIENCE = 60


class Pauses:
    """Stands in for waiting: whoever waits so long goes on when he is told to."""

    def __init__(self) -> None:
        self._waiting: dict[float, asyncio.Semaphore] = {}
        self._begun: dict[float, asyncio.Semaphore] = {}

    async def __call__(self, seconds: float) -> None:
        self._of(self._begun, seconds).release()
        await self._of(self._waiting, seconds).acquire()

    async def begun(self, seconds: float) -> None:
        """Return when somebody waits (once more) for so long."""
        await asyncio.wait_for(self._of(self._begun, seconds).acquire(), PATIENCE)

    def end(self, seconds: float) -> None:
        self._of(self._waiting, seconds).release()

    @staticmethod
    def _of(them: dict[float, asyncio.Semaphore], seconds: float) -> asyncio.Semaphore:
        return them.setdefault(seconds, asyncio.Semaphore(0))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pauses() -> Pauses:
    return Pauses()


@pytest.fixture
def quick(sqlite_url: str) -> Iterator[Database]:
    """A database that tells at once when it is locked."""
    with Database.open(f"{sqlite_url}?timeout=0.01") as opened:
        yield opened


@pytest.fixture
def lock(quick: Database, sqlite_url: str) -> Iterator[Callable[[], sqlite3.Connection]]:
    """Block the database as another program would; closing what it returns ends that."""
    locks: list[sqlite3.Connection] = []

    def block() -> sqlite3.Connection:
        locks.append(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None))
        locks[-1].execute("BEGIN IMMEDIATE")
        return locks[-1]

    yield block
    for each in locks:
        each.close()


async def promoted() -> tuple[str, str]:
    return "promoted", "v1"


async def for_ever() -> tuple[str, str]:
    await asyncio.Event().wait()
    raise AssertionError("nobody ends it")


def outcome(database: Database, slot: str = "one") -> str | None:
    run = database.read_now(lambda conn: jobs.get(conn, "job", slot))
    assert run is not None
    return run.outcome


async def test_an_end_while_the_database_is_blocked_is_recorded_later_and_blocks_nobody(
    quick: Database, clock: Clock, pauses: Pauses, lock: Callable[[], sqlite3.Connection]
) -> None:
    runner, ended = JobRunner(quick, clock, pause=pauses), asyncio.Event()

    async def work() -> tuple[str, str]:
        await ended.wait()
        return await promoted()

    assert await runner.claim_and_run("job", "one", work)
    blocked = lock()
    ended.set()
    for _ in range(3):
        await pauses.begun(AGAIN_SECONDS)
        pauses.end(AGAIN_SECONDS)
    assert outcome(quick) is None
    blocked.close()
    await asyncio.wait_for(runner.idle(), PATIENCE)
    assert outcome(quick) == "promoted"


async def test_the_loop_goes_on_while_an_end_is_recorded(database: Database) -> None:
    """Whoever writes on the loop raises here: the loop would stand still as long as the database does."""
    runner = JobRunner(database)
    database.spare_this_loop()
    assert await runner.claim_and_run("job", "one", promoted)
    await runner.idle()
    run = await database.read(lambda conn: jobs.get(conn, "job", "one"))
    assert run is not None
    assert run.outcome == "promoted"


async def test_a_stop_waits_for_a_blocked_database_for_a_while_only(
    quick: Database, clock: Clock, pauses: Pauses, lock: Callable[[], sqlite3.Connection]
) -> None:
    runner = JobRunner(quick, clock, pause=pauses, stop_seconds=0.05)
    assert await runner.claim_and_run("job", "one", for_ever)
    blocked = lock()
    await asyncio.wait_for(runner.stop(), PATIENCE)
    assert not runner.is_busy
    assert outcome(quick) is None, "its lease says later that nobody is at it"
    blocked.close()


async def test_a_run_is_its_process_own_however_long_it_takes(database: Database, clock: Clock, pauses: Pauses) -> None:
    runner, other = JobRunner(database, clock, pause=pauses), JobRunner(database, clock)
    assert await runner.claim_and_run("job", "one", for_ever)
    for _ in range(10):
        await pauses.begun(BEAT)
        clock.now += timedelta(seconds=BEAT)
        assert not await other.claim_and_run("job", "one", promoted)
        assert not await other.take_up_again("job", promoted)
        pauses.end(BEAT)
    await runner.stop()
    assert outcome(database) == "stopped"


async def test_one_that_waits_for_its_turn_is_alive_too(database: Database, clock: Clock, pauses: Pauses) -> None:
    runner, other = JobRunner(database, clock, pause=pauses), JobRunner(database, clock)
    for slot in ("one", "two"):
        assert await runner.claim_and_run("job", slot, for_ever)
    for _ in range(5):
        for _ in range(2):
            await pauses.begun(BEAT)
        clock.now += timedelta(seconds=BEAT)
        assert not await other.claim_and_run("job", "two", promoted)
        for _ in range(2):
            pauses.end(BEAT)
    await runner.stop()


async def test_who_was_taken_for_dead_stops_and_records_nothing(
    database: Database, clock: Clock, pauses: Pauses
) -> None:
    slow, quick = JobRunner(database, clock, pause=pauses), JobRunner(database, clock)
    stopped = asyncio.Event()

    async def slow_work() -> tuple[str, str]:
        try:
            return await for_ever()
        finally:
            stopped.set()

    assert await slow.claim_and_run("job", "one", slow_work)
    await pauses.begun(BEAT)
    clock.now += LEASE
    assert await quick.take_up_again("job", promoted)
    await quick.idle()
    pauses.end(BEAT)
    await asyncio.wait_for(stopped.wait(), PATIENCE)
    await slow.idle()
    assert outcome(database) == "promoted"


async def test_a_heartbeat_that_the_database_did_not_take_is_made_up_for_by_the_next(
    quick: Database, clock: Clock, pauses: Pauses, lock: Callable[[], sqlite3.Connection]
) -> None:
    runner = JobRunner(quick, clock, pause=pauses)
    assert await runner.claim_and_run("job", "one", for_ever)
    await pauses.begun(BEAT)
    blocked = lock()
    pauses.end(BEAT)
    await pauses.begun(BEAT)
    blocked.close()
    clock.now += LEASE / 2
    pauses.end(BEAT)
    await pauses.begun(BEAT)
    assert await quick.read(lambda conn: jobs.running(conn, "job", clock.now + LEASE / 2)) is not None
    await runner.stop()


async def test_work_that_raises_has_failed_and_says_why(database: Database) -> None:
    async def broken() -> tuple[str, str]:
        raise OSError("no such program")

    runner = JobRunner(database)
    assert await runner.claim_and_run("job", "one", broken)
    await runner.idle()
    run = database.read_now(lambda conn: jobs.get(conn, "job", "one"))
    assert run is not None
    assert (run.outcome, run.detail) == ("failed", "OSError: no such program")
    assert not runner.is_busy
