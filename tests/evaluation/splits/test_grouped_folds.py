"""Near-copies stay on one side of a fold and weigh one question between them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation import nexcv
from evaluation.classifier import NO_ANSWER, Prediction
from evaluation.errors import EvaluationError
from evaluation.splits.folds import Folds, Split, splits, untested_categories
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
from nlu.understanding import Guess

PLAIN = NexCvSettings()


def data(size: int = 30, copies: int = 4) -> tuple[list[str], list[str], list[int]]:
    """Two categories of so many questions; the first of each stands there so many times."""
    texts, categories, groups = [], [], []
    for name in ("pay", "visa"):
        for i in range(size):
            for n in range(copies if i == 0 else 1):
                texts.append(f"{name} {i}" + " please" * n)
                categories.append(name)
                groups.append(1000 * (name == "pay") + i)
    return texts, categories, groups


def sides(split: Split, groups: Sequence[int]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = defaultdict(set)
    for side, rows in (("train", split.train), ("test", split.test)):
        for row in rows:
            found[groups[row]].add(side)
    return found


@given(
    names=st.lists(st.sampled_from("abcd"), min_size=16, max_size=50),
    data_=st.data(),
    share=st.sampled_from([0.0, 0.2]),
)
def test_a_group_is_on_one_side_but_for_what_a_category_cannot_spare(
    names: list[str], data_: st.DataObject, share: float
) -> None:
    groups = data_.draw(st.lists(st.integers(0, 14), min_size=len(names), max_size=len(names)))
    texts = [f"question {i}" for i in range(len(names))]
    try:
        parted = splits(texts, names, NexCvSettings(other_min_prop=share), groups=groups)
    except EvaluationError:
        return
    for split in parted:
        assert sorted(split.train + split.test) == list(range(len(names)))
        taught = Counter(names[i] for i in split.train)
        assert taught.keys() == set(names) - set(split.negative_categories)
        for group, found in sides(split, groups).items():
            left = {names[i] for i in split.train if groups[i] == group}
            own = Counter(names[i] for i in split.train if groups[i] == group)
            assert len(found) == 1 or all(own[name] == taught[name] for name in left)


def test_groups_are_what_is_counted_and_drawn() -> None:
    texts, categories, groups = data(size=20, copies=30)
    for split in splits(texts, categories, groups=groups):
        tested = {(groups[i], categories[i]) for i in split.test}
        assert Counter(name for _, name in tested) == {"pay": 4, "visa": 4}


def test_without_near_copies_grouped_folds_are_the_plain_ones() -> None:
    texts, categories, _ = data(copies=1)
    assert Folds.PLAIN.groups(texts) is None
    grouped = Folds.GROUPED.groups(texts)
    assert splits(texts, categories, groups=grouped) == splits(texts, categories)


def test_a_wordier_copy_of_a_question_does_not_move_it() -> None:
    texts, categories, groups = data(copies=1)
    before = splits(texts, categories, groups=groups)
    after = splits(["well " + texts[0], *texts], [categories[0], *categories], groups=[groups[0], *groups])
    for old, new in zip(before, after, strict=True):
        assert set(old.test) == {i - 1 for i in new.test if i > 0}


def test_copies_that_are_tested_together_weigh_one_question() -> None:
    texts, categories, groups = data()
    for split in splits(texts, categories, groups=groups, retries=8):
        weights: dict[int, float] = defaultdict(float)
        for row, weight in zip(split.test, split.weights, strict=True):
            weights[groups[row]] += weight
        assert set(weights.values()) == {1.0}


def test_a_copy_of_a_negative_example_is_not_taught_under_another_name() -> None:
    texts = [f"pay {i}" for i in range(20)] + [f"visa {i}" for i in range(20)] + ["moon", "moon please", "moon hello"]
    categories = ["pay"] * 20 + ["visa"] * 20 + ["moon", "moon", "visa"]
    groups = [*range(40), 40, 40, 40]
    for split in splits(texts, categories, NexCvSettings(min_category_size=5), groups=groups):
        assert split.negative_categories == ("moon",)
        assert not {40, 41, 42} & set(split.train)
        gold = dict(zip(split.test, split.gold, strict=True))
        assert (gold[40], gold[41], gold[42]) == (NO_ANSWER, NO_ANSWER, "visa")


def test_a_category_of_copies_of_one_question_is_taught_never_tested_and_named() -> None:
    texts, categories, groups = data()
    texts, categories = [*texts, "dogs", "dogs please"], [*categories, "dogs", "dogs"]
    parted = splits(texts, categories, groups=[*groups, 7000, 7000])
    assert untested_categories(categories, (), parted) == ("dogs",)


def test_copies_of_one_question_in_every_category_cannot_be_evaluated() -> None:
    with pytest.raises(EvaluationError, match="nothing can be tested"):
        splits(["pay", "pay please", "visa"], ["pay", "pay", "visa"], groups=[0, 0, 1])


class KnowsWordForWord:
    """Answers what it was taught, and its copies; of the others it says the first category."""

    def __init__(self, seed: int = 0) -> None:
        self._known: dict[str, str] = {}

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self._known = {text.removesuffix(" please"): name for text, name in zip(texts, categories, strict=True)}
        self._first = sorted(categories)[0]

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess(self._known.get(text.removesuffix(" please"), self._first), 0.9) for text in texts]


def test_what_a_model_only_knows_by_its_copies_is_no_success() -> None:
    texts = [f"{name} question {i}" for name in ("pay", "visa") for i in range(40)]
    texts += [f"{text} please" for text in texts]
    categories = [text.split()[0] for text in texts]
    grouped, plain = (
        nexcv.run(texts, categories, KnowsWordForWord, SplitPlan(settings=(PLAIN,), folds=folds)).settings[0]
        for folds in Folds
    )
    assert grouped.interval_of("accuracy").mean == 0.5
    assert (plain.interval_of("accuracy").mean or 0.0) > 0.8


class WrongWherePolite(KnowsWordForWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess("visa" if "please" in text else "pay", 0.9) for text in texts]


def test_a_group_counts_as_one_question_in_the_figures_and_as_many_cases_in_the_counts() -> None:
    texts = [f"pay {i}" for i in range(40)] + [f"visa {i}" for i in range(5)]
    texts += ["pay 0" + " please" * n for n in range(1, 20)]
    categories = [text.split()[0] for text in texts]
    result = nexcv.run(texts, categories, WrongWherePolite, SplitPlan(settings=(PLAIN,), retries=40)).settings[0]
    polite = [retry for retry in result.retries if any("please" in case.text for case in retry.cases)]
    assert polite
    for retry in polite:
        assert len(retry.cases) == 8 + 1 + 19
        found = retry.figures()
        assert sum(found.outcomes.values()) == len(retry.cases)
        assert found.accuracy == pytest.approx((7 + 1 / 20) / 9)
        assert {case.question for case in retry.cases if "please" in case.text} == {"pay 0"}
