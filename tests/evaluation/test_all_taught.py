from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from evaluation import all_taught, nexcv
from evaluation.all_taught import Retries
from evaluation.classifier import Measured, Prediction
from evaluation.examination import Examination
from evaluation.measures.intervals import Interval
from evaluation.measures.outcomes import Case, cases_of_split
from evaluation.splits.folds import Split, splits
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
from nlu.understanding import Guess

PLAIN = (NexCvSettings(),)


class Retry(NamedTuple):
    """Two topics of 100 examples each, 20 of each tested, so many of these 40 wrong."""

    taught_each: int
    wrong: int


CATEGORIES = ["pay"] * 100 + ["visa"] * 100


def of(*each: Retry) -> Retries:
    return Retries([split_of(one) for one in each], [measured_of(one) for one in each])


def split_of(one: Retry) -> Split:
    train = tuple(row for first in (0, 100) for row in range(first + 20, first + 20 + one.taught_each))
    test = (*range(20), *range(100, 120))
    return Split(0, train, test, tuple(CATEGORIES[row] for row in test), (), ("",) * 40, (1.0,) * 40)


def measured_of(one: Retry) -> Measured:
    right = ["pay"] * 20 + ["visa"] * 20
    return Measured([Guess("other" if i < one.wrong else name, 0.9) for i, name in enumerate(right)], 0.0, 0.0)


def judge(split: Split, measured: Measured) -> list[Case]:
    return cases_of_split(split, [f"question {i}" for i in range(200)], CATEGORIES, measured.predictions, 0.5)


def test_what_halves_the_error_with_twice_the_examples_goes_on_doing_so() -> None:
    found = all_taught.expected(CATEGORIES, of(Retry(80, 10)), of(Retry(40, 20)), judge)
    assert found.mean == pytest.approx(1 - 0.25 * 80 / 100, abs=0.003)


def test_what_learns_nothing_from_more_examples_stays_as_it_is() -> None:
    usual, fewer = of(Retry(80, 10), Retry(80, 14)), of(Retry(40, 10), Retry(40, 14))
    assert all_taught.expected(CATEGORIES, usual, fewer, judge).mean == pytest.approx(1 - 12 / 40)


def test_a_slope_that_differs_between_retries_widens_the_interval() -> None:
    usual = of(*[Retry(80, 10)] * 3)
    sure = all_taught.expected(CATEGORIES, usual, of(*(Retry(40, wrong) for wrong in (15, 16, 17))), judge)
    unsure = all_taught.expected(CATEGORIES, usual, of(*(Retry(40, wrong) for wrong in (12, 16, 20))), judge)
    assert unsure.low is not None
    assert sure.low is not None
    assert unsure.low < sure.low - 0.02


def test_retries_that_are_all_the_same_tell_no_interval() -> None:
    found = all_taught.expected(CATEGORIES, of(*[Retry(80, 10)] * 3), of(*[Retry(40, 16)] * 3), judge)
    assert found.mean is not None
    assert (found.low, found.high) == (None, None)


def test_a_test_without_a_wrong_answer_is_carried_on() -> None:
    assert all_taught.expected(CATEGORIES, of(Retry(80, 0)), of(Retry(40, 0)), judge).mean == 1.0


def test_a_calibration_that_hangs_on_few_questions_widens_the_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, fewer = of(*(Retry(80, wrong) for wrong in (9, 10, 11))), of(*[Retry(40, 16)] * 3)
    sure = all_taught.expected(CATEGORIES, usual, fewer, judge)
    without = [usual.measured] * 8 + [[measured_of(Retry(80, wrong))] * 3 for wrong in (8, 12)]
    learnt = {id(usual.measured): without, id(fewer.measured): [fewer.measured] * 10}
    monkeypatch.setattr(all_taught, "leaving_out", lambda measured, parts: learnt[id(measured)])
    unsure = all_taught.expected(CATEGORIES, usual, fewer, judge)
    assert unsure.mean == sure.mean
    assert sure.low is not None
    assert unsure.low is not None
    assert unsure.low < sure.low - 0.05


def test_nothing_is_expected_where_no_category_has_examples_to_spare() -> None:
    texts, categories = ["pay a", "pay b", "visa a", "visa b"], ["pay", "pay", "visa", "visa"]
    whole = splits(texts, categories, retries=2)
    measured = [Measured([Guess("pay", 0.9)] * len(one.test), 0.0, 0.0) for one in whole]
    usual, fewer = Retries(whole, measured), Retries(all_taught.fewer(texts, categories, whole, 0), measured)
    found = all_taught.expected(
        categories, usual, fewer, lambda split, one: cases_of_split(split, texts, categories, one.predictions, 0.5)
    )
    assert found == Interval(None, None, None)


class RightFromTenOn:
    """Answers rightly what it has ten examples of, and takes everything for pay before that."""

    def __init__(self, seed: int = 0) -> None:
        self.known: list[str] = []

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self.known = [name for name in sorted(set(categories)) if list(categories).count(name) >= 10]

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        named = [text.split()[0] for text in texts]
        return [Guess(name if name in self.known else "pay", 0.9) for name in named]


def test_nexcv_carries_on_when_it_is_asked_to_and_leaves_its_own_figures_alone() -> None:
    sizes = {"pay": 60, "visa": 15, "gym": 8}
    rows = [(f"{name} number{i}", name) for name, size in sizes.items() for i in range(size)]
    texts, categories = [text for text, _ in rows], [name for _, name in rows]
    plain = nexcv.run(texts, categories, RightFromTenOn, SplitPlan(settings=PLAIN))
    carried = nexcv.run(texts, categories, RightFromTenOn, SplitPlan(settings=PLAIN), Examination(carry_on=True))
    assert plain.all_taught is None
    assert plain.to_dict()["accuracy_all_taught"] is None
    assert carried.settings[0].retries[0].cases == plain.settings[0].retries[0].cases
    mean = carried.settings[0].interval_of("accuracy").mean
    assert mean == pytest.approx(15 / 16)  # a gym question of 12 + 3 + 1 is wrong, with half the examples visa ones too
    assert carried.all_taught is not None
    assert carried.all_taught.mean is not None
    assert mean is not None
    assert mean + 0.005 < carried.all_taught.mean < 1.0


def test_without_plain_folds_there_is_nothing_to_carry_on() -> None:
    texts = [f"{name} number{i}" for name in ("pay", "visa", "gym") for i in range(12)]
    categories = [text.split()[0] for text in texts]
    rarest = nexcv.run(
        texts, categories, RightFromTenOn, SplitPlan(settings=(NexCvSettings(0, 0.15),)), Examination(carry_on=True)
    )
    assert rarest.all_taught is None
