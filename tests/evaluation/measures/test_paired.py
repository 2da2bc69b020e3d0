from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.errors import EvaluationError
from evaluation.measures.paired import FEWEST_DIFFERING, paired_difference

cases = st.lists(st.tuples(st.booleans(), st.booleans(), st.sampled_from("abcdefgh")), min_size=1, max_size=60)


def sides(parted: Sequence[tuple[bool, bool, str]]) -> tuple[list[bool], list[bool], list[str]]:
    return [case[0] for case in parted], [case[1] for case in parted], [case[2] for case in parted]


@given(cases)
def test_the_mean_is_the_difference_of_the_two_shares_and_lies_within_the_range_of_scores(
    parted: list[tuple[bool, bool, str]],
) -> None:
    a, b, questions = sides(parted)
    found = paired_difference(a, b, clusters=questions, resamples=100)
    assert found.mean == pytest.approx((sum(a) - sum(b)) / len(a))
    assert -1 <= found.low <= found.high <= 1


@given(cases, st.integers(0, 9))
def test_neither_the_order_of_cases_nor_the_side_matters(parted: list[tuple[bool, bool, str]], seed: int) -> None:
    a, b, questions = sides(parted)
    straight = paired_difference(a, b, clusters=questions, resamples=100, seed=seed)
    shuffled = random.Random(seed).sample(parted, len(parted))
    a, b, questions = sides(shuffled)
    assert paired_difference(a, b, clusters=questions, resamples=100, seed=seed) == straight
    assert paired_difference(b, a, clusters=questions, resamples=100, seed=seed).mean == pytest.approx(-straight.mean)


def test_equal_sides_do_not_differ() -> None:
    found = paired_difference([True, False, True], [True, False, True])
    assert (found.mean, found.low, found.high, found.beyond_noise) == (0, 0, 0, False)


def test_a_handful_of_questions_proves_nothing_even_when_all_speak_for_one_side() -> None:
    few = FEWEST_DIFFERING - 1
    assert not paired_difference([1.0] * few, [0.0] * few).beyond_noise
    assert paired_difference([1.0] * (few + 1), [0.0] * (few + 1)).beyond_noise


def test_a_question_asked_in_every_retry_counts_as_one_question() -> None:
    a, b = [1.0] * 20 + [0.0] * 10, [0.0] * 20 + [1.0] * 10
    questions = [f"q{i // 10}" for i in range(30)]
    assert not paired_difference(a, b, clusters=questions).beyond_noise
    ten_times = paired_difference(a * 10, b * 10, clusters=questions * 10)
    assert ten_times == paired_difference(a, b, clusters=questions)
    assert paired_difference(a * 10, b * 10).beyond_noise  # what taking each case for a question would say


def test_the_interval_agrees_with_the_textbook_for_many_independent_questions() -> None:
    rng = np.random.default_rng(1)
    a, b = rng.random(2000) < 0.8, rng.random(2000) < 0.7
    gains = a.astype(float) - b.astype(float)
    reach = 1.96 * float(gains.std()) / len(gains) ** 0.5
    found = paired_difference(a.tolist(), b.tolist())
    assert found.low == pytest.approx(found.mean - reach, abs=0.004)
    assert found.high == pytest.approx(found.mean + reach, abs=0.004)


@pytest.mark.parametrize("questions", [40, 300])
def test_equally_good_sides_seldom_seem_to_differ(questions: int) -> None:
    rng = np.random.default_rng(2)
    alarms = 0
    for trial in range(200):
        a, b = rng.random((2, questions)) < 0.75
        alarms += paired_difference(a.tolist(), b.tolist(), seed=trial, resamples=500).beyond_noise
    assert alarms <= 18  # 5 % of 200, and three standard deviations


def test_a_real_difference_is_seen() -> None:
    rng = np.random.default_rng(3)
    seen = 0
    for trial in range(50):
        a = rng.random(500) < 0.8
        b = a & (rng.random(500) < 0.93)
        seen += paired_difference(a.tolist(), b.tolist(), seed=trial, resamples=500).beyond_noise
    assert seen == 50


@pytest.mark.parametrize(
    ("a", "b", "clusters"),
    [([], [], None), ([1.0], [], None), ([1.0], [0.0], ["q", "q"]), ([float("nan")], [0.0], None)],
)
def test_what_cannot_be_compared_is_refused(a: list[float], b: list[float], clusters: list[str] | None) -> None:
    with pytest.raises(EvaluationError, match="A comparison needs"):
        paired_difference(a, b, clusters=clusters)
