"""Which model answers: swapped in whole, never replaced by a damaged file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.errors import StillStarting
from bot.live import LanguageModels, LiveModels
from nlu.classifier import model_file
from nlu.classifier.text_classifier import fit
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.city_names import OwnTown
from nlu.entities.finder import EntityFinder
from nlu.general.stage import GeneralStage, fit_general
from nlu.recipe import Recipe
from nlu.understanding import Entity, Stage
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.database import Database
from storage.models import models
from storage.models.models import ModelVersion
from storage.openings import opening_feeds, opening_import
from storage.openings.openings import OpeningContent, Place
from tests.bot.conftest import NOW, add_company

QUESTION = "where is the canteen"


@dataclass
class Shelf:
    """A company with model versions on disk and in the database."""

    database: Database
    company: Company
    folder: Path

    def add(self, category: str) -> ModelVersion:
        """Make a version that answers QUESTION with `category`, in the file of that name."""
        model = fit([QUESTION, "the canteen", "what do you pay"], [category, category, "salary"], Recipe.faq())
        path = self.folder / f"{category}.candor"
        digest = model_file.save(path, model, {})
        return self.database.write_now(
            lambda conn: models.add_candidate(
                conn,
                self.company.id,
                language="en",
                file=path.name,
                sha256=digest,
                fingerprint="",
                dataset_revision=1,
                recipe={},
                now=NOW,
            )
        )

    def promote(self, category: str) -> Path:
        """Make such a version and let it go live; return its file."""
        version = self.add(category)
        self.database.write_now(lambda conn: models.promote(conn, self.company.id, version.id, NOW))
        return self.folder / version.file

    def answer_of(self, live: LiveModels) -> str | None:
        return live.parse(self.company, "en", QUESTION).intent


@pytest.fixture
def shelf(database: Database, tmp_path: Path) -> Shelf:
    company = database.write_now(lambda conn: add_company(conn, "acme"))
    return Shelf(database, company, tmp_path)


@pytest.fixture
def live(tmp_path: Path) -> LiveModels:
    general = GeneralStage(fit_general([("hello", "greet"), ("bye", "goodbye")], ["what about the weather"]))
    shared = LanguageModels(general, EntityFinder([], CityDictionary([]), ["en"]), 0.5)
    return LiveModels(lambda _: shared, tmp_path)


def test_without_a_model_general_intents_are_known_and_questions_are_not(shelf: Shelf, live: LiveModels) -> None:
    shelf.database.read_now(live.refresh)
    assert live.parse(shelf.company, "en", "hello").intent == "greet"
    assert live.parse(shelf.company, "en", QUESTION).stage is Stage.NONE


def test_general_intents_must_be_as_sure_as_the_company_has_set(shelf: Shelf, live: LiveModels) -> None:
    shelf.database.read_now(live.refresh)
    seen = live.parse(shelf.company, "en", "hello bye")
    assert (seen.intent, seen.confidence < 1) == ("greet", True)
    own = {"general_threshold": (seen.confidence + 1) / 2}
    shelf.database.write_now(lambda conn: companies.set_own(conn, shelf.company.id, own))
    for _ in range(2):  # once it has come to rest
        shelf.database.read_now(live.refresh)
    assert live.parse(shelf.company, "en", seen.text).stage is Stage.NONE


def test_a_promoted_version_answers_from_the_next_refresh_on(shelf: Shelf, live: LiveModels) -> None:
    shelf.promote("first")
    assert shelf.database.read_now(live.refresh) == ["acme: v1 (en) answers now."]
    assert shelf.answer_of(live) == "first"
    shelf.promote("second")
    assert shelf.answer_of(live) == "first"
    shelf.database.read_now(live.refresh)
    assert shelf.answer_of(live) == "second"
    assert shelf.database.read_now(live.refresh) == []


def test_nothing_is_answered_before_the_live_model_was_looked_for(shelf: Shelf, live: LiveModels) -> None:
    shelf.promote("first")
    with pytest.raises(StillStarting):
        live.parse(shelf.company, "en", QUESTION)


def test_a_language_answers_as_soon_as_its_general_stage_is_there(shelf: Shelf, tmp_path: Path) -> None:
    general = GeneralStage(fit_general([("hello", "greet"), ("bye", "goodbye")], ["what about the weather"]))
    learnt = {"en": LanguageModels(general, EntityFinder([], CityDictionary([]), ["en"]), 0.5)}
    live = LiveModels(learnt.get, tmp_path)
    shelf.database.read_now(live.refresh)
    assert live.languages == ("en",)
    assert live.parse(shelf.company, "en", "hello").intent == "greet"
    with pytest.raises(StillStarting):
        live.parse(shelf.company, "de", "hello")
    learnt["de"] = learnt["en"]
    shelf.database.read_now(live.refresh)
    assert {*live.languages} == {"de", "en"}
    assert live.parse(shelf.company, "de", "hello").intent == "greet"


def test_a_file_that_came_back_is_taken_in(shelf: Shelf, live: LiveModels) -> None:
    path = shelf.promote("first")
    away = path.rename(path.with_suffix(".away"))
    shelf.database.read_now(live.refresh)
    assert [refusal.substitute for refusal in live.refusals.values()] == [None]
    assert shelf.database.read_now(live.refresh) == []
    away.rename(path)
    assert shelf.database.read_now(live.refresh) == ["acme: v1 (en) answers now."]
    assert live.refusals == {}
    assert shelf.answer_of(live) == "first"


@pytest.mark.parametrize("damage", [b"", b"PK"])
def test_a_damaged_file_is_refused_and_the_model_before_it_stays(shelf: Shelf, live: LiveModels, damage: bytes) -> None:
    shelf.promote("first")
    shelf.database.read_now(live.refresh)
    shelf.promote("second").write_bytes(damage)
    (line,) = shelf.database.read_now(live.refresh)
    assert "v2 refused" in line
    assert "stays live" in line
    assert shelf.answer_of(live) == "first"


def test_a_start_with_a_damaged_live_file_takes_the_version_before_it(shelf: Shelf, live: LiveModels) -> None:
    shelf.promote("first")
    path = shelf.promote("second")
    path.write_bytes(path.read_bytes()[:-1])
    (line,) = shelf.database.read_now(live.refresh)
    assert "v2 refused" in line
    assert shelf.answer_of(live) == "first"


def test_a_start_finds_the_live_version_however_many_were_blocked_since(shelf: Shelf, live: LiveModels) -> None:
    shelf.promote("first")
    learnt: dict[str, Any] = {"file": "", "sha256": "", "fingerprint": "", "dataset_revision": 1, "recipe": {}}

    def block_another(conn: Connection) -> None:
        made = models.add_candidate(conn, shelf.company.id, language="en", **learnt, now=NOW)
        models.block(conn, shelf.company.id, made.id)

    for _ in range(101):
        shelf.database.write_now(block_another)
    assert shelf.database.read_now(live.refresh) == ["acme: v1 (en) answers now."]
    assert shelf.answer_of(live) == "first"


def test_a_start_without_any_sound_file_hands_every_question_to_a_person(shelf: Shelf, live: LiveModels) -> None:
    shelf.promote("first").unlink()
    (line,) = shelf.database.read_now(live.refresh)
    assert "every question is handed to a person" in line
    assert live.parse(shelf.company, "en", QUESTION).stage is Stage.NONE


def test_one_companys_model_never_answers_for_another(shelf: Shelf, live: LiveModels) -> None:
    shelf.promote("first")
    shelf.database.read_now(live.refresh)
    other = shelf.database.write_now(lambda conn: add_company(conn, "globex"))
    shelf.database.read_now(live.refresh)
    assert live.parse(other, "en", QUESTION).stage is Stage.NONE


def test_each_company_is_read_with_its_own_countries(shelf: Shelf, tmp_path: Path) -> None:
    asked_for: list[tuple[str, ...]] = []

    class Finder(EntityFinder):
        def for_company(
            self, *, titles: Sequence[str] = (), countries: Sequence[str] = (), towns: Sequence[OwnTown] = ()
        ) -> EntityFinder:
            asked_for.append(tuple(countries))
            return self

    general = GeneralStage(fit_general([("hello", "greet"), ("bye", "goodbye")], ["what about the weather"]))
    live = LiveModels(lambda _: LanguageModels(general, Finder([], CityDictionary([]), ["en"]), 0.5), tmp_path)
    shelf.database.write_now(lambda conn: add_company(conn, "globex", ("DE", "AT")))
    shelf.database.read_now(live.refresh)
    assert asked_for == [(), ("DE", "AT")]


def test_what_was_asked_for_is_told_to_the_finder(shelf: Shelf, tmp_path: Path) -> None:
    class Finder(EntityFinder):
        def find(self, text: str, language: str, *, expected: frozenset[str] = frozenset()) -> tuple[Entity, ...]:
            return tuple(Entity(name, "x", text[:1], 0, 1) for name in sorted(expected))

        def for_company(
            self, *, titles: Sequence[str] = (), countries: Sequence[str] = (), towns: Sequence[OwnTown] = ()
        ) -> EntityFinder:
            return self

    general = GeneralStage(fit_general([("hello", "greet"), ("bye", "goodbye")], ["what about the weather"]))
    live = LiveModels(lambda _: LanguageModels(general, Finder([], CityDictionary([]), ["en"]), 0.5), tmp_path)
    shelf.database.read_now(live.refresh)
    assert live.parse(shelf.company, "en", QUESTION).entities == ()
    found = live.parse(shelf.company, "en", QUESTION, expected=frozenset({"city"}))
    assert [entity.name for entity in found.entities] == ["city"]


def test_titles_of_open_openings_are_understood_and_those_of_later_ones_soon(shelf: Shelf, live: LiveModels) -> None:
    def offer(*titles: str) -> None:
        shelf.database.write_now(lambda conn: import_titles(conn, shelf.company.id, titles))

    def found(text: str) -> list[str]:
        company = shelf.database.read_now(lambda conn: companies.by_id(conn, shelf.company.id))
        assert company is not None
        return [entity.value for entity in live.parse(company, "en", text).entities]

    offer("Chief Grinder")
    shelf.promote("canteen")
    shelf.database.read_now(live.refresh)
    assert found("a job as chief grinder please") == ["Chief Grinder"]
    offer("Bean Whisperer")
    for _ in range(2):
        shelf.database.read_now(live.refresh)
    assert found("a job as bean whisperer please") == ["Bean Whisperer"]
    assert found("a job as chief grinder please") == []
    assert shelf.answer_of(live) == "canteen"


def test_towns_of_open_openings_are_understood(shelf: Shelf, live: LiveModels) -> None:
    placed = [OpeningContent("1", "Deli Assistant", places=(Place("Otleyshire", country="GB"),))]
    shelf.database.write_now(lambda conn: import_openings(conn, shelf.company.id, placed))
    shelf.promote("canteen")
    shelf.database.read_now(live.refresh)
    found = live.parse(shelf.company, "en", "jobs near otleyshire").entities
    assert [(entity.name, entity.value) for entity in found] == [("city", "Otleyshire")]


def import_titles(conn: Connection, company_id: int, titles: Sequence[str]) -> None:
    import_openings(conn, company_id, [OpeningContent(title, title) for title in titles])


def import_openings(conn: Connection, company_id: int, contents: Sequence[OpeningContent]) -> None:
    feed = opening_feeds.by_url(conn, company_id, "file:a") or opening_feeds.add(
        conn, company_id, format="csv", url="file:a", now=NOW, fetched=False
    )
    opening_import.apply(conn, company_id, feed.id, contents, NOW)
