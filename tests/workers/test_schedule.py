"""When companies are retrained: after corrections have rested, nightly, on demand; once across processes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from storage import jobs
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.companies.company_settings import as_made
from storage.companies.office_hours import hours_of
from storage.database.database import Database
from storage.database.errors import Unavailable
from storage.database.leases import LEASE
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from storage.models import models
from storage.models.models import ModelVersion
from workers.schedule import Schedule, job_name, slot_after_correction

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class RecordedTraining:
    """Stands in for the training process: notes who was trained, and ends when told to."""

    trained: list[str] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    may_end: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, company_key: str) -> tuple[str, str]:
        self.trained.append(company_key)
        self.begun.set()
        await self.may_end.wait()
        return "promoted", "demo v1 (en): promoted"


@pytest.fixture
def training() -> RecordedTraining:
    return RecordedTraining()


@dataclass
class Clock:
    """Stands still until it is set."""

    time: datetime = datetime(2026, 3, 1, 22, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def schedule(database: Database, training: RecordedTraining, clock: Clock) -> Schedule:
    return Schedule(database, as_made, training, now=clock)


def set_own(database: Database, company: Company, **own: object) -> None:
    database.write_now(lambda conn: companies.set_own(conn, company.id, own))


def change_data(database: Database, company: Company, text: str, when: datetime) -> None:
    rows = [NewExample(text, "salary", "en")]
    database.write_now(lambda conn: dataset.import_rows(conn, company.id, rows, origin="desk", author="a", now=when))


def add_candidate(database: Database, company: Company, revision: int) -> ModelVersion:
    blank = {"language": "en", "file": "", "sha256": "", "fingerprint": ""}
    return database.write_now(
        lambda conn: models.add_candidate(conn, company.id, **blank, dataset_revision=revision, recipe={}, now=LONG_AGO)
    )


async def last_run(database: Database, company: Company) -> jobs.JobRun:
    run = await database.read(lambda conn: jobs.last_finished(conn, job_name(company.key)))
    assert run is not None
    return run


@pytest.mark.both_databases
async def test_changed_data_that_rested_is_retrained_once_however_many_processes_look(
    database: Database, company: Company, training: RecordedTraining
) -> None:
    change_data(database, company, "what do you pay", LONG_AGO)
    processes = [Schedule(database, as_made, training) for _ in range(3)]
    await asyncio.gather(*(process.after_corrections() for process in processes))
    training.may_end.set()
    await asyncio.gather(*(process.idle() for process in processes))
    assert (await last_run(database, company)).outcome == "promoted"
    assert training.trained == [company.key]


async def test_fresh_corrections_wait_as_long_as_the_company_has_set(
    database: Database, company: Company, schedule: Schedule, clock: Clock, training: RecordedTraining
) -> None:
    training.may_end.set()
    change_data(database, company, "what do you pay", clock() - timedelta(minutes=5))
    await schedule.after_corrections()
    assert await database.read(lambda conn: jobs.recent(conn)) == []
    set_own(database, company, retrain_after_minutes=4, retrains=False)
    await schedule.after_corrections()
    assert await database.read(lambda conn: jobs.recent(conn)) == []
    set_own(database, company, retrain_after_minutes=4)
    await schedule.after_corrections()
    await schedule.idle()
    assert training.trained == [company.key]


@pytest.mark.parametrize(
    ("own", "zone", "hour"),
    [
        ({}, "Asia/Shanghai", datetime(2026, 3, 2, 3, tzinfo=UTC)),
        ({"retrain_cron": "30 1 * * *"}, None, datetime(2026, 3, 2, 1, 30, tzinfo=UTC)),
        ({"retrain_cron": "30 1 * * *"}, "Europe/Berlin", datetime(2026, 3, 2, 0, 30, tzinfo=UTC)),
    ],
)
async def test_each_company_is_retrained_once_at_the_hour_it_has_set_by_its_own_clocks(
    database: Database,
    company: Company,
    schedule: Schedule,
    clock: Clock,
    training: RecordedTraining,
    own: dict[str, object],
    zone: str | None,
    hour: datetime,
) -> None:
    training.may_end.set()
    set_own(database, company, **own)
    if zone is not None:
        hours = hours_of({"zone": zone, "week": ["9:00-17:00", *[""] * 6], "days_off": []})
        profile = CompanyProfile(company.key, company.name, office_hours=hours)
        database.write_now(lambda conn: companies.change(conn, company.id, profile))
    change_data(database, company, "what do you pay", LONG_AGO)
    for minutes, trained in ((-1, 0), (0, 1), (1, 1)):
        clock.time = hour + timedelta(minutes=minutes)
        await schedule.nightly()
        await schedule.idle()
        assert len(training.trained) == trained


async def test_an_hour_that_was_slept_through_is_made_up_for_once(
    database: Database, company: Company, schedule: Schedule, clock: Clock, training: RecordedTraining
) -> None:
    training.may_end.set()
    change_data(database, company, "what do you pay", LONG_AGO)
    clock.time += timedelta(days=3)
    for _ in range(2):
        await schedule.nightly()
        await schedule.idle()
    assert training.trained == [company.key]


async def test_an_hour_at_which_the_database_could_not_be_read_is_made_up_for_once(
    database: Database,
    company: Company,
    schedule: Schedule,
    clock: Clock,
    training: RecordedTraining,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object) -> None:
        raise Unavailable("no connection")

    training.may_end.set()
    change_data(database, company, "what do you pay", LONG_AGO)
    clock.time = datetime(2026, 3, 2, 3, tzinfo=UTC)
    with monkeypatch.context() as patch:
        patch.setattr(models, "history", fails)
        with pytest.raises(Unavailable):
            await schedule.nightly()
    for _ in range(2):
        clock.time += timedelta(minutes=1)
        await schedule.nightly()
        await schedule.idle()
    assert training.trained == [company.key]


async def test_data_that_was_trained_is_not_trained_again_at_night(
    database: Database, company: Company, schedule: Schedule, clock: Clock, training: RecordedTraining
) -> None:
    change_data(database, company, "what do you pay", LONG_AGO)
    now = await database.read(lambda conn: companies.by_key(conn, company.key))
    assert now is not None
    version = add_candidate(database, company, now.dataset_revision)
    database.write_now(lambda conn: models.block(conn, company.id, version.id))
    clock.time += timedelta(days=1)
    await schedule.nightly()
    assert training.trained == []
    change_data(database, company, "which salary", LONG_AGO)
    clock.time += timedelta(days=1)
    await schedule.nightly()
    await training.begun.wait()
    await schedule.stop()
    assert training.trained == [company.key]


async def test_a_retrain_that_died_before_its_verdict_is_made_up_for_at_night(
    database: Database, company: Company, schedule: Schedule, clock: Clock, training: RecordedTraining
) -> None:
    change_data(database, company, "what do you pay", LONG_AGO)
    now = await database.read(lambda conn: companies.by_key(conn, company.key))
    assert now is not None
    add_candidate(database, company, now.dataset_revision)
    training.may_end.set()
    clock.time += timedelta(days=1)
    await schedule.nightly()
    await schedule.idle()
    assert training.trained == [company.key]


async def test_retrain_now_is_refused_while_one_runs_and_possible_afterwards(
    database: Database, company: Company, schedule: Schedule, training: RecordedTraining
) -> None:
    assert await schedule.retrain_now(company.key)
    await training.begun.wait()
    assert not await schedule.retrain_now(company.key)
    training.may_end.set()
    await schedule.idle()
    assert await schedule.retrain_now(company.key)


async def test_stopping_the_server_records_that_the_retrain_was_cut_off(
    database: Database, company: Company, schedule: Schedule, training: RecordedTraining
) -> None:
    schedule.start()
    await schedule.retrain_now(company.key)
    await training.begun.wait()
    await schedule.stop()
    assert (await last_run(database, company)).outcome == "stopped"


async def test_retrain_now_works_as_soon_as_the_lease_of_a_dead_process_has_run_out(
    database: Database, company: Company, schedule: Schedule, training: RecordedTraining
) -> None:
    training.may_end.set()
    claim_for_a_dead_process(database, company, "asked", ago=LEASE / 2)
    assert not await schedule.retrain_now(company.key)
    claim_for_a_dead_process(database, company, "asked before", ago=LEASE)
    finish(database, company, "asked")
    assert await schedule.retrain_now(company.key)
    await schedule.idle()
    assert training.trained == [company.key]


@pytest.mark.parametrize("cut_off", ["died", "stopped"])
async def test_a_retrain_that_was_cut_off_is_done_after_the_restart_once(
    cut_off: str, database: Database, company: Company, schedule: Schedule, training: RecordedTraining
) -> None:
    training.may_end.set()
    claim_for_a_dead_process(database, company, "asked", ago=LEASE)
    if cut_off == "stopped":
        finish(database, company, "asked", "stopped")
    for _ in range(2):
        await schedule.after_a_stop()
        await schedule.idle()
    assert training.trained == [company.key]
    assert (await last_run(database, company)).slot == "asked"


async def test_a_slot_whose_process_died_is_run_again(
    database: Database, company: Company, schedule: Schedule, training: RecordedTraining
) -> None:
    training.may_end.set()
    change_data(database, company, "what do you pay", LONG_AGO)
    known = await database.read(lambda conn: companies.by_key(conn, company.key))
    assert known is not None
    claim_for_a_dead_process(database, company, f"revision-{known.dataset_revision}", ago=LEASE)
    await schedule.after_corrections()
    await schedule.idle()
    assert training.trained == [company.key]


def claim_for_a_dead_process(database: Database, company: Company, slot: str, ago: timedelta) -> None:
    then = datetime.now(UTC) - ago
    database.write_now(lambda conn: jobs.claim(conn, job_name(company.key), slot, then))


def finish(database: Database, company: Company, slot: str, outcome: str = "promoted") -> None:
    now = datetime.now(UTC)
    database.write_now(lambda conn: jobs.finish(conn, job_name(company.key), slot, outcome, None, now))


@pytest.mark.parametrize(("minutes", "due"), [(9.9, False), (10, True)])
def test_a_retrain_is_due_when_the_data_has_rested_long_enough(minutes: float, due: bool, company: Company) -> None:
    changed = replace(company, dataset_revision=4, dataset_changed=LONG_AGO)
    now = LONG_AGO + timedelta(minutes=minutes)
    assert slot_after_correction(changed, 3, now, timedelta(minutes=10)) == ("revision-4" if due else None)
    assert slot_after_correction(changed, 4, now, timedelta(minutes=10)) is None
