"""A fit of nearly the same examples begins where the last one ended, and comes to the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nlu.classifier import warm_start_file
from nlu.classifier.logistic import Softmax
from nlu.classifier.text_classifier import fit, fit_from
from nlu.classifier.warm_start import WarmStart
from nlu.recipe import Recipe
from tests.nlu.samples import FAQ

TEXTS, CATEGORIES = zip(*FAQ, strict=True)
RECIPE = replace(Recipe.faq(), tolerance=1e-5, max_iterations=1000)


@pytest.fixture(scope="module")
def end() -> WarmStart:
    return fit_from(TEXTS, CATEGORIES, RECIPE)[1]


def test_what_was_in_the_last_fit_begins_where_it_ended_and_all_else_at_zero() -> None:
    ended = Softmax(
        np.zeros((1, 2), np.float32), np.array([3, 4], np.float32), 1, np.array([[1, 2], [5, 6]], np.float32)
    )
    start = WarmStart.of(["a", "b"], ("old", "stays"), ended).at(["new", "b"], ["new", "stays"])
    assert start.coefficients.tolist() == [[0, 0], [0, 6]]
    assert start.intercept.tolist() == [0, 4]


def test_a_fit_learns_the_same_wherever_it_begins(end: WarmStart) -> None:
    texts, categories = [*TEXTS[1:], "may I bring my dog"], [*CATEGORIES[1:], CATEGORIES[0]]
    cold, (warm, _) = fit(texts, categories, RECIPE), fit_from(texts, categories, RECIPE, begin=end)
    assert warm.categories == cold.categories
    for text in ["how do you pay", *TEXTS]:
        ours, theirs = ({one.intent: one.confidence for one in m.rank(text, None)} for m in (warm, cold))
        assert ours == pytest.approx(theirs, abs=0.01)


def test_a_fit_without_a_start_is_that_of_fit_to_the_last_bit() -> None:
    plain, (other, _) = fit(TEXTS, CATEGORIES, RECIPE), fit_from(TEXTS, CATEGORIES, RECIPE)
    assert plain.weights.whole().tobytes() == other.weights.whole().tobytes()


def test_it_is_kept_in_a_file_and_names_no_text(end: WarmStart, tmp_path: Path) -> None:
    file = tmp_path / "en.start"
    warm_start_file.save(file, end)
    read = warm_start_file.load(file)
    assert read is not None
    assert (read.categories, read.coefficients.tolist()) == (end.categories, end.coefficients.tolist())
    assert not [text for text in TEXTS if text.encode() in file.read_bytes()]


def test_a_file_that_is_missing_damaged_or_of_other_sizes_is_none(end: WarmStart, tmp_path: Path) -> None:
    file = tmp_path / "en.start"
    assert warm_start_file.load(file) is None
    warm_start_file.save(file, replace(end, intercept=end.intercept[1:]))
    assert warm_start_file.load(file) is None
    warm_start_file.save(file, end)
    file.write_bytes(file.read_bytes()[:-100])
    assert warm_start_file.load(file) is None
