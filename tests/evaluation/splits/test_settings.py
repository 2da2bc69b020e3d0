from __future__ import annotations

import pytest

from evaluation.errors import EvaluationError
from evaluation.splits.settings import NexCvSettings


def test_the_rarest_categories_are_taken_until_they_hold_the_share() -> None:
    categories = ["a"] * 80 + ["b"] * 10 + ["c"] * 6 + ["d"] * 4
    assert NexCvSettings(other_min_prop=0.10).low_population(categories) == ("c", "d")
    assert NexCvSettings(other_min_prop=0.101).low_population(categories) == ("b", "c", "d")
    assert NexCvSettings().low_population(categories) == ()


def test_the_cutoff_takes_the_categories_below_it() -> None:
    categories = ["a"] * 6 + ["b"] * 5 + ["c"] * 4
    assert NexCvSettings(min_category_size=5).low_population(categories) == ("c",)


@pytest.mark.parametrize(
    ("min_category_size", "other_min_prop", "message"),
    [
        (5, 0.1, "cannot both be set"),
        (-1, 0.0, "min_category_size must be 0 or more"),
        (0, 1.0, "other_min_prop must be at least 0 and below 1"),
        (0, -0.1, "other_min_prop must be at least 0 and below 1"),
        (0, float("nan"), "other_min_prop must be at least 0 and below 1"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(min_category_size: int, other_min_prop: float, message: str) -> None:
    with pytest.raises(EvaluationError, match=message):
        NexCvSettings(min_category_size, other_min_prop)
