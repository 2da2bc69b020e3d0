from __future__ import annotations

from evaluation.advice.pair_advice import lost_questions
from evaluation.advice.problems import biggest_problems
from evaluation.classifier import NO_ANSWER
from evaluation.outcomes import Case
from nlu.understanding import Guess


def cases(gold: str, guess: str, times: int, confidence: float = 0.9) -> list[Case]:
    return [Case(f"{gold} {i}", gold, gold, Guess(guess, confidence), 0.5) for i in range(times)]


def test_confusion_that_was_held_back_counts() -> None:
    unsure = cases("pay", "wages", 20, 0.4) + cases("wages", "pay", 20, 0.4)
    sure = cases("visa", "visa", 38) + cases("visa", "dogs", 2)
    assert [(pair.a, pair.b) for pair in biggest_problems(unsure + sure)] == [("pay", "wages"), ("dogs", "visa")]


def test_one_mistake_in_ten_does_not_stand_before_twelve_in_sixty() -> None:
    many = cases("pay", "pay", 50) + cases("pay", "wages", 12)
    few = cases("visa", "visa", 3) + cases("visa", "dogs", 1)
    assert biggest_problems(many + few)[0].b == "wages"


def test_negative_examples_are_in_no_pair() -> None:
    assert biggest_problems([Case("dogs?", "dogs", NO_ANSWER, Guess("pay", 0.9), 0.5)]) == []


def test_a_question_that_was_lost_in_several_retries_is_listed_once() -> None:
    found = cases("pay", "wages", 1, 0.4) + cases("pay", "wages", 1, 0.7) + cases("wages", "pay", 1, 0.3)
    lost = lost_questions(found, biggest_problems(found)[0])
    assert [(one.text, one.times, one.confidence, one.answered) for one in lost] == [
        ("pay 0", 2, 0.7, 1),
        ("wages 0", 1, 0.3, 0),
    ]
