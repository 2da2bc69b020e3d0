from __future__ import annotations

import pytest
from scipy import stats

from evaluation.intervals import Interval, interval


def test_the_interval_is_students_t() -> None:
    values = [0.61, 0.66, 0.58, 0.7, 0.64]
    low, high = stats.t.interval(0.95, len(values) - 1, loc=sum(values) / 5, scale=stats.sem(values))
    ours = interval(values)
    assert (ours.mean, ours.low, ours.high) == pytest.approx((sum(values) / 5, low, high))


def test_one_retry_has_a_mean_and_no_interval() -> None:
    assert interval([0.5]) == Interval(0.5, None, None)


def test_retries_without_the_figure_are_left_out() -> None:
    assert interval([None, 0.25, None, 0.25]) == Interval(0.25, 0.25, 0.25)
    assert interval([None, None]) == Interval(None, None, None)


def test_an_interval_never_leaves_the_range_of_a_share() -> None:
    wide = interval([0.0, 1.0])
    assert (wide.low, wide.high) == (0.0, 1.0)
