from __future__ import annotations

import random

import pytest

from evaluation.calibration_metrics import aurc, expected_calibration_error


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
