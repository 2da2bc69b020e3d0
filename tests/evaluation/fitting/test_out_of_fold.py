"""Every example is judged by a model that has not seen it."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.fitting.out_of_fold import out_of_fold
from nlu.errors import DataError
from nlu.recipe import Recipe

TEXTS = [f"{shape} {word}" for word in ("pay", "leave", "parking") for shape in ("my", "the", "more", "any", "what")]
CATEGORIES = [text.split()[1] for text in TEXTS]


def test_shares_are_probabilities_over_all_categories() -> None:
    judged = out_of_fold(TEXTS, CATEGORIES, Recipe.faq())
    assert judged.categories == ("leave", "parking", "pay")
    assert judged.shares.shape == (15, 3)
    assert judged.shares.sum(axis=1) == pytest.approx(np.ones(15), abs=1e-5)
    assert [judged.categories[label] for label in judged.labels] == CATEGORIES
    assert (judged.shares.argmax(axis=1) == judged.labels).all()


def test_an_example_does_not_vote_for_itself() -> None:
    texts, categories = [*TEXTS, "an unmistakable xylophone"], [*CATEGORIES, "leave"]
    judged = out_of_fold(texts, categories, Recipe.faq())
    assert judged.shares[-1].max() < 0.7


def test_equal_sentences_are_dealt_to_different_folds() -> None:
    judged = out_of_fold([*TEXTS, "my pay"], [*CATEGORIES, "leave"], Recipe.faq())
    assert judged.categories[judged.shares[-1].argmax()] == "pay"


def test_the_order_of_the_examples_does_not_matter() -> None:
    forwards, backwards = out_of_fold(TEXTS, CATEGORIES, Recipe.faq()), out_of_fold(
        TEXTS[::-1], CATEGORIES[::-1], Recipe.faq()
    )  # fmt: skip
    assert forwards.shares == pytest.approx(backwards.shares[::-1], abs=1e-3)


def test_progress_counts_the_folds() -> None:
    steps: list[tuple[int, int]] = []
    out_of_fold(TEXTS, CATEGORIES, Recipe.faq(), folds=3, progress=lambda done, total: steps.append((done, total)))
    assert steps == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_one_category_cannot_be_judged() -> None:
    with pytest.raises(DataError, match="two categories"):
        out_of_fold(["a b", "c d"], ["pay", "pay"], Recipe.faq())
