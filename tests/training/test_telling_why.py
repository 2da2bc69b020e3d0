"""A blocked retrain says what it was: the recipe or the data, and which import or person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evaluation.gate import reason as codes
from nlu.recipe import Recipe
from storage.dataset import dataset, imports
from storage.dataset.dataset import NewExample
from storage.models import models
from tests.training.conftest import NOW, TOPICS, Workshop, questions
from training.evidence import CASES

FORGETFUL = Recipe.faq().changed({"char_ngrams": [9, 9], "word_ngrams": [2, 2], "min_examples": 20})


def swapped() -> list[NewExample]:
    """Return most questions of two topics, each in the other one."""
    other = {"salary": "canteen", "canteen": "salary"}
    rows = [row for row in questions() if row.category in other and "?" not in row.text]
    return [replace(row, category=other[row.category]) for row in rows]


def test_an_import_that_spoils_the_data_is_found_responsible_and_undoing_it_heals(trained: Workshop) -> None:
    trained.import_rows([NewExample("how much do you pay me", "salary", "en")])
    trained.import_rows(swapped())
    blocked = trained.retrain()
    by_code = {reason.code: reason for reason in blocked.reasons}
    newest = trained.database.read_now(lambda conn: imports.of_company(conn, trained.company_id))[0]
    assert blocked.verdict == "blocked"
    assert by_code[codes.LABELS_FLIPPED].params["name"] == str(newest.id)
    assert by_code[codes.ONE_SOURCE].params["name"] == str(newest.id)
    trained.database.write_now(lambda conn: imports.undo(conn, trained.company_id, newest.id, NOW))
    assert trained.retrain().verdict == "promoted"


def test_an_import_that_moved_nearly_everything_is_the_first_reason_of_all(trained: Workshop) -> None:
    goes = dict(zip(TOPICS, [*list(TOPICS)[1:], next(iter(TOPICS))], strict=True))
    trained.import_rows([replace(row, category=goes[row.category]) for row in questions()[1:]])
    blocked = trained.retrain()
    assert len(blocked.reasons) > 2
    first = blocked.reasons[0]
    assert first.code in (codes.ONE_SOURCE, codes.LABELS_FLIPPED)
    assert first.params["kind"] == "import"
    flipped = next(reason for reason in blocked.reasons if reason.code == codes.LABELS_FLIPPED)
    assert float(flipped.params["share"] or 0) > 0.9
    assert blocked.reasons.index(flipped) <= 1


def test_a_recipe_that_forgets_is_blamed_and_the_data_is_not(trained: Workshop) -> None:
    trained.import_rows([NewExample("how much do you pay me", "salary", "en")])
    trained.plan = replace(trained.plan, recipe=lambda _: FORGETFUL)
    fell = [reason for reason in trained.retrain().reasons if reason.code == codes.ACCURACY_FELL]
    assert {reason.params["cause"] for reason in fell} == {"recipe"}


def test_a_category_that_an_import_emptied_blocks_and_one_deleted_by_hand_does_not(trained: Workshop) -> None:
    company_id, database = trained.company_id, trained.database
    rest = questions({name: words for name, words in TOPICS.items() if name != "parking"})
    trained.import_rows(rest, replace=True)
    assert codes.CATEGORY_EMPTIED in {reason.code for reason in trained.retrain().reasons}
    parking = database.read_now(lambda conn: dataset.category_by_name(conn, company_id, "parking"))
    assert parking is not None
    database.write_now(lambda conn: dataset.delete_category(conn, company_id, parking.id, NOW))
    assert trained.retrain().verdict == "promoted"


def test_a_live_version_that_was_recorded_without_cases_is_judged_by_its_figures(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.retrain.CASES", "of another time")
    workshop.retrain()
    monkeypatch.undo()
    live = workshop.live()
    assert live is not None
    company_id = workshop.company_id
    assert workshop.database.read_now(lambda conn: models.evaluation(conn, company_id, live.id, CASES)) is None
    workshop.import_rows(swapped())
    fell = [reason for reason in workshop.retrain().reasons if reason.code == codes.ACCURACY_FELL]
    assert {reason.params["cause"] for reason in fell} == {None}


def test_a_model_beyond_its_budget_stays_out(workshop: Workshop) -> None:
    workshop.plan = replace(workshop.plan, rules=replace(workshop.plan.rules, most_megabytes=0.001))
    assert [reason.code for reason in workshop.retrain().reasons] == [codes.TOO_LARGE]
    assert workshop.live() is None
