"""A retrain says how long it has left by what the same steps took before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from admin.models.time_left import time_left
from storage.jobs import JobRun, RunStep

BEGUN = datetime(2026, 3, 1, 3, tzinfo=UTC)
LONG_AGO = datetime(2026, 1, 1, 3, tzinfo=UTC)


def steps(*told: tuple[str, float, float], since: datetime = BEGUN) -> list[RunStep]:
    """Steps as (part, share, minutes after the start)."""
    return [RunStep(part, share, since + timedelta(minutes=after)) for part, share, after in told]


def ended(minutes: float, *told: tuple[str, float, float]) -> JobRun:
    end = LONG_AGO + timedelta(minutes=minutes)
    return JobRun("retrain:demo", "x", LONG_AGO, end, "promoted", None, steps=tuple(steps(*told, since=LONG_AGO)))


PLANNED = (("en", 0.0, 0.0), ("de", 0.0, 0.0))
BOTH = ended(13, *PLANNED, ("en", 0.5, 2), ("en", 1, 4), ("de", 0.5, 10), ("de", 1, 12))


def left(told: list[RunStep], *before: JobRun, after: float) -> float | None:
    found = time_left(told, before, BEGUN + timedelta(minutes=after))
    return None if found is None else round(found.left / timedelta(minutes=1), 1)


def test_what_is_left_is_what_the_steps_that_are_left_took() -> None:
    assert left(steps(*PLANNED, ("en", 0.5, 2)), BOTH, after=2) == 11
    assert left(steps(*PLANNED, ("en", 0.5, 2), ("en", 1, 4), ("de", 0.5, 10)), BOTH, after=10) == 3
    assert left(steps(*PLANNED), BOTH, after=0) == 13


def test_only_the_languages_that_are_planned_count() -> None:
    assert left(steps(("en", 0, 0), ("en", 0.5, 2)), BOTH, after=2) == 3
    assert left(steps(("de", 0, 0)), BOTH, after=0) == 9


def test_a_machine_that_is_twice_as_slow_takes_twice_as_long_from_there_on() -> None:
    assert left(steps(*PLANNED, ("en", 0.5, 4)), BOTH, after=4) == 22


def test_time_that_has_passed_since_the_last_step_is_over() -> None:
    assert left(steps(*PLANNED, ("en", 0.5, 2)), BOTH, after=5) == 8
    assert left(steps(*PLANNED, ("en", 0.5, 2)), BOTH, after=50) == 0


def test_a_part_that_was_measured_twice_is_known_to_be() -> None:
    twice = ended(10, ("en", 0, 0), ("en", 0.5, 2), ("en", 1, 4), ("en", 0.5, 7), ("en", 1, 10))
    assert left(steps(("en", 0, 0), ("en", 0.5, 2), ("en", 1, 4)), twice, after=4) == 6
    assert left(steps(("en", 0, 0), ("en", 0.5, 2), ("en", 1, 4), ("en", 0.5, 7)), twice, after=7) == 3


def test_a_part_that_no_retrain_had_takes_what_others_take() -> None:
    assert left(steps(("fr", 0, 0)), BOTH, after=0) == 7  # the mean of 4 and 8, and one to the end


@pytest.mark.parametrize(
    ("told", "after", "minutes"),
    [
        ([], 1, None),
        ([*PLANNED], 1, None),
        ([*PLANNED, ("en", 0.05, 1)], 1, None),
        ([*PLANNED, ("en", 0.1, 3), ("en", 0.2, 3)], 3, None),
        ([*PLANNED, ("en", 0.1, 3), ("en", 0.2, 3), ("en", 0.3, 4)], 4, 3.5 + 7.5),
        ([*PLANNED, ("en", 0.5, 3), ("en", 1, 4), ("de", 0.5, 8)], 8, 1),
        ([("en", 0, 0), ("de", 0, 0), ("fr", 0, 0), ("en", 0.5, 3), ("en", 1, 4), ("de", 0.5, 8)], 8, 1 + 4.5),
    ],
)
def test_a_first_retrain_tells_by_itself_once_it_has_come_some_way(
    told: list[tuple[str, float, float]], after: float, minutes: float | None
) -> None:
    assert left(steps(*told), after=after) == minutes


def test_what_comes_before_the_first_step_of_each_language_counts_once() -> None:
    """Measured on the demo company: 19 of 46 s were over at the first tenth, 45 of 73 s in the second language."""
    first = [("en", n / 10, 0.31 + 0.05 * (n - 1)) for n in range(1, 11)]
    told = steps(*PLANNED, *first, ("de", 0.1, first[-1][2] + 0.74))
    assert left(told, after=first[-1][2] + 0.74) == pytest.approx(0.45, abs=0.05)


def test_the_share_grows_with_the_time_that_is_over() -> None:
    found = time_left(steps(*PLANNED, ("en", 0.5, 2)), [BOTH], BEGUN + timedelta(minutes=2))
    assert found is not None
    assert found.share == pytest.approx(2 / 13)
