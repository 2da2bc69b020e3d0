"""What monitoring is told of all companies."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from storage import Connection, Database, jobs
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.figures.service_figures import LiveModel, Outbox, service_figures
from storage.models import models
from storage.outbox import outbox
from storage.outbox.outbox import NewEntry

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


def furnish(conn: Connection) -> None:
    company = companies.add(conn, CompanyProfile("acme", "Acme"), NOW)
    told: dict[str, Any] = {"file": "f", "sha256": "", "fingerprint": "", "dataset_revision": 1, "recipe": {}}
    for _ in range(2):
        models.promote(conn, company.id, models.add_candidate(conn, company.id, language="en", now=NOW, **told).id, NOW)
    for event, when in (("a", NOW), ("b", LATER)):
        outbox.put(conn, company.id, NewEntry("alert", event, "email", {}), when)
    for slot, outcome, when in (("1", "promoted", NOW), ("2", "promoted", LATER), ("3", "failed", NOW)):
        jobs.claim(conn, "retrain:acme", slot, NOW)
        jobs.finish(conn, "retrain:acme", slot, outcome, "", when)
    jobs.claim(conn, "scores", "1", NOW)


def test_one_look_tells_models_outboxes_and_jobs(database: Database) -> None:
    database.write_now(furnish)
    seen = database.read_now(lambda conn: service_figures(conn, NOW))
    assert seen.companies == {1: "acme"}
    assert seen.models == (LiveModel(1, "en", 2, NOW),)
    assert seen.outboxes == (
        Outbox("mail", 0, None),
        Outbox("alerts", 2, NOW),
        Outbox("applications", 0, None),
        Outbox("webhooks", 0, None),
    )
    assert seen.job_ends == {("retrain", "promoted"): LATER, ("retrain", "failed"): NOW}
    assert seen.jobs_running == {"scores": 1}


def test_a_run_whose_process_died_is_not_under_way(database: Database) -> None:
    database.write_now(furnish)
    assert database.read_now(lambda conn: service_figures(conn, NOW + timedelta(days=1))).jobs_running == {}
