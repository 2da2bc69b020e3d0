"""Weights that keep equal rows once are the same weights."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import nlu.classifier.weights
from nlu.classifier.text_classifier import fit
from nlu.classifier.weights import Weights
from nlu.recipe import Recipe

MATRIX = np.array([[1, 2], [3, 4], [1, 2], [0.0, 1], [-0.0, 1], [3, 4], [5, 6], [3, 4]], np.float32)


def test_equal_rows_are_kept_once_in_the_order_they_first_came_in() -> None:
    found = Weights.of(MATRIX, 6)
    assert found.rows.tolist() == MATRIX[[0, 1, 3, 4]].tolist()
    assert found.places.tolist() == [0, 1, 0, 2, 3, 1]


def test_they_are_the_weights_that_were_given() -> None:
    found = Weights.of(MATRIX, 6)
    assert (found.whole().tobytes(), found.shape) == (MATRIX.tobytes(), (8, 2))
    assert found.take(np.array([5, 2])).tolist() == MATRIX[[5, 2]].tolist()
    assert found.of_category(1).tolist() == MATRIX[:, 1].tolist()
    assert found.dense.tolist() == MATRIX[6:].tolist()


def test_products_are_those_with_the_whole_matrix() -> None:
    texts = np.array([[0.5, 0, 2, 0, 1, 3], [0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 1]], np.float32)
    assert Weights.of(MATRIX, 6).product(sparse.csr_matrix(texts)).tolist() == (texts @ MATRIX[:6]).tolist()


def test_the_matrix_that_was_given_is_not_held_by_a_part_of_it() -> None:
    kept = Weights.of(MATRIX, 6)
    assert not any(np.shares_memory(part, MATRIX) for part in (kept.rows, kept.dense))


def test_rows_that_only_seem_equal_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nlu.classifier.weights, "_hashes", lambda matrix: np.zeros(len(matrix), np.uint64))
    assert Weights.of(MATRIX, 6).whole().tobytes() == MATRIX.tobytes()


@pytest.mark.parametrize("n_ngrams", [0, len(MATRIX)])
def test_there_may_be_no_ngrams_or_nothing_else(n_ngrams: int) -> None:
    assert Weights.of(MATRIX, n_ngrams).whole().tobytes() == MATRIX.tobytes()


def test_ngrams_of_the_very_same_examples_weigh_the_same() -> None:
    texts = ["how much do you pay", "what is the salary", "is there a canteen", "where can I have lunch"]
    weights = fit(texts, ["salary", "salary", "canteen", "canteen"], Recipe.faq()).weights
    assert len(weights.rows) < len(weights.places) / 3


def test_weights_of_ngrams_are_kept_to_a_two_thousandth_in_half_of_their_bytes() -> None:
    matrix = np.random.default_rng(0).normal(size=(50, 7)).astype(np.float32)
    found = Weights.of(matrix, 40)
    assert np.allclose(found.whole(), matrix, rtol=2**-11, atol=0)
    assert found.rows.nbytes == matrix[:40].nbytes / 2
    assert found.dense.tolist() == matrix[40:].tolist()
