"""Confidences learnt from what an evaluation's own splits held back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evaluation import nexcv
from evaluation.classifier import NO_ANSWER, Measured, NoAnswer, Prediction
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.fitting.recalibration import calibration_of, leaving_out, recalibrated, with_calibration
from evaluation.holdout import holdout
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
from nlu.classifier.calibration import TYPICAL, starting_point
from nlu.classifier.calibrator import HeldBack
from nlu.recipe import Recipe
from nlu.understanding import Guess

TOPICS = {"pay": ("salary", "wage"), "visa": ("permit", "passport"), "leave": ("holiday", "vacation")}
SHAPES = ("tell me about the {}", "what about {} here", "{}?", "question on {} please", "any info on {}", "{} and me")
ROWS = [(shape.format(word), name) for name, words in TOPICS.items() for word in words for shape in SHAPES]
TEXTS, CATEGORIES = [text for text, _ in ROWS], [category for _, category in ROWS]


def measured(n: int, *, right: bool) -> Measured:
    """One split whose `n` questions were all guessed right, or all wrong, with the same evidence."""
    rows = np.tile(TYPICAL, (n, 1))
    texts = tuple(f"question {place}" for place in range(n))
    seen = HeldBack(Recipe.faq(), texts, rows, np.full(n, right), rows - [4, 0, 0, 0, 0, 0], np.ones(n, bool))
    return Measured([Guess("a", 0.5)] * n, 0.0, 0.0, seen)


def confidences(predictions: list[Prediction]) -> list[float]:
    return [prediction.confidence for prediction in predictions if not isinstance(prediction, NoAnswer)]


def test_guesses_that_prove_right_become_surer_than_those_that_prove_wrong() -> None:
    (right,), (wrong,) = (recalibrated([measured(400, right=outcome)]) for outcome in (True, False))
    assert min(confidences(right.predictions)) > max(confidences(wrong.predictions)) + 0.3


def test_no_confidence_is_learnt_from_its_own_question() -> None:
    split = measured(50, right=True)
    assert split.held_back is not None
    flipped = split.held_back.right.copy()
    flipped[7] = False
    other = replace(split, held_back=replace(split.held_back, right=flipped))
    before, after = (recalibrated([one])[0].predictions for one in (split, other))
    assert before[7] == after[7]
    assert before != after


def test_each_question_is_missing_from_one_of_the_calibrations_that_leave_a_part_out() -> None:
    split = measured(50, right=True)
    assert split.held_back is not None
    flipped = split.held_back.right.copy()
    flipped[7] = False
    other = replace(split, held_back=replace(split.held_back, right=flipped))
    before, after = (leaving_out([one], 10) for one in (split, other))
    assert sum(a[0].predictions == b[0].predictions for a, b in zip(before, after, strict=True)) == 1
    assert {len(one.predictions) for (one,) in before} == {50}


def test_certainty_and_no_answer_stay() -> None:
    split = replace(measured(2, right=True), predictions=[Guess("a", 1.0), NO_ANSWER])
    assert with_calibration(split, starting_point()).predictions == [Guess("a", 1.0), NO_ANSWER]


def test_a_classifier_that_cannot_be_calibrated_is_left_alone() -> None:
    plain = [Measured([Guess("a", 0.4)], 0.0, 0.0)]
    assert recalibrated(plain) == plain
    assert calibration_of(plain) is None


def test_nex_cv_gives_the_calibration_for_the_model_that_is_served() -> None:
    result = nexcv.run(TEXTS, CATEGORIES, CandorClassifier, SplitPlan(settings=(NexCvSettings(),), retries=2))
    assert result.calibration is not None
    assert result.calibration != starting_point(Recipe.faq().negative_prior)
    assert result.to_dict()["calibration"] == result.calibration.to_dict()


def test_a_holdout_is_calibrated_on_its_training_side_alone() -> None:
    asked = [("which salary", "pay"), ("passport", "visa"), ("a free day", "")]
    one = holdout.run(ROWS, asked, CandorClassifier)
    other = holdout.run(ROWS, [(text, "leave") for text, _ in asked], CandorClassifier)
    assert [case.confidence for case in one.cases] == [case.confidence for case in other.cases]
    served = CandorClassifier()
    served.fit(TEXTS, CATEGORIES)
    uncalibrated = confidences(served.classify([text for text, _ in asked]))
    assert [case.confidence for case in one.cases] != pytest.approx(uncalibrated, abs=1e-3)


def test_data_that_cannot_be_split_keeps_the_starting_point() -> None:
    train = [("salary", "pay"), ("passport", "visa")]
    (case,) = holdout.run(train, [("my salary", "pay")], CandorClassifier).cases
    served = CandorClassifier()
    served.fit(["salary", "passport"], ["pay", "visa"])
    assert [case.confidence] == confidences(served.classify(["my salary"]))
