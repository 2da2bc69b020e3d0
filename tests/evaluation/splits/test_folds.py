from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.classifier import NO_ANSWER
from evaluation.errors import EvaluationError
from evaluation.splits.folds import Split, splits, untested_categories
from evaluation.splits.settings import NexCvSettings

texts_of = st.lists(st.text(alphabet="abcde ", min_size=1, max_size=6), min_size=1, max_size=30)
fractions = st.floats(min_value=0.05, max_value=0.95)


def numbered(sizes: dict[str, int]) -> tuple[list[str], list[str]]:
    rows = [(f"{name} question {i}", name) for name, size in sizes.items() for i in range(size)]
    return [text for text, _ in rows], [name for _, name in rows]


def chosen_texts(texts: list[str], split: Split) -> list[str]:
    return sorted(texts[i] for i in split.test)


@given(
    first=texts_of,
    second=texts_of,
    added=st.text(alphabet="abcde ", min_size=1),
    fraction=fractions,
    seed=st.integers(0, 9),
)
def test_adding_one_example_moves_at_most_one_other(
    first: list[str], second: list[str], added: str, fraction: float, seed: int
) -> None:
    if len(first) == len(second) == 1:
        first = [*first, "e"]
    texts, categories = first + second, ["a"] * len(first) + ["b"] * len(second)
    before = splits(texts, categories, retries=2, test_fraction=fraction, seed=seed)
    after = splits([*texts, added], [*categories, "a"], retries=2, test_fraction=fraction, seed=seed)
    for old, new in zip(before, after, strict=True):
        assert len(set(old.test) ^ (set(new.test) - {len(texts)})) <= 1


@given(
    names=st.lists(st.sampled_from("abcdefgh"), min_size=12, max_size=60), share=st.floats(0, 0.5), fraction=fractions
)
def test_every_example_is_on_one_side_and_no_category_is_lost(names: list[str], share: float, fraction: float) -> None:
    texts = [f"question {i}" for i in range(len(names))]
    try:
        parted = splits(texts, names, NexCvSettings(other_min_prop=share), test_fraction=fraction)
    except EvaluationError:
        return
    for split in parted:
        assert sorted(split.train + split.test) == list(range(len(names)))
        trained = {names[i] for i in split.train}
        assert trained == set(names) - set(split.negative_categories)
        assert all(
            gold is NO_ANSWER or (gold == names[i] and gold in trained)
            for i, gold in zip(split.test, split.gold, strict=True)
        )


def test_the_order_of_the_rows_does_not_matter() -> None:
    texts, categories = numbered({"a": 20, "b": 7, "c": 3})
    rows = list(zip(texts, categories, strict=True))
    random.Random(1).shuffle(rows)
    shuffled, names = [text for text, _ in rows], [name for _, name in rows]
    for one, other in zip(splits(texts, categories), splits(shuffled, names), strict=True):
        assert chosen_texts(texts, one) == chosen_texts(shuffled, other)


def test_a_text_is_recognised_however_it_is_typed() -> None:
    texts, categories = numbered({"a": 20, "b": 20})
    one, other = splits(texts, categories), splits([f"  {text.upper()}?" for text in texts], categories)
    assert [split.test for split in one] == [split.test for split in other]


def test_retries_and_seeds_choose_other_questions() -> None:
    texts, categories = numbered({"a": 40, "b": 40})
    chosen = [split.test for seed in (0, 1) for split in splits(texts, categories, retries=3, seed=seed)]
    assert len(set(chosen)) == 6


def test_the_test_side_takes_the_fraction_of_each_category_and_at_least_one() -> None:
    texts, categories = numbered({"large": 14, "small": 2})
    for split in splits(texts, categories, test_fraction=0.2):
        assert sorted(map(str, split.gold)) == ["large", "large", "small"]


def test_a_category_keeps_an_example_for_training_whatever_the_fraction() -> None:
    texts, categories = numbered({"a": 2, "b": 3})
    for split in splits(texts, categories, test_fraction=0.999999999999999999 - 1e-15):
        assert {categories[i] for i in split.train} == {"a", "b"}


def test_a_category_of_one_example_is_trained_never_tested_and_named() -> None:
    texts, categories = numbered({"a": 5, "single": 1})
    for split in splits(texts, categories):
        assert texts.index("single question 0") in split.train
    parted = splits(texts, categories)
    assert untested_categories(categories, (), parted) == ("single",)
    assert untested_categories(categories, ("single",), parted) == ()


def test_low_population_categories_are_tested_whole_as_negatives_or_trained_whole() -> None:
    texts, categories = numbered({"large": 40} | {f"rare {i}": 3 for i in range(10)})
    drawn = set()
    for split in splits(texts, categories, NexCvSettings(min_category_size=5), retries=8):
        negatives = {categories[i] for i, gold in zip(split.test, split.gold, strict=True) if gold is NO_ANSWER}
        assert negatives == set(split.negative_categories)
        assert len(negatives) == 2
        assert sum(gold is NO_ANSWER for gold in split.gold) == 6
        assert negatives.isdisjoint(categories[i] for i in split.train)
        drawn |= negatives
    assert len(drawn) > 4


@pytest.mark.parametrize(
    ("sizes", "options", "message"),
    [
        ({"a": 5, "b": 5}, {"test_fraction": 0.0}, "test_fraction must be above 0 and below 1"),
        ({"a": 5, "b": 5}, {"test_fraction": 1.0}, "test_fraction must be above 0 and below 1"),
        ({"a": 5, "b": 5}, {"retries": 0}, "retries must be 1 or more"),
        ({"a": 5}, {}, "at least two categories; the data has 1"),
        ({}, {}, "at least two categories; the data has 0"),
        ({"a": 4, "b": 4}, {"settings": NexCvSettings(5)}, "Every category is rare"),
        ({"a": 4, "b": 9}, {"settings": NexCvSettings(5)}, "one single category to train"),
        ({"a": 1, "b": 1}, {}, "Every category has one single example"),
    ],
)
def test_what_cannot_be_parted_is_refused_in_one_line(
    sizes: dict[str, int], options: dict[str, Any], message: str
) -> None:
    texts, categories = numbered(sizes)
    with pytest.raises(EvaluationError, match=message) as caught:
        splits(texts, categories, **options)
    assert "\n" not in str(caught.value)
