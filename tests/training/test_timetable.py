"""Weekdays of a crontab are those of crontab; what never comes, or too often, is told from what is of use."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from training.timetable import next_time, trouble_of

THURSDAY = datetime(2026, 11, 26, 12, tzinfo=UTC)
WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@pytest.mark.parametrize(
    ("weekdays", "comes"),
    [
        ("*", WEEK),
        ("1-5", WEEK[:5]),
        ("MON-FRI", WEEK[:5]),
        ("0", ("Sun",)),
        ("7", ("Sun",)),
        ("6,0", ("Sat", "Sun")),
        ("5-7", ("Fri", "Sat", "Sun")),
        ("fri-sun", ("Fri", "Sat", "Sun")),
        ("*/2", ("Tue", "Thu", "Sat", "Sun")),
        ("1-5/2", ("Mon", "Wed", "Fri")),
        ("2/3", ("Tue", "Fri")),
    ],
)
def test_weekdays_are_counted_as_crontab_counts_them(weekdays: str, comes: tuple[str, ...]) -> None:
    nights, moment = set(), THURSDAY
    while moment < THURSDAY + timedelta(days=6):
        found = next_time(f"0 3 * * {weekdays}", "UTC", moment + timedelta(minutes=1))
        assert found is not None
        moment = found
        nights.add(f"{moment:%a}")
    assert nights == set(comes)


@pytest.mark.parametrize("never", ["0 3 31 2 *", "0 3 30 2 1", "0 0 31 4,6,9,11 *"])
def test_a_day_that_no_year_has_never_comes(never: str) -> None:
    assert next_time(never, "Europe/Berlin", THURSDAY) is None


def test_a_rare_day_comes() -> None:
    assert next_time("0 3 29 2 *", "UTC", THURSDAY) == datetime(2028, 2, 29, 3, tzinfo=UTC)


@pytest.mark.parametrize("wrong", ["0 3 * *", "0 3 * * 8", "0 3 * * 5-1", "0 3 * * *-5", "0 3 * * 1-5/0", "a b c d e"])
def test_what_is_no_timetable_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        next_time(wrong, "UTC", THURSDAY)


@pytest.mark.parametrize("often", ["* * * * *", "*/30 * * * *", "0,59 3 * * *", "10-11 3 29 2 *", "0,30 0 1 1 1"])
def test_what_comes_twice_within_an_hour_comes_too_often(often: str) -> None:
    assert trouble_of(often) == "often"


@pytest.mark.parametrize("crontab", ["59 * * * *", "0 0,1 * * *", "7,7 * * * *", "0 3 29 2 *"])
def test_once_an_hour_is_not_too_often(crontab: str) -> None:
    assert trouble_of(crontab) is None
