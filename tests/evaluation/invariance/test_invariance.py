"""A sample of the questions is asked in other ways: which answers stay the same, without touching any other figure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from evaluation import nexcv
from evaluation.classifier import NO_ANSWER, Prediction
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.examination import Examination
from evaluation.general_stage import GeneralIntents
from evaluation.invariance import invariance
from evaluation.invariance.invariance import Invariance, ReaskedQuestion
from evaluation.invariance.perturbations import Perturbation, Phrasing
from evaluation.nexcv_result import NexCvResult
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
from nlu.general.stage import Heard
from nlu.recipe import Recipe
from nlu.understanding import Guess

TEXTS = [f"{topic} question {n}" for topic in ("pay", "visa", "canteen") for n in range(20)]
CATEGORIES = [text.split()[0] for text in TEXTS]
POLITE = Phrasing("en", before=("hello,",))
run = partial(nexcv.run, plan=SplitPlan(settings=(NexCvSettings(0, 0.0),), retries=2))


class FirstWord:
    """Knows every question by its first word, whoever greets is not understood."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self.known = set(categories)

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        words = [text.lower().split()[0] for text in texts]
        return [Guess(word, 0.9) if word in self.known else NO_ANSWER for word in words]


def measured(phrasing: Phrasing | None = POLITE, general: GeneralIntents | None = None) -> NexCvResult:
    return run(TEXTS, CATEGORIES, FirstWord, examination=Examination(phrasing=phrasing, general=general))


def found(result: NexCvResult) -> Invariance:
    assert result.invariance is not None
    return result.invariance


def test_the_share_of_answers_that_stay_the_same_is_told_for_each_change() -> None:
    result = found(measured())
    assert (
        result.share(Perturbation.CASE),
        result.share(Perturbation.POLITENESS),
        result.share(Perturbation.NAME),
    ) == (1.0, 0.0, None)
    share = result.share()
    assert share is not None
    assert 0 < share < 1
    told = result.to_dict()
    assert told["share"] == share
    assert {"change": "politeness", "asked": told["questions"], "share": 0.0} in told["changes"]  # type: ignore[operator]


def test_without_a_phrasing_nothing_is_asked_in_other_ways() -> None:
    assert measured(None).invariance is None
    assert measured(None).to_dict()["invariance"] is None


def test_a_question_that_gets_no_answer_is_left_out_of_the_share() -> None:
    kept = ReaskedQuestion("pay?", Perturbation.CASE, "PAY?", "pay", "pay")
    lost = ReaskedQuestion("pay?", Perturbation.TYPO, "pya?", "pay", NO_ANSWER)
    assert Invariance((kept, lost)).share() == 0.5
    unsure = run(TEXTS, CATEGORIES, FirstWord, examination=Examination(phrasing=POLITE, threshold=0.95))
    assert found(unsure).to_dict() == {"questions": 0, "share": None, "changes": []}


def test_what_a_general_intent_takes_counts_as_another_answer() -> None:
    greets = GeneralIntents(lambda text: Heard((Guess("greet", 0.99 if text.isupper() else 0.001),)), 0.4)
    assert found(measured(Phrasing("en"), greets)).share(Perturbation.CASE) == 0.0


def test_the_other_figures_stay_what_they_are() -> None:
    whole = partial(
        nexcv.run, TEXTS, CATEGORIES, partial(CandorClassifier, recipe=Recipe.faq("en")), plan=SplitPlan(retries=2)
    )
    alone, with_others = whole(), whole(examination=Examination(phrasing=POLITE))
    assert alone.calibration == with_others.calibration
    for before, after in zip(alone.settings, with_others.settings, strict=True):
        assert before.cases() == after.cases()


def test_every_category_is_in_the_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariance, "QUESTIONS", 6)
    asked = {one.question for one in found(measured()).asked}
    assert sorted(question.split()[0] for question in asked) == ["canteen"] * 2 + ["pay"] * 2 + ["visa"] * 2


def test_a_few_new_questions_leave_the_others_and_their_variants_as_they_were() -> None:
    before = {(one.question, one.change): one.variant for one in found(measured()).asked}
    asked = Examination(phrasing=POLITE)
    more = run([*TEXTS, "visa for two", "visa again"], [*CATEGORIES, "visa", "visa"], FirstWord, examination=asked)
    after = {(one.question, one.change): one.variant for one in found(more).asked}
    shared = before.keys() & after.keys()
    assert len(shared) >= 0.8 * len(before)
    assert all(before[key] == after[key] for key in shared)
