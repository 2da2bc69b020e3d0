"""What examples that were held back teach about confidence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from nlu.classifier.calibration import EVIDENCE, TYPICAL, starting_point
from nlu.classifier.calibrator import HeldBack, calibrate, held_back
from nlu.classifier.text_classifier import TextClassifier
from nlu.recipe import Recipe
from nlu.words.normalise import considered
from tests.nlu.samples import FAQ

RECIPE = Recipe.faq()


def seen(n: int, *, right: bool, log_odds: float = 1.0, untaught: float = -3.0) -> HeldBack:
    """`n` questions with the same evidence, guessed right or not."""
    evidence = np.tile(TYPICAL, (n, 1))
    evidence[:, 0] = log_odds
    without = np.tile(TYPICAL, (n, 1))
    without[:, 0] = untaught
    texts = tuple(f"{right} {log_odds} {place}" for place in range(n))
    return HeldBack(RECIPE, texts, evidence, np.full(n, right), without, np.ones(n, bool))


def test_without_anything_seen_a_company_starts_where_all_start() -> None:
    assert calibrate(seen(0, right=True)) == starting_point(RECIPE.negative_prior)


def test_guesses_that_prove_right_make_confidence_grow_and_wrong_ones_make_it_fall() -> None:
    asked = np.array([1.0, *TYPICAL[1:]])
    start = float(starting_point().confidence(asked))
    assert calibrate(seen(2000, right=True)).confidence(asked) > start + 0.1
    assert calibrate(seen(2000, right=False)).confidence(asked) < start - 0.1


def test_a_few_questions_hardly_move_it() -> None:
    asked = np.array([1.0, *TYPICAL[1:]])
    assert calibrate(seen(3, right=False)).confidence(asked) == pytest.approx(
        float(starting_point().confidence(asked)), abs=0.03
    )


def test_evidence_never_counts_against_a_guess_whatever_was_seen() -> None:
    upside_down = HeldBack.joined([seen(500, right=True, log_odds=-4, untaught=6), seen(500, right=False, log_odds=6)])
    learnt = dict(zip(EVIDENCE, calibrate(upside_down).coefficients, strict=True))
    assert learnt["log_odds"] >= 0
    assert learnt["char_nearness"] >= 0
    assert learnt["relative_size"] <= 0


def test_a_higher_prior_makes_every_guess_less_sure() -> None:
    cases = seen(500, right=True)
    careful = replace(cases, recipe=replace(RECIPE, negative_prior=0.5))
    assert calibrate(careful).confidence(TYPICAL) < calibrate(cases).confidence(TYPICAL)


def test_questions_without_an_answer_weigh_as_much_as_the_prior() -> None:
    alike = seen(20_000, right=True, log_odds=1.0, untaught=1.0)
    asked = np.array([1.0, *TYPICAL[1:]])
    assert calibrate(alike).confidence(asked) == pytest.approx(1 - RECIPE.negative_prior, abs=0.02)


def test_a_question_held_back_twice_counts_once() -> None:
    cases = seen(40, right=False)
    assert calibrate(HeldBack.joined([cases, cases])) == calibrate(cases)


def test_the_guess_without_its_category_is_another_category(faq: TextClassifier) -> None:
    texts, categories = [f"{text} then" for text, _ in FAQ], [category for _, category in FAQ]
    found = held_back(faq, texts, categories)
    assert found.telling.all()
    logits, vectors = faq.logits(list(found.texts), None)
    for row, category in enumerate(categories):
        logits[row, faq.categories.index(category)] = -np.inf
        assert found.untaught[row].tolist() == pytest.approx(faq.evidence(logits[row], vectors[row]))
    assert (found.untaught[found.right, 0] < found.evidence[found.right, 0]).all()


def test_what_was_learnt_word_for_word_or_is_unknown_tells_nothing(faq: TextClassifier) -> None:
    text, category = FAQ[0]
    found = held_back(
        faq, [text, "求人", f"{text} then", f"{text} then"], [category, category, category, "never taught"]
    )
    assert found.telling.tolist() == [False, False, True, False]
    assert HeldBack.joined([found]).texts == (considered(f"{text} then"),)
