"""A company in a database of its own, retrained by the path that the product takes and asked questions it never saw."""

from __future__ import annotations

import csv
import json
import random
import shutil
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import numpy as np
from _shared import public_data

from candor.company_defaults import usual_settings
from candor.settings import Settings
from candor.training_plan import phrasing_of, training_plan
from evaluation.formats.data_file import read_rows
from evaluation.gate.cases import question_id
from evaluation.general_stage import GeneralIntents
from evaluation.invariance.perturbations import Perturbation, varied
from nlu.classifier import model_file
from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.database.database import Database
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from storage.models import models
from storage.models.models import ModelVersion
from training.asking import answers_to
from training.retrain import CandidateOutcome, Plan, retrain

Rows = list[tuple[str, str]]
"""(text, category)."""

START = datetime(2026, 1, 5, 3, 0, tzinfo=UTC)
LARGEST, TESTED, UNSEEN = 40, 10, 4


@dataclass(frozen=True, slots=True)
class Data:
    """What a company teaches, clean questions nobody teaches, good ones it may add, and a category it lacks."""

    name: str
    live: Rows
    test: Rows
    unseen: Rows
    new: Rows
    noise: dict[str, str]
    """The questions of `live` that stand in a wrong category, and the right one."""


@dataclass
class Company:
    """A company, the folder it lives in, and what time it is there."""

    folder: Path
    data: Data
    plan: Plan
    database: Database
    id: int
    now: datetime = START

    @classmethod
    def begin(cls, folder: Path, data: Data, plan: Plan) -> Company:
        """Make a company that teaches `data` and train its first model."""
        database = Database.open(f"sqlite:///{folder / 'candor.db'}")
        profile = CompanyProfile("bench", data.name, ("en",), "en", "https://x.example", "a@x.example")
        made = database.write_now(lambda conn: companies.add(conn, profile, START))
        its = cls(folder, data, replace(plan, models_dir=folder / "models"), database, made.id)
        database.write_now(
            lambda conn: dataset.import_rows(
                conn, made.id, _examples(data.live), origin="starter", author="bench", now=START
            )
        )
        for name in sorted({category for _, category in data.live}):
            database.write_now(
                lambda conn, name=name: answers.put(conn, made.id, Answer(name, "en", f"All about {name}."), START)  # type: ignore[misc]
            )
        its.retrain()
        return its

    def copy(self, folder: Path) -> Company:
        """Return the same company in another folder; this one must be closed."""
        shutil.copytree(self.folder, folder)
        return replace(
            self,
            folder=folder,
            plan=replace(self.plan, models_dir=folder / "models"),
            database=Database.open(f"sqlite:///{folder / 'candor.db'}"),
        )

    def close(self) -> None:
        """Close its database."""
        self.database.close()

    def rows(self) -> Rows:
        """Return what it teaches now."""
        return [(e.text, e.category) for e in self.database.read_now(lambda conn: dataset.examples(conn, self.id))]

    def correct(self, text: str, category: str) -> None:
        """Move one question as a recruiter does on its page."""

        def move(conn: Connection) -> None:
            example = dataset.example_with_text(conn, self.id, "en", text)
            its = dataset.category_by_name(conn, self.id, category)
            assert example is not None
            assert its is not None
            dataset.move_example(conn, self.id, example.id, its.id, self.now)

        self.database.write_now(move)

    def rename(self, category: str, name: str) -> None:
        """Rename a category, named as in the company's data, as a recruiter does on its page."""

        def change(conn: Connection) -> None:
            its = dataset.category_by_name(conn, self.id, category)
            assert its is not None
            dataset.rename_category(conn, self.id, its.id, name)

        self.database.write_now(change)

    def imports(self, rows: Rows, *, replace: bool = False) -> None:
        """Import a file as the desk and the command do."""
        self.database.write_now(
            lambda conn: dataset.import_rows(
                conn, self.id, _examples(rows), origin="import", author="bench", now=self.now, replace=replace
            )
        )

    def retrain(self) -> CandidateOutcome:
        """Retrain as the product does every night, and let a day pass."""
        company = self.database.read_now(lambda conn: companies.by_id(conn, self.id))
        assert company is not None
        self.now += timedelta(hours=23)
        (outcome,) = retrain(self.database, company, self.plan, now=lambda: self.now)
        self.now += timedelta(hours=1)
        return outcome

    def newest(self) -> ModelVersion:
        """Return the version that was trained last."""
        return self.database.read_now(lambda conn: models.history(conn, self.id, limit=1))[0]

    def let_through(self, version: ModelVersion) -> None:
        """Let a blocked version go live as a recruiter can who knows better."""
        said = "is fine"
        self.database.write_now(
            lambda conn: models.override(conn, self.id, version.id, name="bench", reason=said, now=self.now)
        )

    def accuracy(self, *, otherwise: bool = False) -> float:
        """Return the share of clean questions that the newest version answers rightly.

        With `otherwise` they are asked in each other way that there is.
        """
        version = self.newest()
        if not version.file:
            return 0.0
        classifier, _ = model_file.load(self.plan.models_dir / version.file, sha256=version.sha256)
        asked = [one for row in self.data.test for one in _in_other_ways(row)] if otherwise else self.data.test
        texts, general = [text for text, _ in asked], self.plan.general("en")
        said = answers_to(classifier, texts, self.plan.measuring.threshold, general)
        right = [category for _, category in asked]
        return sum(one == category for one, category in zip(said, right, strict=True)) / len(said)


