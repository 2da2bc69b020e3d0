"""A company outgrows the thesaurus only where its own questions say that it no longer helps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evaluation.gate.decision import GateRules
from storage.database.database import Database
from storage.dataset.dataset import NewExample
from tests.training.conftest import NOW, Workshop, questions, workshop_of
from training.retrain import retrain

SYNONYMS = {
    "salary": ("salary", "wages", "compensation", "remuneration", "earnings", "paycheck"),
    "holidays": ("holidays", "vacation", "annual leave", "pto", "days off", "time off"),
    "parking": ("parking", "car park", "garage", "parking lot", "parking space", "parking spot"),
}
"""Words that name one concept, each in one question: without the thesaurus nothing tells where such a one belongs."""
UNKNOWN: dict[str, tuple[str, ...]] = {
    "zoo": ("lions", "tigers", "bears", "seals", "apes"),
    "sky": ("stars", "comets", "moons", "suns", "orbits"),
}
"""What the thesaurus knows nothing of."""


def concepts_of(company: Workshop) -> object:
    live = company.live()
    assert live is not None
    return live.recipe["concepts"]


def taught(count: int) -> list[NewExample]:
    return [NewExample(f"{word}?", name, "en") for name, words in SYNONYMS.items() for word in words[:count]]


@pytest.fixture
def grown(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """A company that learnt with the thesaurus and has got, by the rule of thumb, enough questions to do without."""
    monkeypatch.setattr("nlu.recipe.FEW_EXAMPLES", 6)
    workshop.plan = replace(workshop.plan, rules=GateRules(tolerance=0.02))
    workshop.import_rows(taught(5), replace=True)
    workshop.retrain()
    assert concepts_of(workshop) == "en"
    workshop.import_rows(taught(6))
    return workshop


def test_it_keeps_the_thesaurus_while_that_answers_more_questions(grown: Workshop) -> None:
    outcome = grown.retrain()
    assert (outcome.verdict, outcome.version) == ("promoted", "v2")
    assert concepts_of(grown) == "en"


def test_it_leaves_the_thesaurus_when_its_questions_are_answered_as_well_without(workshop: Workshop) -> None:
    workshop.import_rows(questions(UNKNOWN)[:-1], replace=True)
    workshop.retrain()
    assert concepts_of(workshop) == "en"
    workshop.import_rows(questions(UNKNOWN))
    assert workshop.retrain().verdict == "promoted"
    assert concepts_of(workshop) == ""


def test_what_was_kept_is_not_learnt_again_while_nothing_changes(
    database: Database, workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nlu.recipe.FEW_EXAMPLES", 6)
    both = workshop_of(database, workshop.plan.models_dir, "both", ("en", "de"))
    for count in (5, 6):
        both.import_rows(
            [*taught(count), NewExample("Gehalt?", "salary", "de"), NewExample("Urlaub?", "holidays", "de")]
        )
        retrain(database, both.company(), both.plan, now=lambda: NOW)
    assert concepts_of(both) == "en"
    both.import_rows([NewExample("Lohn?", "salary", "de")])
    outcomes = retrain(database, both.company(), both.plan, now=lambda: NOW)
    assert [outcome.language for outcome in outcomes] == ["de"]
