"""Confident learning: on figures that can be reckoned by hand, and on wrong labels put into the demo company's data."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from evaluation.fitting.out_of_fold import OutOfFold, out_of_fold
from evaluation.label_errors import confident_joint, label_errors
from nlu.recipe import Recipe

DEMO = Path(__file__).parents[2] / "data" / "demo" / "faq.en.csv"


def judged(labels: str, shares: list[float]) -> OutOfFold:
    """Two categories a and b; `shares` are the probabilities of b."""
    b = np.array(shares, np.float32)
    return OutOfFold(("a", "b"), np.array([ord(label) - ord("a") for label in labels]), np.stack([1 - b, b], axis=1))


def test_the_confident_joint_is_that_of_the_paper() -> None:
    # Means of the own probabilities: a (0.9 + 0.8 + 0.1) / 3 = 0.6, b (0.9 + 0.7) / 2 = 0.8.
    found = confident_joint(judged("aaabb", [0.1, 0.2, 0.9, 0.9, 0.7]))
    assert found.tolist() == [[2, 1], [0, 2]]


def test_each_row_of_the_joint_adds_up_to_the_size_of_its_category() -> None:
    # The example at 0.55 reaches no threshold; two of a's are counted and stand for three.
    found = confident_joint(judged("aaabb", [0.1, 0.9, 0.55, 0.9, 0.7]))
    assert found.tolist() == [[1.5, 1.5], [0, 2]]


def test_a_sure_contradiction_is_a_wrong_label_and_clean_data_has_none() -> None:
    (error,) = label_errors(judged("aaabb", [0.1, 0.2, 0.9, 0.9, 0.7]))
    assert (error.row, error.suggested) == (2, "b")
    assert [error.own, error.other] == pytest.approx([0.1, 0.9])
    assert label_errors(judged("aaabb", [0.1, 0.2, 0.1, 0.9, 0.7])) == []


def test_a_category_that_no_model_recognises_draws_nothing_to_itself() -> None:
    assert confident_joint(judged("aaab", [0.1, 0.2, 0.4, 0.0]))[:, 1].tolist() == [0, 0]


def test_small_categories_can_be_left_unjudged() -> None:
    found = judged("aabbb", [0.1, 0.95, 0.9, 0.9, 0.9])
    assert [error.row for error in label_errors(found)] == [1]
    assert label_errors(found, min_examples=3) == []


def test_without_examples_there_is_nothing_wrong() -> None:
    assert label_errors(judged("", [])) == []


def test_wrong_labels_put_into_the_demo_data_are_found() -> None:
    with DEMO.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    texts, categories = [row["text"] for row in rows], [row["category"] for row in rows]
    flipped = flip(categories, 0.03, seed=0)
    recipe = Recipe.faq().changed({"regularisation": 10.0, "tolerance": 0.01})
    hits = [error.row in flipped for error in label_errors(out_of_fold(texts, categories, recipe))]
    # Measured over three seeds: recall .58-.79, precision .39-.42, first ten .9-1, first 43 .63-.70.
    assert sum(hits) / len(flipped) >= 0.6
    assert sum(hits) / len(hits) >= 0.3
    assert sum(hits[:10]) >= 8
    assert sum(hits[: len(flipped)]) / len(flipped) >= 0.5


def flip(categories: list[str], share: float, *, seed: int) -> set[int]:
    """Give a share of the examples another category, and return which."""
    rng, names = np.random.default_rng(seed), sorted(set(categories))
    rows = rng.choice(len(categories), round(share * len(categories)), replace=False).tolist()
    for row in rows:
        others = [name for name in names if name != categories[row]]
        categories[row] = others[rng.integers(len(others))]
    return set(rows)
