from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mapie.risk_control import BinaryClassificationController
from scipy.stats import binom, binomtest

from evaluation.errors import EvaluationError
from evaluation.thresholds.promise import (
    CONFIDENCE,
    JudgedAnswer,
    PromiseResult,
    answers_needed,
    is_proved,
    judge_promise,
    thresholds_to_test,
    wrong_at_most,
)
from evaluation.thresholds.threshold import THRESHOLDS


def answers(confidence: float, right: int, wrong: int) -> list[JudgedAnswer]:
    return [JudgedAnswer(confidence, False)] * right + [JudgedAnswer(confidence, True)] * wrong


def company(seed: int, size: int, slope: float = 0.4) -> list[JudgedAnswer]:
    """Answers that are wrong the more often the less sure they are."""
    chance = np.random.default_rng(seed)
    confidences = chance.uniform(0.5, 1, size)
    wrong = chance.random(size) < slope * (1 - confidences)
    return [JudgedAnswer(float(c), bool(w)) for c, w in zip(confidences, wrong, strict=True)]


@given(answers=st.integers(1, 2000), data=st.data())
def test_the_bound_is_the_exact_one_of_clopper_and_pearson(answers: int, data: st.DataObject) -> None:
    wrong = data.draw(st.integers(0, answers))
    exact = binomtest(wrong, answers, alternative="less").proportion_ci(CONFIDENCE, method="exact").high
    assert wrong_at_most(wrong, answers) == pytest.approx(exact, abs=1e-12)


@given(answers=st.integers(1, 1000), wrong=st.integers(0, 40), percent=st.integers(1, 50))
def test_what_is_proved_is_what_the_bound_allows(answers: int, wrong: int, percent: int) -> None:
    wrong, share = min(wrong, answers), percent / 100
    bound = wrong_at_most(wrong, answers)
    if bound != pytest.approx(share, abs=1e-9):
        assert is_proved(share, wrong, answers) == (bound < share)


@pytest.mark.parametrize(("wrong", "needed"), [(0, 59), (1, 93), (2, 124)])
def test_so_many_answers_prove_five_percent(wrong: int, needed: int) -> None:
    assert answers_needed(0.05, wrong) == needed
    assert is_proved(0.05, wrong, needed)
    assert not is_proved(0.05, wrong, needed - 1)


@pytest.mark.parametrize("seed", range(20))
def test_the_thresholds_are_those_of_mapie(seed: int) -> None:
    sample, tested = company(seed, 400), tuple(h / 100 for h in range(70, 49, -1))
    controller = BinaryClassificationController(
        lambda confidences: np.column_stack([1 - confidences, confidences]),
        "precision",
        target_level=0.95,
        confidence_level=CONFIDENCE,
        list_predict_params=np.array(tested[::-1]),
        fwer_method="fixed_sequence",
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        controller.calibrate(np.array([a.confidence for a in sample]), np.array([not a.is_wrong for a in sample]))
    ours = judge_promise(0.05, tested, sample)
    assert sorted(test.threshold for test in ours.tests if test.keeps) == sorted(controller.valid_predict_params)


def test_testing_ends_at_the_first_threshold_that_is_not_proved() -> None:
    sample = [*answers(0.9, 60, 0), *answers(0.8, 0, 6), *answers(0.6, 1000, 0)]
    found = judge_promise(0.05, (0.9, 0.8, 0.6), sample)
    assert [(test.answers, test.wrong, test.keeps) for test in found.tests] == [
        (60, 0, True), (66, 6, False), (1066, 6, None),
    ]  # fmt: skip
    assert found.threshold == 0.9


def test_a_confidence_at_the_threshold_is_an_answer() -> None:
    assert judge_promise(0.05, (0.9,), answers(0.9, 59, 0)).threshold == 0.9


def test_no_threshold_keeps_the_promise_when_the_strictest_does_not() -> None:
    assert judge_promise(0.05, (0.9, 0.5), [*answers(0.95, 60, 3), *answers(0.6, 600, 0)]).threshold is None


def test_a_sample_that_has_gone_proves_nothing() -> None:
    found = judge_promise(0.05, (0.5,), [])
    assert (found.threshold, found.tests[0].bound, found.tests[0].keeps) == (None, 1.0, False)


def test_a_small_sample_tests_the_threshold_in_use_alone() -> None:
    confidences = [answer.confidence for answer in company(0, 500)]
    assert thresholds_to_test(confidences, 59, 0.05, lowest=0.5) == (0.5,)


def test_a_larger_sample_tests_stricter_thresholds_first_each_with_answers_enough() -> None:
    confidences = [answer.confidence for answer in company(0, 500)]
    tested = thresholds_to_test(confidences, 200, 0.05, lowest=0.55)
    assert tested == (*sorted((t for t in THRESHOLDS if 0.55 < t <= tested[0]), reverse=True), 0.55)
    share_above = [sum(c >= t for c in confidences) / 500 for t in (tested[0], tested[0] + 0.01)]
    assert 200 * share_above[0] >= answers_needed(0.05, 1) > 200 * share_above[1]


def test_without_answers_there_is_only_the_threshold_in_use() -> None:
    assert thresholds_to_test([], 100, 0.05, lowest=0.5) == (0.5,)


@pytest.mark.parametrize("share", [0.0, 0.0009, 0.51, 1.0, -0.1, float("nan")])
def test_a_share_that_nobody_can_promise_is_refused_with_what_to_do(share: float) -> None:
    for refused in (lambda: answers_needed(share), lambda: judge_promise(share, (0.5,), [])):
        with pytest.raises(EvaluationError, match=r"choose a share in \[0.001, 0.5\]"):
            refused()


def test_a_result_is_the_same_after_json() -> None:
    found = judge_promise(0.05, (0.9, 0.5), answers(0.95, 60, 0))
    assert PromiseResult.from_dict(found.to_dict()) == found


def test_of_a_thousand_companies_at_most_five_in_a_hundred_are_named_a_threshold_that_breaks_the_promise() -> None:
    chance, broken = np.random.default_rng(1), 0
    for _ in range(1000):
        confidences = chance.uniform(0.5, 1, 600)
        slope = chance.uniform(0.05, 0.5)
        thresholds = thresholds_to_test(confidences.tolist(), 150, 0.05, lowest=0.5)
        wrong = chance.random(150) < slope * (1 - confidences[:150])
        sample = [JudgedAnswer(float(c), bool(w)) for c, w in zip(confidences[:150], wrong, strict=True)]
        named = judge_promise(0.05, thresholds, sample).threshold
        broken += named is not None and slope * (1 - named) / 2 > 0.05
    assert broken <= 50


@pytest.mark.parametrize("size", [59, 93, 124, 200, 300])
def test_who_is_wrong_just_as_often_as_promised_is_believed_in_at_most_five_of_a_hundred_samples(size: int) -> None:
    believed = [wrong for wrong in range(size + 1) if is_proved(0.05, wrong, size)]
    assert binom.pmf(believed, size, 0.05).sum() <= 0.05
