from __future__ import annotations

import threading
from datetime import datetime, timedelta
from functools import partial

from storage import Database, audit, jobs
from storage.companies import Company
from storage.jobs import JobRun


def test_a_slot_is_claimed_by_exactly_one_of_several_processes(
    database_url: str, database: Database, now: datetime
) -> None:
    claims: list[bool] = []

    def claim(one: Database) -> None:
        slots = map(str, range(20))
        claims.extend(one.write_now(partial(jobs.claim, job="retrain", slot=slot, now=now)) for slot in slots)

    with Database.open(database_url) as other:
        racing = threading.Thread(target=claim, args=(other,))
        racing.start()
        claim(database)
        racing.join(30)
    assert sorted(claims) == [False] * 20 + [True] * 20


def test_a_finished_run_says_how_it_ended(database: Database, now: datetime) -> None:
    later = now + timedelta(minutes=2)
    for slot in ("monday", "tuesday"):
        database.write_now(lambda conn, slot=slot: jobs.claim(conn, "retrain", slot, now))  # type: ignore[misc]
    assert database.read_now(lambda conn: jobs.last_finished(conn, "retrain")) is None
    database.write_now(lambda conn: jobs.finish(conn, "retrain", "monday", "promoted", "v2", later))
    done = JobRun("retrain", "monday", now, later, "promoted", "v2")
    assert database.read_now(lambda conn: jobs.last_finished(conn, "retrain")) == done
    assert database.read_now(jobs.recent) == [done, JobRun("retrain", "tuesday", now, None, None, None)]


def test_the_audit_shows_newest_first_and_each_company_its_own(
    database: Database, company: Company, now: datetime
) -> None:
    database.write_now(lambda conn: audit.write(conn, company.id, "ana", "model.promote", {"model": "v1"}, now))
    database.write_now(lambda conn: audit.write(conn, company.id, "bob", "login", None, now))
    database.write_now(lambda conn: audit.write(conn, None, "op", "company.add", "demo", now))
    newest, oldest = database.read_now(lambda conn: audit.recent(conn, company.id))
    assert (newest.actor, newest.action, oldest.detail) == ("bob", "login", {"model": "v1"})
    assert [each.detail for each in database.read_now(lambda conn: audit.recent(conn, None))] == ["demo"]
