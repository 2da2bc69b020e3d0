"""Each night's evaluation runs once, a missed one once at the next start, and never two of a company at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from storage import Connection, jobs
from storage.companies.companies import Company
from storage.database.database import Database
from storage.database.leases import LEASE
from storage.jobs import MOST_DEATHS
from storage.models import models
from tests.clock import START, Clock
from workers.job_runner import JobRunner
from workers.nightly import NightlyScores, due_slot, job_name

CRON = "0 4 * * *"


@dataclass
class Measured:
    """Stands in for the measuring process: notes what was measured, and ends when told to."""

    asked: list[tuple[str, str]] = field(default_factory=list)
    may_end: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, company_key: str, slot: str) -> tuple[str, str]:
        self.asked.append((company_key, slot))
        await self.may_end.wait()
        return "measured", "demo (en): 0.8"


@dataclass
class Process:
    """One web process."""

    scores: NightlyScores
    runner: JobRunner

    async def night(self) -> None:
        """Tick and wait until what was started has ended."""
        await self.scores.tick()
        await self.runner.idle()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def measured() -> Measured:
    done = Measured()
    done.may_end.set()
    return done


@pytest.fixture
def start(database: Database, clock: Clock, measured: Measured) -> Callable[[], Process]:
    def process() -> Process:
        runner = JobRunner(database, clock)
        return Process(NightlyScores(database, runner, measured, CRON, clock), runner)

    return process


@pytest.fixture
def live(database: Database, company: Company) -> Company:
    """The company, with a model that went live at START."""
    database.write_now(lambda conn: go_live(conn, company.id))
    return company


def go_live(conn: Connection, company_id: int) -> None:
    values: dict[str, Any] = {"language": "en", "file": "f", "sha256": "0", "fingerprint": "x", "recipe": {}}
    new = models.add_candidate(conn, company_id, **values, dataset_revision=1, now=START)
    models.promote(conn, company_id, new.id, START)


@pytest.mark.parametrize(
    ("cron", "now", "slot"),
    [
        (CRON, datetime(2026, 3, 9, 4, 0, tzinfo=UTC), datetime(2026, 3, 9, 4, 0, tzinfo=UTC)),
        (CRON, datetime(2026, 3, 9, 3, 59, tzinfo=UTC), datetime(2026, 3, 8, 4, 0, tzinfo=UTC)),
        ("30 2 1 * *", datetime(2026, 3, 20, tzinfo=UTC), datetime(2026, 3, 1, 2, 30, tzinfo=UTC)),
        ("*/5 * * * *", datetime(2026, 3, 9, 4, 7, 30, tzinfo=UTC), datetime(2026, 3, 9, 4, 5, tzinfo=UTC)),
        ("0 0 1 1 *", datetime(2026, 3, 9, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)),
        ("0 0 30 2 *", datetime(2026, 3, 9, tzinfo=UTC), None),
    ],
)
def test_the_slot_that_is_due_is_the_newest_of_the_timetable(cron: str, now: datetime, slot: datetime | None) -> None:
    assert due_slot(cron, now) == slot


@pytest.mark.parametrize(
    ("zone", "midnight", "at_two", "at_half_past"),
    [
        ("Europe/Berlin", datetime(2026, 10, 24, 22, tzinfo=UTC), [2, 3], [2.5, 3.5]),
        ("Europe/Berlin", datetime(2026, 3, 28, 23, tzinfo=UTC), [2], [2.5]),
        ("America/New_York", datetime(2026, 11, 1, 4, tzinfo=UTC), [3], [3.5]),
        ("America/New_York", datetime(2026, 3, 8, 5, tzinfo=UTC), [2], [2.5]),
    ],
)
def test_in_a_night_when_the_clocks_change_each_hour_of_the_timetable_comes(
    zone: str, midnight: datetime, at_two: list[float], at_half_past: list[float]
) -> None:
    for cron, expected in (("0 2 * * *", at_two), ("30 2 * * *", at_half_past), ("0 * * * *", [0, 1, 2, 3, 4, 5, 6])):
        looks = (midnight + timedelta(minutes=minutes) for minutes in range(6 * 60 + 10))
        slots = {due_slot(cron, now, zone) for now in looks}
        came = sorted((slot - midnight) / timedelta(hours=1) for slot in slots if slot and slot >= midnight)
        assert came == expected, cron


@pytest.mark.both_databases
async def test_a_night_is_measured_once_however_many_processes_look(
    live: Company, clock: Clock, measured: Measured, start: Callable[[], Process]
) -> None:
    processes = [start() for _ in range(3)]
    clock.now = START + timedelta(days=1)
    await asyncio.gather(*(process.night() for process in processes))
    await asyncio.gather(*(process.night() for process in processes))
    assert measured.asked == [(live.key, "2026-03-02T04:00")]


async def test_many_missed_nights_are_made_up_for_once(
    live: Company, clock: Clock, measured: Measured, start: Callable[[], Process]
) -> None:
    clock.now = START + timedelta(days=9)
    process = start()
    await process.night()
    await process.night()
    assert measured.asked == [(live.key, "2026-03-10T04:00")]


async def test_who_has_no_model_or_a_new_one_has_missed_nothing(
    company: Company, database: Database, clock: Clock, measured: Measured, start: Callable[[], Process]
) -> None:
    process = start()
    await process.night()
    database.write_now(lambda conn: go_live(conn, company.id))
    clock.now = START + timedelta(hours=2)
    await process.night()
    assert measured.asked == []


async def test_the_next_night_waits_until_the_one_before_has_ended(
    live: Company, clock: Clock, measured: Measured, start: Callable[[], Process]
) -> None:
    measured.may_end.clear()
    one, other = start(), start()
    clock.now = datetime(2026, 3, 2, 4, 0, tzinfo=UTC)
    await one.scores.tick()
    await asyncio.sleep(0)
    clock.now += LEASE / 2
    await other.night()
    await one.scores.tick()
    assert len(measured.asked) <= 1
    measured.may_end.set()
    await one.runner.idle()
    assert measured.asked == [(live.key, "2026-03-02T04:00")]


async def test_companies_are_measured_one_after_the_other(
    live: Company,
    database: Database,
    new_company: Callable[..., Company],
    clock: Clock,
    measured: Measured,
    start: Callable[[], Process],
) -> None:
    second = new_company("second")
    database.write_now(lambda conn: go_live(conn, second.id))
    process = start()
    clock.now = START + timedelta(days=1)
    measured.may_end.clear()
    await process.scores.tick()
    await process.scores.tick()
    assert len(database.read_now(jobs.recent)) == 1
    measured.may_end.set()
    await process.runner.idle()
    await process.night()
    assert {key for key, _ in measured.asked} == {live.key, "second"}


async def test_a_run_that_was_stopped_with_the_server_is_made_up_for(
    live: Company, database: Database, clock: Clock, measured: Measured, start: Callable[[], Process]
) -> None:
    measured.may_end.clear()
    clock.now = START + timedelta(days=1)
    first = start()
    await first.scores.tick()
    await first.runner.stop()
    measured.may_end.set()
    await start().night()
    again = database.read_now(lambda conn: jobs.get(conn, job_name(live.key), "2026-03-02T04:00"))
    assert again is not None
    assert again.outcome == "measured"
    await start().night()
    assert len([slot for _, slot in measured.asked if slot == "2026-03-02T04:00"]) <= 2


async def test_a_run_whose_process_died_is_begun_again_a_few_times_only(
    live: Company, database: Database, clock: Clock, measured: Measured, start: Callable[[], Process]
) -> None:
    clock.now = datetime(2026, 3, 2, 4, 0, tzinfo=UTC)
    job, slot = job_name(live.key), "2026-03-02T04:00"
    for _ in range(MOST_DEATHS):
        assert database.write_now(lambda conn: jobs.claim(conn, job, slot, clock.now)) is not None
        await start().night()
        assert measured.asked == [], "it may still be at work"
        clock.now += LEASE
    await start().night()
    assert measured.asked == []
    clock.now = datetime(2026, 3, 3, 4, 0, tzinfo=UTC)
    await start().night()
    assert measured.asked == [(live.key, "2026-03-03T04:00")]


async def test_a_night_whose_process_died_is_measured_as_soon_as_its_lease_has_run_out(
    live: Company, database: Database, clock: Clock, measured: Measured, start: Callable[[], Process]
) -> None:
    clock.now = datetime(2026, 3, 2, 4, 0, tzinfo=UTC)
    database.write_now(lambda conn: jobs.claim(conn, job_name(live.key), "2026-03-02T04:00", clock.now))
    clock.now += LEASE
    await start().night()
    assert measured.asked == [(live.key, "2026-03-02T04:00")]


async def test_a_failed_night_is_not_tried_again(
    live: Company, database: Database, clock: Clock, measured: Measured, start: Callable[[], Process]
) -> None:
    clock.now = START + timedelta(days=1)
    job, slot = job_name(live.key), "2026-03-02T04:00"
    database.write_now(lambda conn: jobs.claim(conn, job, slot, clock.now))
    database.write_now(lambda conn: jobs.finish(conn, job, slot, "failed", "disk full", clock.now))
    await start().night()
    assert measured.asked == []
