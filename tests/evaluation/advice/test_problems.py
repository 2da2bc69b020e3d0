from __future__ import annotations

import pytest

from evaluation.advice.pair_advice import lost_questions
from evaluation.classifier import NO_ANSWER
from evaluation.measures.outcomes import Case
from evaluation.measures.problems import biggest_problems
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


def test_a_question_asked_in_many_retries_and_its_copies_are_one() -> None:
    one = [Case("pay?", "pay", "pay", Guess("wages", 0.9), 0.5, "pay") for _ in range(10)]
    copies = [Case(f"pay{i}?", "pay", "pay", Guess("wages", 0.9), 0.5, "pay") for i in range(10)]
    others = cases("pay", "pay", 9) + cases("wages", "wages", 10)
    (found,) = biggest_problems(one + copies + others)
    assert (found.a_as_b, found.b_as_a, found.questions) == (1, 0, 20)
    assert found.confusion == pytest.approx(1 / 20)
    assert not found.stands_out


def test_the_gain_is_the_share_of_all_questions_with_its_interval() -> None:
    lost = cases("pay", "wages", 8)
    kept = cases("pay", "pay", 20)[8:] + cases("wages", "wages", 20) + cases("visa", "visa", 60)
    (found,) = biggest_problems(lost + kept)
    assert found.gain.mean == pytest.approx(8 / 100)
    assert found.gain.low is not None
    assert found.gain.high is not None
    assert 0.02 < found.gain.low < 0.05 < 0.11 < found.gain.high < 0.15
    assert found.stands_out


def test_what_is_spread_over_all_pairs_does_not_stand_out() -> None:
    names = [f"topic {i}" for i in range(8)]
    spread = [
        Case(f"{gold} not {guess} {i}", gold, gold, Guess(guess, 0.9), 0.5)
        for gold in names
        for guess in names
        for i in range(3)
    ]
    found = biggest_problems(spread, limit=100)
    assert len(found) == 28
    assert not any(pair.stands_out for pair in found)
    real = spread + cases("topic 0", "topic 1", 30)
    assert [(pair.a, pair.b) for pair in biggest_problems(real, limit=100) if pair.stands_out] == [
        ("topic 0", "topic 1")
    ]


def test_a_pair_that_is_worth_next_to_nothing_does_not_stand_out() -> None:
    lost, kept = cases("pay", "wages", 8), cases("wages", "wages", 20)
    assert biggest_problems(lost + kept + cases("visa", "visa", 1000))[0].stands_out
    assert not biggest_problems(lost + kept + cases("visa", "visa", 9000))[0].stands_out


def test_the_bigger_gain_comes_first_and_the_same_seed_ranks_the_same() -> None:
    small, large = cases("pay", "wages", 5) + cases("wages", "wages", 1), cases("visa", "dogs", 9)
    kept = cases("dogs", "dogs", 90)
    assert [pair.a for pair in biggest_problems(small + large + kept)] == ["dogs", "pay"]
    assert biggest_problems(small + large, seed=3) == biggest_problems(large + small, seed=3)
