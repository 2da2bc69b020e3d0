"""Versions of a company's models with what each was tested with, as many questions as the company has."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

from _desk import NOW, add, demo
from sqlalchemy import select, update

from evaluation.gate.cases import CaseAnswer, KeptCases, question_id
from evaluation.gate.kept_changes import changes_json
from evaluation.gate.version_changes import changes_between
from evaluation.splits.settings import NexCvSettings
from storage.database.database import Database
from storage.dataset import categories, example_lists
from storage.models import models
from storage.tables.model import evaluation, gate_decision, model
from training.changed import CHANGED
from training.evidence import CASES

RETRIES = 5
SETTINGS = (NexCvSettings(0, 0.0), NexCvSettings(0, 0.15), NexCvSettings(5, 0.0))
RIGHT, UNANSWERED = 0.85, 0.08
"""Shares of the tests; what is left goes to a category beside its own."""


def fill_models(database: Database, versions: int) -> None:
    """Write retired versions, from number 1000 on, with records like that of the live one.

    Each was tested with a fifth of all questions in every retry, and answered other ones of them wrongly.
    """
    its = demo(database).id
    live = database.read_now(lambda conn: models.live(conn, its, "en"))
    assert live is not None
    row = database.read_now(lambda conn: dict(conn.execute(select(model).where(model.c.id == live.id)).one()._mapping))
    records = database.read_now(
        lambda conn: [
            dict(each._mapping) for each in conn.execute(select(evaluation).where(evaluation.c.model_id == live.id))
        ]
    )
    retired = {"status": "retired", "promoted": NOW}
    made = [
        row | retired | {"id": number, "number": number, "promoted": NOW - timedelta(days=versions - place)}
        for place, number in enumerate(range(1000, 1000 + versions))
    ]
    add(database, model, iter(made))
    questions = _questions(database, its)
    _replace(database, live.id, _cases(questions, live.id).to_dict())
    was: KeptCases | None = None
    for number in (one["id"] for one in made):
        cases = _cases(questions, number)
        add(database, evaluation, iter(_records(records, number, was, cases)))
        was = cases
    gate: dict[str, Any] = {"company_id": its, "verdict": "promoted", "reasons": [], "created": NOW}
    numbers = [one["id"] for one in made]
    before = [None, *numbers]
    add(
        database,
        gate_decision,
        iter([gate | {"model_id": number, "live_id": was} for number, was in zip(numbers, before, strict=False)]),
    )


def _records(
    records: list[dict[str, Any]], number: int, was: KeptCases | None, cases: KeptCases
) -> list[dict[str, Any]]:
    """Return what is kept of a version, as a retrain keeps it: beside its cases what it changed."""
    kept = {one["kind"]: one["result"] for one in records} | {CASES: cases.to_dict()}
    if was is not None:
        kept[CHANGED] = {"merged": [], **changes_json(changes_between(was, cases))}
    return [records[0] | {"model_id": number, "kind": kind, "result": result} for kind, result in kept.items()]


def _replace(database: Database, model_id: int, cases: dict[str, object]) -> None:
    whose = (evaluation.c.model_id == model_id, evaluation.c.kind == CASES)
    database.write_now(lambda conn: conn.execute(update(evaluation).where(*whose).values(result=cases)))


def _questions(database: Database, company_id: int) -> dict[str, str]:
    """Return the category of each English question, by the question's id."""
    names = {each.id: each.name for each in database.read_now(lambda conn: categories.categories(conn, company_id))}
    texts = database.read_now(lambda conn: example_lists.texts(conn, company_id, "en"))
    return {question_id(text): names[its] for _, text, its in texts}


def _cases(questions: dict[str, str], seed: int) -> KeptCases:
    names = sorted(set(questions.values()))
    beside = dict(zip(names, names[1:] + names[:1], strict=True))
    asked, chosen = random.Random(0), random.Random(seed)
    tests = {
        setting: {
            (retry, question): CaseAnswer(gold := questions[question], _answer(gold, beside, chosen.random()))
            for retry in range(RETRIES)
            for question in asked.sample(list(questions), len(questions) // RETRIES)
        }
        for setting in SETTINGS
    }
    return KeptCases(questions, tests)


def _answer(gold: str, beside: dict[str, str], drawn: float) -> str | None:
    if drawn < RIGHT:
        return gold
    return None if drawn < RIGHT + UNANSWERED else beside[gold]
