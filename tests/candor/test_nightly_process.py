"""What a nightly evaluation measures and keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from candor.nightly_process import measure_company
from candor.settings import EvaluationSettings, Settings
from nlu.recipe import Recipe
from storage import Connection
from storage.companies.companies import Company
from storage.database.database import Database
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from storage.models import models, score_history
from workers.settings import ScheduleSettings

NOW = datetime(2026, 3, 2, 4, 3, tzinfo=UTC)
SLOT = "2026-03-02T04:00"
TOPICS = {
    "salary": ("pay", "salary", "wages"),
    "holidays": ("holidays", "vacation", "leave"),
    "parking": ("parking", "garage", "car park"),
}
SHAPES = ("what about {}", "{}?", "tell me of the {}", "any {} here")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        data_dir=tmp_path,
        evaluation=EvaluationSettings(retries=1),
        schedule=ScheduleSettings(evaluation_retries=2),
    )


def teach(database: Database, company: Company, topics: Mapping[str, tuple[str, ...]], language: str = "en") -> None:
    rows = [NewExample(s.format(w), name, language) for name, words in topics.items() for w in words for s in SHAPES]
    database.write_now(lambda conn: dataset.import_rows(conn, company.id, rows, "import", "test", NOW))


def go_live(database: Database, company: Company, language: str = "en") -> int:
    def add(conn: Connection) -> int:
        new = models.add_candidate(
            conn, company.id, language=language, file="f", sha256="0", fingerprint="x", dataset_revision=1,
            recipe=Recipe.faq(language).to_dict(), now=NOW,
        )  # fmt: skip
        return models.promote(conn, company.id, new.id, NOW).id

    return database.write_now(add)


def measure(database: Database, company: Company, settings: Settings, slot: str = SLOT) -> int:
    return len(measure_company(database, company, settings, slot, lambda: NOW))


def test_the_figures_of_a_night_are_kept_with_sizes_and_questions_to_ask_people_about(
    database: Database, company: Company, settings: Settings
) -> None:
    teach(database, company, TOPICS)
    model_id = go_live(database, company)
    assert measure(database, company, settings) == 1
    (night,) = database.read_now(lambda conn: score_history.newest(conn, company.id, "en"))
    assert (night.slot, night.model_id, night.examples, night.categories) == (SLOT, model_id, 36, 3)
    assert {(s["min_category_size"], s["other_min_prop"]) for s in night.settings} >= {(0, 0.0), (0, 0.15)}
    assert all(0 <= s["accuracy"]["low"] <= s["accuracy"]["mean"] <= s["accuracy"]["high"] for s in night.settings)
    assert (night.automation, night.not_measured) == (None, None)
    cases = database.read_now(lambda conn: score_history.cases_of(conn, company.id, model_id))
    assert cases
    assert {case["category"] for case in cases} == set(TOPICS)
    assert all(case["guess"] is not None and 0 <= case["threshold"] <= 1 for case in cases)


def test_a_night_that_was_cut_off_goes_on_with_the_languages_that_are_missing(
    database: Database, new_company: Callable[..., Company], settings: Settings
) -> None:
    company = new_company(languages=("en", "de"))
    teach(database, company, TOPICS)
    go_live(database, company)
    assert measure(database, company, settings) == 1
    teach(database, company, TOPICS, "de")
    go_live(database, company, "de")
    assert measure(database, company, settings) == 1
    assert measure(database, company, settings) == 0
    assert len(database.read_now(lambda conn: score_history.newest(conn, company.id, "en"))) == 1


def test_data_that_cannot_be_measured_is_kept_as_such(database: Database, company: Company, settings: Settings) -> None:
    teach(database, company, {"salary": ("pay",)})
    go_live(database, company)
    assert measure(database, company, settings) == 1
    (night,) = database.read_now(lambda conn: score_history.newest(conn, company.id, "en"))
    assert night.settings == []
    assert night.not_measured


def test_without_a_live_model_there_is_nothing_to_measure(
    database: Database, company: Company, settings: Settings
) -> None:
    teach(database, company, TOPICS)
    assert measure(database, company, settings) == 0
