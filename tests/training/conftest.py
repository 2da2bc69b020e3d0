"""A small company whose questions are easy to keep apart, and a plan that measures quickly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from evaluation.gate.decision import GateRules
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.database.database import Database
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from storage.models import models
from storage.models.models import ModelVersion
from tests.training.template import Template
from training.retrain import CandidateOutcome, Measuring, Plan, retrain

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)

TOPICS = {
    "salary": ("pay", "salary", "wage", "money", "earn"),
    "holidays": ("holidays", "vacation", "leave", "free days", "time off"),
    "parking": ("parking", "car park", "garage", "parking lot", "my car"),
    "canteen": ("canteen", "lunch", "food", "kitchen", "meals"),
}
SHAPES = ("tell me about the {}", "what about {} here", "{}?", "question on {} please", "any info on {}")


def questions(topics: dict[str, tuple[str, ...]] | None = None) -> list[NewExample]:
    """Return 25 questions for each topic: a test's data, which may be regular."""
    chosen = TOPICS if topics is None else topics
    return [NewExample(s.format(w), name, "en") for name, words in chosen.items() for w in words for s in SHAPES]


@dataclass
class Workshop:
    """A company and everything needed to retrain it."""

    database: Database
    company_id: int
    plan: Plan

    def import_rows(self, rows: list[NewExample], *, replace: bool = False) -> None:
        self.database.write_now(
            lambda conn: dataset.import_rows(
                conn, self.company_id, rows, origin="import", author="test", now=NOW, replace=replace
            )
        )

    def company(self) -> Company:
        found = self.database.read_now(lambda conn: companies.by_id(conn, self.company_id))
        assert found is not None
        return found

    def retrain(self) -> CandidateOutcome:
        (outcome,) = retrain(self.database, self.company(), self.plan, now=lambda: NOW)
        return outcome

    def live(self) -> ModelVersion | None:
        return self.database.read_now(lambda conn: models.live(conn, self.company_id, "en"))


def workshop_of(database: Database, models_dir: Path, key: str, languages: tuple[str, ...] = ("en",)) -> Workshop:
    """Make a company with nothing to learn yet."""
    profile = CompanyProfile(key, key, languages, "en", "https://x.example", "a@x.example")
    company = database.write_now(lambda conn: companies.add(conn, profile, NOW))
    return Workshop(database, company.id, plan_of(models_dir))


def plan_of(models_dir: Path) -> Plan:
    """Return a plan that measures quickly."""
    return Plan(models_dir, Measuring(retries=2, threshold=0.3), GateRules(tolerance=0.15))


@pytest.fixture
def models_dir(tmp_path: Path) -> Path:
    return tmp_path / "models"


@pytest.fixture
def new_workshop(database: Database, models_dir: Path) -> Callable[..., Workshop]:
    return partial(workshop_of, database, models_dir)


@pytest.fixture
def workshop(new_workshop: Callable[..., Workshop]) -> Workshop:
    made = new_workshop("acme")
    made.import_rows(questions())
    return made


@pytest.fixture(scope="session")
def trained_once(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Template:
    def train(database: Database, models_dir: Path) -> int:
        made = workshop_of(database, models_dir, "acme")
        made.import_rows(questions())
        assert made.retrain().verdict == "promoted"
        return made.company_id

    return Template.of(migrated_file, tmp_path_factory.mktemp("trained"), train)


@pytest.fixture
def trained(request: pytest.FixtureRequest, database_url: str, models_dir: Path) -> Workshop:
    """The workshop after its first retrain: its model is live."""
    if database_url.startswith("sqlite"):
        template: Template = request.getfixturevalue("trained_once")
        template.copy(database_url, models_dir)
        return Workshop(request.getfixturevalue("database"), template.company_id, plan_of(models_dir))
    made: Workshop = request.getfixturevalue("workshop")
    made.retrain()
    return made
