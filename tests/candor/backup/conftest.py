"""A house to back up, on either database, with a model that answers, and an empty one to restore into."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest

from candor.backup.making import Made, make
from candor.backup.restoring import Consent, Restored, RestoreTarget, restore
from nlu.classifier import model_file
from nlu.classifier.text_classifier import fit
from nlu.recipe import Recipe
from nlu.understanding import Guess
from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.models import models
from storage.models.models import ModelVersion
from tests.conftest import POSTGRES
from tests.schemas import Schemas

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
QUESTION = "where is the canteen"


def silent(done: int, total: int) -> None:
    assert 0 <= done <= total


@dataclass
class House:
    """A database, its folder, and what is done with it."""

    target: RestoreTarget

    @contextmanager
    def open(self) -> Iterator[Database]:
        with Database.open(self.target.database_url) as database:
            yield database

    def back_up(self, file: Path, *, replace: bool = False) -> Made:
        url, models_dir = self.target.database_url, self.target.models_dir
        return make(url, models_dir, file, replace=replace, progress=silent)

    def restore(
        self, file: Path, *, replace: bool = False, foreign: bool = False, erased: Path | None = None
    ) -> Restored:
        return restore(file, self.target, Consent(replace, foreign), erased=erased, progress=silent)

    def add_company(self, key: str = "demo") -> Company:
        with self.open() as database:
            return database.write_now(lambda conn: companies.add(conn, CompanyProfile(key, key.title()), NOW))

    def promote(self, category: str, name: str = "") -> ModelVersion:
        """Let a model go live that answers QUESTION with a category."""
        learnt = fit([QUESTION, "the canteen", "what do you pay"], [category, category, "salary"], Recipe.faq())
        file = self.target.models_dir / "demo" / f"en-{name or category}.candor"
        file.parent.mkdir(parents=True, exist_ok=True)
        model_file.save(file, learnt, {})
        made = self.keep(f"demo/{file.name}", file.read_bytes())
        with self.open() as database:
            (company,) = database.read_now(companies.all_companies)
            return database.write_now(lambda conn: models.promote(conn, company.id, made.id, NOW))

    def keep(self, name: str, content: bytes) -> ModelVersion:
        """Have a candidate with a file of that content."""
        (self.target.models_dir / name).write_bytes(content)
        given = {"file": name, "sha256": sha256(content).hexdigest(), "fingerprint": "", "recipe": {}}

        def work(conn: Connection) -> ModelVersion:
            (company,) = companies.all_companies(conn)
            return models.add_candidate(conn, company.id, language="en", dataset_revision=1, now=NOW, **given)

        with self.open() as database:
            return database.write_now(work)

    def answers(self) -> tuple[Guess, ...]:
        """Return what the live model makes of QUESTION."""
        with self.open() as database:
            live = database.read_now(lambda conn: models.live(conn, companies.all_companies(conn)[0].id, "en"))
        assert live is not None
        return model_file.load(self.target.models_dir / live.file, sha256=live.sha256)[0].rank(QUESTION)


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[House]:
    """A house with a company and a model."""
    made = House(RestoreTarget(database_url, tmp_path / "house" / "models", tmp_path / "house"))
    made.add_company()
    made.promote("canteen")
    yield made
    if not database_url.startswith("sqlite"):
        drop_what_was_kept()


@pytest.fixture
def empty(request: pytest.FixtureRequest, house: House, tmp_path: Path) -> Iterator[House]:
    """A house in which nobody has been."""
    data_dir = tmp_path / "empty"
    if house.target.database_url.startswith("sqlite"):
        yield House(RestoreTarget(f"sqlite:///{data_dir}/candor.db", data_dir / "models", data_dir))
        return
    schemas: Schemas = request.getfixturevalue("schemas")
    with schemas.lent() as url:
        yield House(RestoreTarget(url, data_dir / "models", data_dir))


@pytest.fixture
def backup(house: House, tmp_path: Path) -> Path:
    """A backup of the house."""
    house.back_up(tmp_path / "backup")
    return tmp_path / "backup"


def drop_what_was_kept() -> None:
    with psycopg.connect(POSTGRES, autocommit=True) as conn:
        kept = "SELECT nspname FROM pg_namespace WHERE nspname ~ '^candor_[0-9a-f]{24}_replaced_'"
        for (name,) in conn.execute(kept).fetchall():
            conn.execute(f'DROP SCHEMA IF EXISTS "{name}" CASCADE'.encode())