def _in_other_ways(row: tuple[str, str]) -> Rows:
    text, category = row
    phrasing = phrasing_of("en")
    assert phrasing is not None
    made = (varied(text, change, phrasing, random.Random(f"{change} {text}")) for change in Perturbation)
    return [(other, category) for other in made if other is not None]


def _examples(rows: Rows) -> list[NewExample]:
    return [NewExample(text, category, "en") for text, category in rows]


def plan_of(shared: Path) -> Plan:
    """Return the plan of default settings; what the general stage says is remembered from run to run."""
    settings = Settings(data_dir=shared)
    plan = training_plan(settings, usual_settings(settings, ""))
    return replace(
        plan,
        general=cache(lambda language: _remembering(plan.general(language))),
        measuring=replace(plan.measuring, jobs=1),
    )


def _remembering(general: GeneralIntents | None) -> GeneralIntents | None:
    return general and replace(general, hear=cache(general.hear))


SOURCES = ("demo", "banking77", "clinc150")


@cache
def sources(name: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the questions to teach and those to test with, by category; the demo's are parted in `draw`."""
    if name == "demo":
        rows = read_rows(Path(__file__).parent.parent / "data/demo/faq.en.csv")
        return _by_category([(row.text, row.category) for row in rows]), {}
    folder = public_data()
    if name == "banking77":
        return _by_category(_csv(folder / "banking77/train.csv")), _by_category(_csv(folder / "banking77/test.csv"))
    parts = json.loads((folder / "clinc150/data_imbalanced.json").read_text(encoding="utf-8"))
    return _by_category(parts["train"]), _by_category(parts["test"])


def _csv(path: Path) -> Rows:
    with path.open(encoding="utf-8", newline="") as file:
        return [(row["text"], row["category"]) for row in csv.DictReader(file)]


def _by_category(rows: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    seen: set[str] = set()
    for text, category in rows:
        if question_id(text) not in seen:
            seen.add(question_id(text))
            found[category].append(text)
    return found


def draw(name: str, categories: int, chance: random.Random) -> Data:
    """Draw a company: a quarter of its categories are small, and 3 in 100 of its questions stand in a wrong one."""
    taught, asked = sources(name)
    chosen = chance.sample(sorted(taught), categories + 1)
    live: Rows = []
    test: Rows = []
    unseen: Rows = []
    new: Rows = []
    for place, category in enumerate(chosen):
        texts = chance.sample(taught[category], len(taught[category]))
        if not asked:
            test_texts, texts = texts[:TESTED], texts[TESTED:]
        else:
            test_texts = chance.sample(asked[category], min(TESTED, len(asked[category])))
        if place == 0:
            new = [(text, category) for text in texts[:LARGEST]]
            continue
        size = chance.randint(4, 9) if place % 4 == 0 else chance.randint(20, LARGEST)
        test += [(text, category) for text in test_texts]
        live += [(text, category) for text in texts[: min(size, len(texts) - UNSEEN)]]
        unseen += [(text, category) for text in texts[min(size, len(texts) - UNSEEN) :][:UNSEEN]]
    noise = _noise(live, chance)
    return Data(name, [(text, _wrong(text, category, noise, chance, live)) for text, category in live],
                test, unseen, new, noise)  # fmt: skip


def _noise(live: Rows, chance: random.Random) -> dict[str, str]:
    return dict(chance.sample(live, round(0.03 * len(live))))


def _wrong(text: str, category: str, noise: dict[str, str], chance: random.Random, live: Rows) -> str:
    return chance.choice([name for _, name in live if name != category]) if text in noise else category


def interval(count: int, of: int) -> tuple[float, float]:
    """Return the exact 95 % interval of a share (Clopper and Pearson 1934)."""
    from scipy.stats import beta

    low = float(beta.ppf(0.025, count, of - count + 1)) if count else 0.0
    high = float(beta.ppf(0.975, count + 1, of - count)) if count < of else 1.0
    return (low, high) if of else (0.0, 1.0)


def median(values: Sequence[float]) -> float:
    """Return the median, nan of nothing."""
    return float(np.median(values)) if values else float("nan")
