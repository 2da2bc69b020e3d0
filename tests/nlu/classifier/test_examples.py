"""How near a text is to what a category was taught."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from nlu.classifier.examples import Examples
from nlu.classifier.features import Vector, Vectors
from nlu.classifier.text_classifier import fit
from nlu.recipe import Recipe

ROWS = sparse.csr_matrix(np.array([[1, 0, 0, 0], [0, 0, 0, 0], [0, 0.6, 0.8, 0], [0.6, 0, 0, 0.8]], dtype=np.float32))
LABELS = np.array([1, 1, 0, 0])
HALF = 2**-11
"""Half of a unit in the last place of a half float, in which examples are kept."""


def nearness(category: int, vector: list[float], words: int = 0) -> float:
    found = Examples.of(Vectors(ROWS, None), ["a", "b", "c", "d"], LABELS, 3, 1)
    values = np.array(vector, dtype=np.float32)
    columns = np.flatnonzero(values)
    of_characters, of_embedding = found.nearness(category, Vector(columns, values[columns], None), 4, words)
    assert of_embedding == 0
    return of_characters


def test_it_is_the_largest_cosine_with_an_example_of_that_category_alone() -> None:
    assert nearness(0, [1, 0, 0, 0]) == pytest.approx(0.6, rel=HALF)
    assert nearness(1, [1, 0, 0, 0]) == pytest.approx(1.0)
    assert nearness(0, [0, 0.6, 0.8, 0]) == pytest.approx(1.0, rel=HALF)


def test_the_words_before_the_characters_do_not_count() -> None:
    assert nearness(0, [0, 0.6, 0.8, 0], words=2) == pytest.approx(0.64, rel=HALF)
    assert nearness(1, [1, 0, 0, 0], words=2) == 0


def test_what_was_asked_for_before_does_not_count() -> None:
    found = Examples.of(Vectors(ROWS, None), ["a", "b", "c", "d"], LABELS, 3, 1)
    one, other = (Vector(np.array([column]), np.ones(1, np.float32), None) for column in (1, 3))
    assert found.nearness(0, one, 4, 0)[0] == pytest.approx(0.6, rel=HALF)
    assert found.nearness(0, other, 4, 0)[0] == pytest.approx(0.8, rel=HALF)
    assert found.nearness(1, other, 4, 0)[0] == 0.0


def test_the_words_that_the_examples_of_a_category_hold_are_covered() -> None:
    found = Examples.of(Vectors(ROWS, None), ["a", "b", "c", "d"], LABELS, 3, 1)
    vector = Vector(np.array([0, 1, 3]), np.array([0.6, 0.8, 1.0], dtype=np.float32), None)
    assert [found.coverage(category, vector, words=2) for category in range(3)] == pytest.approx([1.0, 0.36, 0.0])
    assert found.coverage(0, vector, words=1) == pytest.approx(0.36)


def test_the_size_of_a_category_is_relative_to_the_mean() -> None:
    found = Examples.of(Vectors(ROWS, None), ["a", "b", "c", "d"], LABELS, 3, 1)
    assert [found.relative_size(category) for category in range(3)] == [2.0, 1.0, 1.0]


def test_a_category_without_examples_is_near_nothing() -> None:
    assert nearness(2, [1, 0, 0, 0]) == 0.0


def test_a_guess_far_from_every_example_is_less_sure_than_the_same_guess_near_one() -> None:
    texts = ["how much do you pay", "what is the salary", "is there a canteen", "where can I have lunch"]
    model = fit(texts, ["salary", "salary", "canteen", "canteen"], Recipe.faq())
    near = model.rank("how much do they pay")[0]
    far = model.rank("who will pay the captain of the ferry to the island when the crew is ill")[0]
    assert near.intent == far.intent == "salary"
    assert far.confidence < near.confidence - 0.15
