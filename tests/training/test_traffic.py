"""Which weeks of live traffic are measured, and what is kept of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from nlu.recipe import Recipe
from nlu.understanding import Guess, Stage, Understanding
from storage import Connection
from storage.companies.companies import Company
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.database.database import Database
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from storage.models import models
from storage.reviews import decisions, reviews, traffic
from training import snapshot as snapshots
from training.traffic import measure_weeks

MONDAY = datetime(2026, 3, 2, 4, 0, tzinfo=UTC)
IN_THE_WEEK = MONDAY - timedelta(days=3)
RECORD = {"settings": [{"min_category_size": 0, "other_min_prop": 0.0, "accuracy": {"mean": 0.8}, "confusion": []}]}


@pytest.fixture
def taught(database: Database, company: Company) -> Company:
    rows = [NewExample(f"what is the pay for grade {n} staff", "pay", "en") for n in range(60)]

    def add(conn: Connection) -> None:
        dataset.import_rows(conn, company.id, rows, "import", "test", IN_THE_WEEK)
        new = models.add_candidate(
            conn, company.id, language="en", file="f", sha256="0", fingerprint="x", dataset_revision=1,
            recipe=Recipe.faq("en").to_dict(), now=IN_THE_WEEK,
        )  # fmt: skip
        models.record_evaluation(conn, company.id, new.id, "nex-cv", RECORD, 1.0, IN_THE_WEEK)
        models.promote(conn, company.id, new.id, IN_THE_WEEK)

    database.write_now(add)
    return company


def asks(database: Database, company: Company, *texts: str) -> list[int]:
    def talk(conn: Connection, text: str) -> int:
        opened = conversations.create(conn, company.id, public_id=text, token_hash="t", language="en", now=IN_THE_WEEK)
        asked = messages.append(conn, company.id, opened.id, NewMessage("incoming", "candidate", text), IN_THE_WEEK)
        seen = Understanding(text, "en", Stage.FAQ, "pay", 0.9, (Guess("pay", 0.9),), (), "v1")
        return decisions.record(
            conn, company.id, opened.id, asked.seq, decisions.NewDecision(seen, "reply", 0.5), IN_THE_WEEK
        )

    return [database.write_now(partial(talk, text=text)) for text in texts]


@pytest.fixture
def measure(database: Database, taught: Company) -> Callable[[datetime], list[str]]:
    def weeks(now: datetime) -> list[str]:
        snapshot = database.read_now(lambda conn: snapshots.take(conn, taught, "en", now))
        return measure_weeks(database, taught, snapshot, now, 0)

    return weeks


@pytest.mark.both_databases
def test_a_week_that_is_over_is_measured_once_with_what_is_new_in_it(
    database: Database, taught: Company, measure: Callable[[datetime], list[str]]
) -> None:
    asks(database, taught, *(f"may i bring dog number {n} to work" for n in range(50)))
    assert measure(MONDAY - timedelta(hours=5)) == []
    assert measure(MONDAY) == ["2026-02-23"]
    assert measure(MONDAY + timedelta(days=1)) == []
    week = database.read_now(lambda conn: traffic.known(conn, taught.id, "en"))["2026-02-23"]
    assert week.asked == 50
    assert week.distance
    assert week.distance["low"] > 0.9
    assert ["dog", 50] in week.words
    assert not any("number 7" in word for word, _ in week.words)


def test_reviews_of_the_weeks_after_are_counted_beside_what_was_foretold(
    database: Database, taught: Company, measure: Callable[[datetime], list[str]]
) -> None:
    first, second = asks(database, taught, "how much do i earn", "may i bring a dog")
    measure(MONDAY)

    def judge(conn: Connection) -> None:
        reviews.confirm(conn, taught.id, first, None, "ana", MONDAY)
        reviews.resolve(conn, taught.id, second, status="dismissed", category=None, reviewer="ana", now=MONDAY)

    database.write_now(judge)
    measure(MONDAY + timedelta(days=1))
    week = database.read_now(lambda conn: traffic.known(conn, taught.id, "en"))["2026-02-23"]
    assert (week.reviewed, week.reviewed_right, week.audited, week.distance) == (2, 1, 0, None)
    assert [each["accuracy"] for each in week.forecasts] == [0.8]
