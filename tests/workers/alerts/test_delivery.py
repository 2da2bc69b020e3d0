"""Blocked models and drifting scores are told by e-mail and webhook, once each, and nothing is lost on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest

from evaluation.traffic.drift import Drift
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import CompanySettings, OwnSettings, as_made
from storage.database.database import Database
from storage.models import models, score_history
from storage.models.models import ModelVersion
from storage.models.score_history import NightlyScore
from storage.outbox import outbox
from storage.outbox.outbox import Entry, NewEntry
from tests.clock import START, Clock
from workers.alerts.channels import Alert
from workers.alerts.delivery import LEASE, RECENT, Alerts, AlertSender, key_of
from workers.alerts.messages import TEXTS, blocked, drifted
from workers.outbox.delivery import MOST_ATTEMPTS
from workers.outbox.sender import NotTaken
from workers.words import words_of

REASONS = [{"code": "too_few_categories", "params": {"categories": 1, "needed": 2}}]
MESSAGE = {"event": "blocked", "company": "demo", "subject": "Démo: v2", "text": "Die Gründe:\n", "data": {}}


@dataclass
class Post:
    """Stands in for a channel: notes what it delivered, and fails when told to."""

    name: str = "post"
    delivered: list[Alert] = field(default_factory=list)
    tried: int = 0
    is_down: bool = False

    async def deliver(self, alert: Alert) -> None:
        self.tried += 1
        if self.is_down:
            raise NotTaken("nobody answers")
        self.delivered.append(alert)

    @property
    def subjects(self) -> list[str]:
        return [alert.message["subject"] for alert in self.delivered]


@dataclass
class Overtaken:
    """A channel that is still delivering when another process looks for what is due."""

    other: Alerts
    name: str
    delivered: list[Alert] = field(default_factory=list)

    async def deliver(self, alert: Alert) -> None:
        await self.other.tick()
        self.delivered.append(alert)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def told(database: Database, post: Post, clock: Clock) -> Alerts:
    return Alerts(database, [post], as_made, "https://chat.example", clock)


def block_version(database: Database, company: Company, when: datetime = START) -> ModelVersion:
    def add(conn: Connection) -> ModelVersion:
        values: dict[str, Any] = {"file": "f", "sha256": "0", "fingerprint": "x", "dataset_revision": 1, "recipe": {}}
        new = models.add_candidate(conn, company.id, language="en", **values, now=when)
        models.record_gate(conn, company.id, new.id, None, "blocked", REASONS, when)
        return models.block(conn, company.id, new.id)

    return database.write_now(add)


def measure_nights(database: Database, company: Company, *means: float) -> None:
    def add(conn: Connection) -> None:
        values: dict[str, Any] = {"file": "f", "sha256": "0", "fingerprint": "x", "dataset_revision": 1, "recipe": {}}
        model = models.add_candidate(conn, company.id, language="en", **values, now=START)
        for night, mean in enumerate(means):
            created = START - timedelta(days=len(means) - 1 - night)
            figure = {"mean": mean, "low": mean - 0.02, "high": mean + 0.02}
            settings = [{"min_category_size": 0, "other_min_prop": 0.15, "accuracy": figure}]
            slot = f"{created:%Y-%m-%dT%H:%M}"
            score = NightlyScore(slot, "en", model.id, 100, 10, None, settings, None, created)
            score_history.add(conn, company.id, score, [])

    database.write_now(add)


def queued(database: Database, company: Company) -> list[Entry]:
    return database.read_now(lambda conn: outbox.of_kind(conn, company.id, "alert"))


async def test_a_blocked_model_is_told_once_with_its_reasons(
    database: Database, company: Company, told: Alerts, post: Post
) -> None:
    block_version(database, company)
    await told.tick()
    await told.tick()
    assert post.subjects == ["Demo: model v1 did not go live"]
    assert "Only 1 category has questions" in post.delivered[0].message["text"]
    assert "https://chat.example/admin/models" in post.delivered[0].message["text"]


async def test_what_happened_long_ago_is_not_told(
    database: Database, company: Company, told: Alerts, post: Post, clock: Clock
) -> None:
    block_version(database, company)
    clock.now = START + RECENT + timedelta(minutes=1)
    await told.tick()
    assert post.delivered == []


async def test_a_score_that_drifts_is_told_in_its_first_night(
    database: Database, company: Company, told: Alerts, post: Post
) -> None:
    measure_nights(database, company, 0.8, 0.81, 0.79, 0.8, 0.7)
    await told.tick()
    await told.tick()
    assert post.subjects == ["Demo: the chatbot's data got harder to tell apart"]
    assert "70.0%. Usual: 80.0%, its interval begins at 78.0%." in post.delivered[0].message["text"]


async def test_a_score_as_usual_and_one_that_went_on_drifting_are_not_told(
    database: Database, new_company: Callable[..., Company], told: Alerts, post: Post
) -> None:
    measure_nights(database, new_company("steady"), 0.8, 0.81, 0.79, 0.8, 0.78)
    measure_nights(database, new_company("drifted"), 0.8, 0.81, 0.79, 0.8, 0.7, 0.7)
    await told.tick()
    assert post.delivered == []


async def test_what_is_not_delivered_waits_longer_each_time_and_goes_out_in_the_end(
    database: Database, company: Company, told: Alerts, post: Post, clock: Clock
) -> None:
    block_version(database, company)
    post.is_down = True
    for minutes in (0, 1, 2):
        clock.now += timedelta(minutes=minutes)
        await told.tick()
        await told.tick()
    assert post.tried == 3
    assert (queued(database, company)[0].error, queued(database, company)[0].attempts) == ("nobody answers", 3)
    post.is_down = False
    clock.now += timedelta(minutes=4)
    await told.tick()
    assert len(post.delivered) == 1
    assert queued(database, company)[0].finished == clock.now


async def test_in_the_end_an_alert_is_given_up_but_kept(
    database: Database, company: Company, told: Alerts, post: Post, clock: Clock
) -> None:
    block_version(database, company)
    post.is_down = True
    for _ in range(MOST_ATTEMPTS + 5):
        await told.tick()
        clock.now += timedelta(hours=6)
    assert post.tried == MOST_ATTEMPTS
    assert (queued(database, company)[0].next_try, queued(database, company)[0].outcome) == (None, "given_up")


async def test_an_alert_whose_sender_died_is_sent_by_another_process_after_a_while(
    database: Database, company: Company, told: Alerts, post: Post, clock: Clock
) -> None:
    alert = NewEntry("alert", key_of("blocked:1", "post"), "post", MESSAGE)
    database.write_now(lambda conn: outbox.put(conn, company.id, alert, START))
    taken = database.write_now(lambda conn: outbox.take_due(conn, AlertSender.kinds, START, START + LEASE))
    assert taken is not None
    await told.tick()
    assert post.delivered == []
    clock.now = START + LEASE
    await told.tick()
    assert [alert.id for alert in post.delivered] == [taken.id]


async def test_two_processes_that_look_at_once_send_one_alert(
    database: Database, company: Company, post: Post, clock: Clock
) -> None:
    overtaken = Overtaken(Alerts(database, [post], as_made, None, clock), name="post")
    block_version(database, company)
    await Alerts(database, [overtaken], as_made, None, clock).tick()
    assert (len(overtaken.delivered), len(post.delivered)) == (1, 0)


async def test_each_channel_gets_its_own_and_one_that_is_down_does_not_keep_the_other_waiting(
    database: Database, company: Company, clock: Clock
) -> None:
    down, up = Post("down", is_down=True), Post("up")
    block_version(database, company)
    await Alerts(database, [down, up], as_made, None, clock).tick()
    assert (down.tried, len(up.delivered)) == (1, 1)


@pytest.mark.parametrize("language", ["de", "fr", "zh"])
def test_alerts_are_told_in_the_companys_language(new_company: Callable[..., Company], language: str) -> None:
    company = new_company(languages=(language,), default_language=language)
    english = new_company("english")
    learnt: dict[str, Any] = {"fingerprint": "x", "dataset_revision": 1, "recipe": {}, "created": START}
    version = ModelVersion(id=1, number=1, language="en", status="blocked", file="f", sha256="0", **learnt)
    drift = [Drift(0, 0.15, 0.7, 0.8, 0.78)]
    pairs = [
        [blocked(its, version, REASONS, None) for its in (company, english)],
        [drifted(its, "en", drift, "2026-03-01", None) for its in (company, english)],
    ]
    for ours, theirs in pairs:
        assert ours["text"] != theirs["text"]
        assert "{" not in ours["text"] + ours["subject"]


def test_every_language_of_alerts_holds_the_same_texts() -> None:
    keys = {
        language: {key for key in say.texts if key.startswith("alert.")} for language, say in words_of(TEXTS).items()
    }
    assert keys["en"]
    assert all(found == keys["en"] for found in keys.values())


async def test_each_company_says_who_is_told_by_mail_and_of_what(
    database: Database, new_company: Callable[..., Company], clock: Clock
) -> None:
    mail, usual = Post("email"), CompanySettings(alert_recipients=("ops@a.example",))
    told = Alerts(database, [mail], lambda key: usual, None, clock)
    makes: list[OwnSettings] = [
        {},
        {"alert_recipients": ("lead@b.example",)},
        {"alert_recipients": ()},
        {"alert_events": ("drifted",)},
    ]
    for number, own in enumerate(makes):
        company = new_company(f"demo-{number}")
        database.write_now(lambda conn, its=(company.id, own): companies.set_own(conn, *its))  # type: ignore[misc]
        block_version(database, company)
    await told.tick()
    assert sorted((alert.message["company"], alert.recipients) for alert in mail.delivered) == [
        ("demo-0", ("ops@a.example",)),
        ("demo-1", ("lead@b.example",)),
    ]


async def test_a_score_has_drifted_by_more_than_the_company_has_set(
    database: Database, company: Company, told: Alerts, post: Post
) -> None:
    database.write_now(lambda conn: companies.set_own(conn, company.id, {"drift_tolerance": 0.5}))
    measure_nights(database, company, *[0.9] * 8, 0.5)
    await told.tick()
    assert post.delivered == []
    database.write_now(lambda conn: companies.set_own(conn, company.id, {}))
    await told.tick()
    assert len(post.delivered) == 1
