from __future__ import annotations

import random

import pytest

from evaluation.classifier import NO_ANSWER
from evaluation.measures.calibration_metrics import (
    aurc,
    confidence_figures,
    expected_calibration_error,
    reliability,
    risk_coverage,
)
from evaluation.measures.outcomes import Case
from nlu.understanding import Guess


def test_risk_is_low_when_the_wrong_ones_come_last() -> None:
    sure_when_right = aurc([0.9, 0.8, 0.2], [False, False, True])
    sure_when_wrong = aurc([0.9, 0.8, 0.2], [True, False, False])
    assert sure_when_right == pytest.approx((0 + 0 + 1 / 3) / 3)
    assert sure_when_wrong == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)


def test_the_order_of_equally_confident_cases_does_not_matter() -> None:
    cases = [(1.0, True), (1.0, False), (1.0, False), (0.5, True), (0.5, False)]
    areas = set()
    for seed in range(5):
        random.Random(seed).shuffle(cases)
        areas.add(round(aurc([c for c, _ in cases], [w for _, w in cases]) or 0, 12))
    assert areas == {round((1 / 3 * 3 + 1.5 / 4 + 2 / 5) / 5, 12)}


def test_calibration_error_weighs_bins_by_their_cases() -> None:
    confidences = [0.95] * 8 + [0.55] * 2
    right = [True] * 6 + [False] * 2 + [True, False]
    assert expected_calibration_error(confidences, right) == pytest.approx(0.8 * (0.95 - 0.75) + 0.2 * (0.55 - 0.5))


def test_bins_are_closed_above_and_zero_belongs_to_the_first() -> None:
    # 1/15 closes the first bin: with 0.0 in the same bin the two gaps cancel out, in two bins they would add up.
    assert expected_calibration_error([0.0, 1 / 15], [False, False]) == pytest.approx(1 / 30)
    assert expected_calibration_error([1 / 15, 0.0], [False, True], bins=15) == pytest.approx((1 - 1 / 15) / 2)


def test_nothing_to_measure_is_unknown() -> None:
    assert aurc([], []) is None
    assert expected_calibration_error([], []) is None


def test_the_reliability_table_holds_every_case_once_and_gives_the_calibration_error() -> None:
    confidences = [0.0, 0.03, 0.5, 0.52, 0.95, 1.0]
    right = [False, True, True, False, True, True]
    table = reliability(confidences, right)
    assert sum(row["cases"] for row in table) == 6
    gaps = sum(row["cases"] * abs(row["confidence"] - row["right"]) for row in table) / 6
    assert expected_calibration_error(confidences, right) == pytest.approx(gaps)
    assert [row["low"] for row in table] == sorted(row["low"] for row in table)


def test_the_curve_ends_with_every_case_and_stays_short() -> None:
    confidences = [place / 1000 for place in range(1000)]
    curve = risk_coverage(confidences, [place % 4 == 0 for place in range(1000)])
    assert 90 <= len(curve) <= 102
    assert (curve[-1]["coverage"], curve[-1]["risk"]) == (1.0, 0.25)
    assert [point["threshold"] for point in curve] == sorted((point["threshold"] for point in curve), reverse=True)
    assert risk_coverage([0.5], [True]) == [{"threshold": 0.5, "coverage": 1.0, "risk": 1.0}]


def test_in_the_area_a_negative_example_without_a_guess_is_no_risk_and_a_guess_on_it_is() -> None:
    said = (NO_ANSWER, Guess("pay", 0.9))
    found = confidence_figures([Case("?", "", NO_ANSWER, prediction, 0.5) for prediction in said])
    assert found["aurc"] == pytest.approx((1.0 + 0.5) / 2)


def test_questions_without_a_guess_are_never_answered_and_stay_among_all() -> None:
    right = [Case(f"pay {i}", "pay", "pay", Guess("pay", 0.9), 0.5) for i in range(30)]
    unanswerable = [Case(f"other {i}", "", NO_ANSWER, NO_ANSWER, 0.5) for i in range(60)]
    missed = [Case(f"dog {i}", "dog", "dog", NO_ANSWER, 0.5) for i in range(10)]
    found = confidence_figures([*right, *unanswerable, *missed])
    assert found["coverage_at_10"] == pytest.approx(0.3)
    assert [(point["coverage"], point["risk"]) for point in found["risk_coverage"]] == [(0.3, 0.0)]


def test_an_engine_that_answers_nothing_covers_nothing() -> None:
    found = confidence_figures([Case("?", "pay", "pay", NO_ANSWER, 0.5)])
    assert (found["coverage_at_10"], found["risk_coverage"]) == (0.0, [])


def test_nothing_to_measure_has_no_table() -> None:
    assert (reliability([], []), risk_coverage([], [])) == ([], [])
