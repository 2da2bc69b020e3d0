from __future__ import annotations

from collections import Counter

from evaluation.engines.baselines import NearestNeighbour
from evaluation.fitting.refit import refitting
from evaluation.learning_curve import learning_curve, thinned
from evaluation.splits.folds import splits
from tests.evaluation.planted import clean

DATA = clean()
FOLDS = splits(DATA.texts, DATA.categories, retries=2)


def test_a_smaller_share_is_part_of_a_larger_one_and_the_test_side_stays() -> None:
    parts = [thinned(DATA.texts, DATA.categories, FOLDS[0], share) for share in (0.2, 0.6, 1.0)]
    assert set(parts[0].train) < set(parts[1].train) < set(parts[2].train)
    assert parts[2] == FOLDS[0]
    assert {part.test for part in parts} == {FOLDS[0].test}


def test_every_category_keeps_an_example() -> None:
    kept = thinned(DATA.texts, DATA.categories, FOLDS[0], 0.01)
    assert set(Counter(DATA.categories[i] for i in kept.train).values()) == {1}


def test_only_the_named_categories_are_thinned() -> None:
    kept = thinned(DATA.texts, DATA.categories, FOLDS[0], 0.5, only=frozenset({"thesis"}))
    before, after = (Counter(DATA.categories[i] for i in split.train) for split in (FOLDS[0], kept))
    assert abs(after["thesis"] - before["thesis"] / 2) <= 0.5
    assert after - Counter({"thesis": 99}) == before - Counter({"thesis": 99})


def test_the_curve_rises_with_the_examples() -> None:
    refit = refitting(DATA.texts, NearestNeighbour)
    steps = learning_curve(DATA.texts, DATA.categories, FOLDS, refit, threshold=0.3, shares=(0.1, 1.0))
    assert steps[-1].examples == len(FOLDS[0].train)
    assert steps[0].accuracy.mean is not None
    assert steps[1].accuracy.mean is not None
    assert steps[0].accuracy.mean < steps[1].accuracy.mean
