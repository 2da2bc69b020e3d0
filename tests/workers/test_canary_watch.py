"""Canaries that have shown enough go live or end by themselves; the history and an alert say so."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from nlu.understanding import Guess, Stage, Understanding
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import CompanySettings, as_made
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.database.database import Database
from storage.models import models
from storage.outbox import outbox
from storage.people import audit
from storage.reviews import decisions, reviews
from storage.tables.canary import canary_trial
from workers.alerts.channels import Alert
from workers.alerts.delivery import Alerts
from workers.canary_watch import CanaryWatch
from workers.schedule import LONGEST_TRIAL, Schedule

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = START + timedelta(hours=1)


def trial_of(database: Database, company: Company, started: datetime = START) -> int:
    """Put v2 on trial beside v1; return its id."""

    def add(conn: Connection) -> int:
        values: dict[str, Any] = {"file": "f", "sha256": "0", "fingerprint": "x", "dataset_revision": 0, "recipe": {}}
        ids = [models.add_candidate(conn, company.id, language="en", **values, now=started).id for _ in range(2)]
        models.promote(conn, company.id, ids[0], started)
        return models.try_out(conn, company.id, ids[1], 0.1, started).id

    return database.write_now(add)


def reviewed(database: Database, company: Company, version: str, right: int, wrong: int) -> None:
    """Let recruiters confirm and correct so many answers of a version."""

    def add(conn: Connection) -> None:
        for number in range(right + wrong):
            name = secrets.token_hex(8)
            talk = conversations.create(
                conn, company.id, public_id=name, token_hash=name, language="en", now=LATER
            )  # fmt: skip
            asked = messages.append(conn, company.id, talk.id, NewMessage("incoming", "candidate", "Pay?"), LATER)
            seen = Understanding("Pay?", "en", Stage.FAQ, "salary", 0.9, (Guess("salary", 0.9),), (), version)
            id_ = decisions.record(
                conn, company.id, talk.id, asked.seq, decisions.NewDecision(seen, "reply", 0.5), LATER
            )
            status: reviews.Status = "confirmed" if number < right else "corrected"
            reviews.resolve(conn, company.id, id_, status=status, category="salary", reviewer="ana", now=LATER)

    database.write_now(add)


@pytest.fixture
def watch(database: Database) -> CanaryWatch:
    return CanaryWatch(database, lambda key: CompanySettings(canary_reviews=20), now=lambda: LATER)


def status(database: Database, company: Company, model_id: int) -> str:
    return database.read_now(lambda conn: models.get(conn, company.id, model_id)).status


@pytest.mark.both_databases
async def test_a_canary_that_holds_its_own_goes_live(database: Database, company: Company, watch: CanaryWatch) -> None:
    canary = trial_of(database, company)
    reviewed(database, company, "v1", 18, 2)
    reviewed(database, company, "v2", 18, 1)
    await watch.tick()
    assert status(database, company, canary) == "canary", "19 reviewed questions are not enough"
    reviewed(database, company, "v2", 1, 0)
    await watch.tick()
    assert status(database, company, canary) == "live"
    (entry,) = database.read_now(lambda conn: audit.recent(conn, company.id))
    assert (entry.actor, entry.action) == ("Candor", "canary_held_its_own")
    assert entry.detail == {
        "version": "v2", "confirmed": 19, "reviewed": 20, "live_confirmed": 18, "live_reviewed": 20,
    }  # fmt: skip
    await watch.tick()


class Post:
    """Notes what it delivers."""

    name = "post"

    def __init__(self) -> None:
        self.delivered: list[Alert] = []

    async def deliver(self, alert: Alert) -> None:
        self.delivered.append(alert)


async def test_a_canary_that_is_clearly_worse_ends_early_and_people_are_told_once(
    database: Database, company: Company, watch: CanaryWatch
) -> None:
    canary = trial_of(database, company)
    reviewed(database, company, "v1", 15, 0)
    reviewed(database, company, "v2", 2, 12)
    await watch.tick()
    assert status(database, company, canary) == "retired"
    (entry,) = database.read_now(lambda conn: audit.recent(conn, company.id))
    assert entry.action == "canary_was_worse"
    post = Post()
    told = Alerts(database, [post], as_made, "https://chat.example", lambda: LATER)
    await told.tick()
    await told.tick()
    (alert,) = post.delivered
    assert alert.message["subject"] == "Demo: model v2 was taken back"
    assert "New model: right in 2 of 14 reviewed questions (14.3%)." in alert.message["text"]
    assert "Live model: right in 15 of 15 reviewed questions (100.0%)." in alert.message["text"]
    assert alert.message["data"]["figures"]["canary"]["confirmed"] == 2


async def test_a_canary_that_a_person_ended_or_that_was_replaced_raises_no_alert(
    database: Database, company: Company
) -> None:
    canary = trial_of(database, company)
    database.write_now(lambda conn: models.end_canary(conn, company.id, canary, "stopped", LATER))
    await Alerts(database, [Post()], as_made, None, lambda: LATER).tick()
    assert database.read_now(lambda conn: outbox.of_kind(conn, company.id, "alert")) == []


async def test_while_a_canary_is_on_trial_nothing_is_retrained_by_itself_but_not_for_ever(
    database: Database, company: Company
) -> None:
    asked: list[str] = []

    async def train(company_key: str) -> tuple[str, str]:
        asked.append(company_key)
        return "promoted", ""

    schedule = Schedule(database, lambda key: CompanySettings(retrain_after_minutes=0.001), train)
    now = datetime.now(UTC)
    trial_of(database, company, started=now)
    database.write_now(lambda conn: companies.data_changed(conn, company.id, now - timedelta(days=1)))
    for tick in (schedule.nightly, schedule.after_corrections):
        await tick()
        await schedule.idle()
    assert asked == []
    before = now - LONGEST_TRIAL - timedelta(minutes=1)
    database.write_now(lambda conn: conn.execute(canary_trial.update().values(started=before)))
    await schedule.after_corrections()
    await schedule.idle()
    assert asked == [company.key]
