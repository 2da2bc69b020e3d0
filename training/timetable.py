"""Timetables in the five fields of crontab: when they come next, and what is wrong with those that are of no use."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from apscheduler.triggers.cron import CronTrigger

_DAYS: Final = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_NUMBERS: Final = {**{name: number for number, name in enumerate(_DAYS)}, **{str(n): n for n in range(8)}}
_SOME_DAYS: Final = re.compile(r"(?P<first>\w+|\*)(-(?P<last>\w+))?(/(?P<step>[1-9]))?")
_FIELDS: Final = 5
_OFTEN: Final = timedelta(hours=1)
"""What trains or measures a company takes minutes: nothing comes sooner after it came."""
_ANY_DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""What comes at all comes again, and as often: both are the same on any day."""

Trouble = Literal["wrong", "never", "often"]


def timetable(crontab: str, zone: str = "UTC") -> CronTrigger:
    """Return when a crontab comes, by the clocks of the IANA time zone; raises ValueError for what is none.

    Weekdays are counted as crontab counts them: 1 is Monday, 0 and 7 are Sunday.

    >>> str(timetable("0 3 * * 1-5").get_next_fire_time(None, datetime(2026, 11, 28, tzinfo=UTC)))
    '2026-11-30 03:00:00+00:00'
    """
    fields = crontab.split()
    if len(fields) != _FIELDS:
        raise ValueError(f"a timetable has five fields, not {len(fields)}")
    *others, weekdays = fields
    return CronTrigger.from_crontab(" ".join([*others, _weekdays(weekdays.lower())]), zone)


def next_time(crontab: str, zone: str, now: datetime) -> datetime | None:
    """Return when, in UTC, a crontab comes next, None where it never does, as on 31 February; raises ValueError.

    >>> next_time("0 3 31 2 *", "UTC", datetime(2026, 11, 28, tzinfo=UTC))
    """
    found: datetime | None = timetable(crontab, zone).get_next_fire_time(None, now)
    return None if found is None else found.astimezone(UTC)


def trouble_of(crontab: str) -> Trouble | None:
    """Say why nothing can be trained or measured by a crontab: it is none, never comes, or twice within an hour.

    >>> [trouble_of(each) for each in ("0 3 * * *", "0 * * * *", "every night", "0 3 31 2 *", "0,30 3 * * *")]
    [None, None, 'wrong', 'never', 'often']
    """
    try:
        first = next_time(crontab, "UTC", _ANY_DAY)
        if first is None:
            return "never"
        second = timetable(crontab).get_next_fire_time(first, first)
    except ValueError:
        return "wrong"
    return "often" if second is not None and second - first < _OFTEN else None


def _weekdays(field: str) -> str:
    return field if field == "*" else ",".join(day for part in field.split(",") for day in _some(part))


def _some(part: str) -> list[str]:
    found = _SOME_DAYS.fullmatch(part)
    if found is None:
        raise ValueError(f"“{part}” is no weekday")
    every, step = found["first"] == "*", int(found["step"] or 1)
    if every and found["last"]:
        raise ValueError(f"“{part}” is no weekday")
    first = 0 if every else _number(found["first"])
    last = _number(found["last"]) if found["last"] else (len(_DAYS) - 1 if every or found["step"] else first)
    if last == 0 < first:
        last = len(_DAYS)  # Sunday, at the end of a week
    if last < first:
        raise ValueError(f"“{part}” ends before it begins")
    return [_DAYS[number % len(_DAYS)] for number in range(first, last + 1, step)]


def _number(day: str) -> int:
    if day not in _NUMBERS:
        raise ValueError(f"“{day}” is no weekday")
    return _NUMBERS[day]
