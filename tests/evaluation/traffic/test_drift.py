"""When the newest night is worse than usual."""

from __future__ import annotations

from typing import Any

import pytest

from evaluation.traffic.drift import begins_to_drift, drifts

USUAL = (0.80, 0.81, 0.79, 0.82, 0.80, 0.80, 0.81)


def night(mean: float | None, reach: float | None = 0.02, share: float = 0.15) -> list[dict[str, Any]]:
    low, high = (None, None) if mean is None or reach is None else (mean - reach, mean + reach)
    return [{"min_category_size": 0, "other_min_prop": share, "accuracy": {"mean": mean, "low": low, "high": high}}]


def nights(*means: float) -> list[list[dict[str, Any]]]:
    return [night(mean) for mean in means]


@pytest.mark.parametrize(("now", "drifted"), [(0.77, False), (0.761, False), (0.759, True)])
def test_a_night_drifts_below_the_usual_interval_by_more_than_the_tolerance(now: float, drifted: bool) -> None:
    found = drifts(nights(*USUAL, now), tolerance=0.02)
    assert bool(found) is drifted
    if drifted:
        assert (found[0].usual, found[0].now) == (0.80, now)
        assert found[0].low == pytest.approx(0.78)


def test_one_bad_night_among_the_seven_does_not_move_what_is_usual() -> None:
    assert drifts(nights(*USUAL[:3], 0.2, *USUAL[4:], 0.7), tolerance=0.02)
    assert not drifts(nights(*USUAL[:3], 0.2, *USUAL[4:], 0.79), tolerance=0.02)


def test_only_seven_nights_count() -> None:
    assert not drifts(nights(*[0.9] * 20, *[0.6] * 7, 0.6), tolerance=0.0)


def test_with_two_nights_nothing_is_usual_yet() -> None:
    assert not drifts(nights(0.8, 0.8, 0.2), tolerance=0.0)
    assert drifts(nights(0.8, 0.8, 0.8, 0.2), tolerance=0.0)


def test_nights_that_were_not_measured_are_passed_over() -> None:
    assert not drifts([*nights(*USUAL), []], tolerance=0.0)
    assert not drifts([*nights(*USUAL), night(None)], tolerance=0.0)
    assert not drifts([*[night(0.8, reach=None)] * 7, night(0.2)], tolerance=0.0)
    assert not drifts([], tolerance=0.0)


def test_another_setting_says_nothing_about_this_one() -> None:
    assert not drifts([*[night(0.9, share=0.0)] * 7, night(0.2)], tolerance=0.0)


def test_a_drift_is_told_in_its_first_night_only() -> None:
    assert begins_to_drift(nights(*USUAL, 0.7), tolerance=0.02)
    assert not begins_to_drift(nights(*USUAL, 0.7, 0.7), tolerance=0.02)
    assert begins_to_drift(nights(*USUAL, 0.7, 0.8, 0.7), tolerance=0.02)
