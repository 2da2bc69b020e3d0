from __future__ import annotations

import pickle

import pytest

from evaluation.classifier import NO_ANSWER, Label, Prediction
from evaluation.measures.outcomes import Case, Outcome, outcome
from nlu.understanding import Guess


@pytest.mark.parametrize(
    ("gold", "prediction", "expected"),
    [
        ("pay", Guess("pay", 0.9), Outcome.T),
        ("pay", Guess("visa", 0.9), Outcome.F),
        ("pay", Guess("visa", 0.1), Outcome.FO),
        ("pay", Guess("pay", 0.1), Outcome.FCO),
        (NO_ANSWER, Guess("pay", 0.9), Outcome.F),
        (NO_ANSWER, Guess("pay", 0.1), Outcome.TO),
    ],
)
def test_each_question_has_the_outcome_of_the_paper(gold: Label, prediction: Prediction, expected: Outcome) -> None:
    assert outcome(gold, prediction, 0.5) is expected


def test_a_confidence_equal_to_the_threshold_answers() -> None:
    at, below = Case("?", "pay", "pay", Guess("pay", 0.5), 0.5), Case("?", "pay", "pay", Guess("pay", 0.4999), 0.5)
    assert (at.outcome, at.answer) == (Outcome.T, "pay")
    assert (below.outcome, below.answer) == (Outcome.FCO, NO_ANSWER)


def test_an_empty_prediction_is_a_suppressed_one() -> None:
    assert outcome("pay", NO_ANSWER, 0.5) is Outcome.FO
    assert outcome(NO_ANSWER, NO_ANSWER, 0.5) is Outcome.TO


def test_an_empty_prediction_is_suppressed_even_at_threshold_zero() -> None:
    case = Case("?", "pay", "pay", NO_ANSWER, 0.0)
    assert (case.outcome, case.answer, case.confidence) == (Outcome.FO, NO_ANSWER, 0.0)


def test_a_category_that_is_called_like_no_answer_is_still_a_category() -> None:
    assert outcome("no answer", Guess("no answer", 0.9), 0.5) is Outcome.T
    assert outcome(NO_ANSWER, Guess("no answer", 0.9), 0.5) is Outcome.F


def test_no_answer_stays_itself_in_another_process() -> None:
    assert pickle.loads(pickle.dumps(NO_ANSWER)) is NO_ANSWER
