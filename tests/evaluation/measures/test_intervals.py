from __future__ import annotations

import pytest
from scipy import stats

from evaluation.measures.intervals import Interval, interval


def test_the_interval_is_students_t() -> None:
    values = [0.61, 0.66, 0.58, 0.7, 0.64]
    low, high = stats.t.interval(0.95, len(values) - 1, loc=sum(values) / 5, scale=stats.sem(values))
    ours = interval(values, overlap=0.0)
    assert (ours.mean, ours.low, ours.high) == pytest.approx((sum(values) / 5, low, high))


def test_retries_that_share_examples_have_the_variance_of_nadeau_and_bengio() -> None:
    values = [0.61, 0.66, 0.58, 0.7, 0.64]
    alone, sharing = interval(values, overlap=0.0), interval(values, overlap=0.25)
    assert alone.low is not None
    assert sharing.low is not None
    assert (0.638 - sharing.low) / (0.638 - alone.low) == pytest.approx((0.45 / 0.2) ** 0.5)


def test_one_retry_has_a_mean_and_no_interval() -> None:
    assert interval([0.5], overlap=0.25) == Interval(0.5, None, None)


def test_retries_without_the_figure_are_left_out() -> None:
    assert interval([None, 0.25, None, 0.5], overlap=0.25) == interval([0.25, 0.5], overlap=0.25)
    assert interval([None, None], overlap=0.25) == Interval(None, None, None)


def test_retries_that_all_say_the_same_have_a_mean_and_no_interval() -> None:
    found = interval([0.1 + 0.2, 0.3, 0.3], overlap=0.25)
    assert found.mean == pytest.approx(0.3)
    assert (found.low, found.high) == (None, None)
    assert interval([0.3, 0.3], overlap=0.25, shared=0.01).low is not None


def test_an_interval_never_leaves_the_range_of_a_share() -> None:
    wide = interval([0.0, 1.0], overlap=0.25)
    assert (wide.low, wide.high) == (0.0, 1.0)


def test_a_variance_that_all_retries_share_is_added() -> None:
    values = [0.61, 0.66, 0.58, 0.7, 0.64]
    alone, unsure = interval(values, overlap=0.0), interval(values, overlap=0.0, shared=stats.sem(values) ** 2)
    assert alone.low is not None
    assert unsure.low is not None
    assert (0.638 - unsure.low) / (0.638 - alone.low) == pytest.approx(2**0.5)
