"""The pair doctor: the categories taken for each other most, the questions that cause it, each moved by one click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web

from admin.dataset.pages import chosen_language
from admin.models.tested import ExampleNow, examples_of, tested_with
from admin.pages import render
from admin.visit import Seat, seat_of
from evaluation.gate.cases import KeptCases
from evaluation.general_stage import general_intent
from evaluation.measures.pairs import standing_out
from evaluation.splits.settings import PLAIN
from storage import Connection
from storage.dataset import dataset
from storage.dataset.dataset import Category
from storage.models import models
from storage.models.models import ModelVersion

SHOWN: Final = 3
QUESTIONS: Final = 40
"""Of a pair so many questions are listed, those that were mistaken most often first."""


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A test question of `own` that was taken for `other` in so many of its `tests`; where its example stands now."""

    example: ExampleNow
    own: Category
    other: Category
    times: int
    tests: int

    @property
    def is_moved(self) -> bool:
        """Whether it stands in the other category by now."""
        return self.example.category_id == self.other.id


@dataclass(frozen=True, slots=True)
class PairView:
    """Two categories, the share of their test questions that went to the other, and the questions that did."""

    a: Category
    b: Category
    confusion: float
    mistaken: Sequence[Mistaken]


@dataclass(frozen=True, slots=True)
class Doctor:
    """What the page shows; `stands_out` is False where no pair is worse than others, `version` None without a model."""

    version: ModelVersion | None
    pairs: Sequence[PairView]
    stands_out: bool


async def pairs_page(request: web.Request) -> web.Response:
    """Show the worst pairs of one language."""
    seat, language = seat_of(request), chosen_language(request, seat_of(request))
    found = await seat.read(lambda conn: _doctor(conn, seat, language))
    return render(request, "models/pairs.html", found=found, language=language)


def _doctor(conn: Connection, seat: Seat, language: str) -> Doctor:
    company_id = seat.company.id
    version = models.live(conn, company_id, language)
    if version is None:
        return Doctor(None, (), False)
    known = {each.name: each for each in dataset.categories(conn, company_id, language)}
    worst = _of_categories((models.evaluation(conn, company_id, version.id) or {}).get("worst_pairs", ()), known)
    standing = standing_out(worst)
    chosen = (standing or worst)[:SHOWN]
    tested = tested_with(conn, company_id, version) if chosen else None
    if tested is None:
        return Doctor(version, (), False)
    cases = tested.cases
    counted = {(one["a"], one["b"]): mistaken_questions(cases, one["a"], one["b"]) for one in chosen}
    wanted = {question for each in counted.values() for question, _ in each}
    theirs = {known[one[side]].id for one in chosen for side in ("a", "b")}
    stand = examples_of(conn, company_id, language, wanted, theirs)
    pairs = [_pair(one, counted[one["a"], one["b"]], cases, stand, known) for one in chosen]
    return Doctor(version, pairs, bool(standing))


def _of_categories(worst: Sequence[Mapping[str, Any]], known: Mapping[str, Category]) -> list[Mapping[str, Any]]:
    """Return the pairs of two categories that stand: what every bot understands is nobody's to move."""
    return [one for one in worst if {one["a"], one["b"]} <= known.keys() and general_intent(one["a"]) is None]


def mistaken_questions(cases: KeptCases, a: str, b: str) -> list[tuple[str, str]]:
    """Return each question (id) of one of the two that was answered by the other, with its own, most often first."""
    times = Counter(
        (question, one.gold)
        for (_, question), one in cases.settings.get(PLAIN, {}).items()
        if one.gold is not None and {one.gold, one.answer} == {a, b}
    )
    return [(question, own) for (question, own), _ in sorted(times.items(), key=lambda each: (-each[1], each[0]))]


def _pair(
    one: Mapping[str, Any],
    questions: Sequence[tuple[str, str]],
    cases: KeptCases,
    stand: Mapping[str, ExampleNow],
    known: Mapping[str, Category],
) -> PairView:
    a, b = known[one["a"]], known[one["b"]]
    mistaken = [
        _mistaken(cases, question, stand[question], *((a, b) if own == a.name else (b, a)))
        for question, own in questions
        if question in stand
    ]
    return PairView(a, b, one["confusion"], mistaken[:QUESTIONS])


def _mistaken(cases: KeptCases, question: str, example: ExampleNow, own: Category, other: Category) -> Mistaken:
    answers = [one.answer for (_, asked), one in cases.settings[PLAIN].items() if asked == question]
    return Mistaken(example, own, other, answers.count(other.name), len(answers))


ROUTES = [web.get("/dataset/pairs", pairs_page)]
