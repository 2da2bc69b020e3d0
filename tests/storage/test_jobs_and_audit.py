from __future__ import annotations

import threading
from datetime import datetime, timedelta
from functools import partial

import pytest
from sqlalchemy import insert

from storage import Database, jobs
from storage.companies.companies import Company
from storage.database.errors import LeaseLost
from storage.database.leases import LEASE
from storage.jobs import MOST_DEATHS, JobRun
from storage.people import audit
from storage.tables.base import job_run


def test_a_slot_is_claimed_by_exactly_one_of_several_processes(
    database_url: str, database: Database, now: datetime
) -> None:
    claims: list[JobRun | None] = []

    def claim_all(one: Database) -> None:
        slots = map(str, range(20))
        claims.extend(one.write_now(partial(jobs.claim, job="retrain", slot=slot, now=now)) for slot in slots)

    with Database.open(database_url) as other:
        racing = threading.Thread(target=claim_all, args=(other,))
        racing.start()
        claim_all(database)
        racing.join(30)
    assert sorted(run.slot for run in claims if run) == sorted(map(str, range(20)))
    assert len(claims) == 40


def test_a_finished_run_says_how_it_ended(database: Database, now: datetime) -> None:
    later = now + timedelta(minutes=2)
    for slot in ("monday", "tuesday"):
        database.write_now(lambda conn, slot=slot: jobs.claim(conn, "retrain", slot, now))  # type: ignore[misc]
    assert database.read_now(lambda conn: jobs.last_finished(conn, "retrain")) is None
    database.write_now(lambda conn: jobs.finish(conn, "retrain", "monday", "promoted", "v2", later))
    by_whom = [run.leased_by for run in sorted(database.read_now(jobs.recent), key=lambda run: run.slot)]
    done = JobRun("retrain", "monday", now, later, "promoted", "v2", by_whom[0], now + LEASE)
    assert database.read_now(lambda conn: jobs.last_finished(conn, "retrain")) == done
    assert database.read_now(jobs.recent) == [
        done,
        JobRun("retrain", "tuesday", now, None, None, None, by_whom[1], now + LEASE),
    ]


def claim(database: Database, now: datetime, slot: str = "monday") -> JobRun | None:
    return database.write_now(lambda conn: jobs.claim(conn, "retrain", slot, now))


def running(database: Database, now: datetime) -> JobRun | None:
    return database.read_now(lambda conn: jobs.running(conn, "retrain", now))


def cut_off(database: Database, now: datetime) -> JobRun | None:
    return database.read_now(lambda conn: jobs.cut_off(conn, "retrain", now))


def test_a_run_whose_process_renews_its_lease_is_running_and_nobody_elses(database: Database, now: datetime) -> None:
    run = claim(database, now)
    assert run is not None
    assert running(database, now + LEASE / 2) == run
    database.write_now(lambda conn: jobs.renew(conn, run, now + LEASE / 2))
    assert running(database, now + LEASE) is not None
    assert cut_off(database, now + LEASE) is None
    assert claim(database, now + LEASE) is None


def test_a_run_whose_process_died_is_claimed_again_and_the_dead_one_records_nothing(
    database: Database, now: datetime
) -> None:
    dead, later = claim(database, now), now + LEASE
    assert dead is not None
    assert running(database, later) is None
    assert cut_off(database, later) == dead
    alive = claim(database, later)
    assert alive is not None
    assert (alive.started, alive.deaths) == (later, 1)
    for late in (lambda conn: jobs.keep(conn, dead), lambda conn: jobs.renew(conn, dead, later)):
        with pytest.raises(LeaseLost):
            database.write_now(late)
    database.write_now(lambda conn: jobs.keep(conn, alive))


def test_a_run_that_one_process_after_the_other_died_at_has_failed(database: Database, now: datetime) -> None:
    for deaths in range(MOST_DEATHS):
        assert claim(database, now + deaths * LEASE) is not None
    assert claim(database, now + MOST_DEATHS * LEASE) is None
    run = database.read_now(lambda conn: jobs.get(conn, "retrain", "monday"))
    assert run is not None
    assert (run.outcome, run.detail) == ("failed", "its process died 3 times")
    assert cut_off(database, now + MOST_DEATHS * LEASE) is None


def test_a_stopped_run_is_claimed_again_however_often_and_no_other_that_ended(
    database: Database, now: datetime
) -> None:
    for _ in range(MOST_DEATHS + 2):
        assert claim(database, now) is not None
        database.write_now(lambda conn: jobs.finish(conn, "retrain", "monday", "stopped", None, now))
        assert cut_off(database, now) is not None
    assert claim(database, now) is not None
    database.write_now(lambda conn: jobs.finish(conn, "retrain", "monday", "failed", None, now))
    assert claim(database, now + LEASE) is None
    assert cut_off(database, now + LEASE) is None


def test_only_a_jobs_newest_run_of_today_counts_as_cut_off(database: Database, now: datetime) -> None:
    claim(database, now)
    assert cut_off(database, now + timedelta(days=1)) is None
    claim(database, now + LEASE, "tuesday")
    assert cut_off(database, now + LEASE) is None, "another has begun since"


def test_a_run_that_was_under_way_when_the_schema_was_changed_counts_as_cut_off(
    database: Database, now: datetime
) -> None:
    before = insert(job_run).values(job="retrain", slot="monday", started=now)
    database.write_now(lambda conn: conn.execute(before))
    assert running(database, now) is None
    assert cut_off(database, now) is not None
    assert claim(database, now) is not None


def test_the_audit_shows_newest_first_and_each_company_its_own(
    database: Database, company: Company, now: datetime
) -> None:
    database.write_now(lambda conn: audit.write(conn, company.id, "ana", "model.promote", {"model": "v1"}, now))
    database.write_now(lambda conn: audit.write(conn, company.id, "bob", "login", None, now))
    database.write_now(lambda conn: audit.write(conn, None, "op", "company.add", "demo", now))
    newest, oldest = database.read_now(lambda conn: audit.recent(conn, company.id))
    assert (newest.actor, newest.action, oldest.detail) == ("bob", "login", {"model": "v1"})
    assert [each.detail for each in database.read_now(lambda conn: audit.recent(conn, None))] == ["demo"]
