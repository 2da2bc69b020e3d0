"""When people are at work: by the wall clock of their zone, over days off, midnight and the change of clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.companies.office_hours import InvalidHours, OfficeHours, hours_json, hours_of, spans_in, spans_text

BERLIN = ZoneInfo("Europe/Berlin")
WEEK = ["9:00-12:00, 13:00-17:00"] * 5 + ["", ""]
MOMENTS = st.datetimes(datetime(2025, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))


def hours(week: list[str] = WEEK, *days_off: str, zone: str = "Europe/Berlin") -> OfficeHours:
    found = hours_of({"zone": zone, "week": week, "days_off": list(days_off)})
    assert found is not None
    return found


def berlin(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=BERLIN)  # 2 March is a Monday


@pytest.mark.parametrize(
    ("now", "opens"),
    [
        (berlin(2, 10), berlin(2, 10)),
        (berlin(2, 7), berlin(2, 9)),
        (berlin(2, 12), berlin(2, 13)),
        (berlin(6, 17), berlin(9, 9)),
        (berlin(28, 12), berlin(30, 9)),  # the clocks go forward in between
    ],
)
def test_it_is_told_when_somebody_is_back(now: datetime, opens: datetime) -> None:
    assert hours().opens(now) == opens


def test_days_off_are_skipped() -> None:
    assert hours(WEEK, "2026-03-02", "2026-03-03").opens(berlin(2, 10)) == berlin(4, 9)


def test_hours_that_cross_midnight_belong_to_the_day_they_begin_on() -> None:
    nights = hours(["22:00-6:00"] + [""] * 6)
    assert nights.opens(berlin(3, 5)) == berlin(3, 5)
    assert nights.opens(berlin(3, 6)) == berlin(9, 22)
    assert hours(["22:00-6:00"] + [""] * 6, "2026-03-02").opens(berlin(3, 5)) == berlin(9, 22)


def test_nobody_who_never_works_is_back() -> None:
    assert OfficeHours("Europe/Berlin", ((),) * 7).opens(berlin(2, 10)) is None


@pytest.mark.parametrize(
    ("now", "back", "since"),
    [
        (berlin(2, 15), 1, berlin(2, 14)),
        (berlin(2, 14), 2, berlin(2, 11)),  # over the break
        (berlin(2, 10), 8, berlin(27, 9, month=2)),  # over the weekend
        (berlin(1, 3), 1, berlin(27, 16, month=2)),
    ],
)
def test_only_hours_of_work_count(now: datetime, back: float, since: datetime) -> None:
    assert hours().back(now, back) == since


@settings(max_examples=20)
@given(MOMENTS, st.floats(0.25, 60))
def test_between_the_moment_found_and_now_lie_so_many_hours(now: datetime, back: float) -> None:
    its, minute = hours(), timedelta(minutes=1)
    since = its.back(now, back)
    worked = sum(its.opens(since + n * minute) == since + n * minute for n in range((now - since) // minute))
    assert abs(worked / 60 - back) < 0.05


@settings(max_examples=20)
@given(MOMENTS)
def test_somebody_is_there_at_the_moment_that_is_told(now: datetime) -> None:
    opens = hours(WEEK, "2026-12-25").opens(now)
    assert opens is not None
    assert opens >= now
    assert opens.weekday() < 5
    assert opens.date() != date(2026, 12, 25)
    assert hours(WEEK, "2026-12-25").opens(opens) == opens


def test_what_is_stored_is_read_again() -> None:
    given = hours([*WEEK[:6], "22:00-6:00"], "2026-12-25")
    assert hours_of(hours_json(given)) == given
    assert hours_of(None) is None
    assert hours_json(None) is None


@pytest.mark.parametrize(
    "typed",
    [
        "nine",
        "9",
        "9:00",
        "9-",
        "9:5-17",
        "9-17-18",
        "25:00-26:00",
        "9:60-10:00",
        "9:00-9:00",
        "9:00-12:00, 11:00-13:00",
        "24:00-25:00",
    ],
)
def test_what_is_no_time_of_work_is_refused(typed: str) -> None:
    with pytest.raises(InvalidHours):
        spans_in(typed)


@pytest.mark.parametrize(
    "typed", ["9-17", "9:00-17:00", "09 – 17:00", "9h-17h", "9h00 - 17h00", "9.00-17", "9：00—17：00"]
)
def test_hours_are_kept_in_one_form_however_they_were_typed(typed: str) -> None:
    assert spans_text(spans_in(typed)) == "09:00-17:00"


def test_a_whole_day_can_be_said() -> None:
    assert spans_text(spans_in("0:00-24:00")) == "00:00-24:00"


@pytest.mark.parametrize(
    ("stored", "code"),
    [
        ({"zone": "Europe/Nowhere", "week": WEEK}, "time_zone"),
        ({"zone": "../etc/passwd", "week": WEEK}, "time_zone"),
        ({"zone": "", "week": WEEK}, "time_zone"),
        ({"zone": "UTC", "week": WEEK[:3]}, "hours"),
        ({"zone": "UTC", "week": WEEK, "days_off": ["Christmas"]}, "days_off"),
    ],
)
def test_hours_that_cannot_be_name_what_is_wrong(stored: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidHours) as refused:
        hours_of(stored)
    assert refused.value.code == code
