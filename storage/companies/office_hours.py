"""When a company's people are at work: the week, the days off, what lies between two moments. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from itertools import pairwise
from typing import Any, Final
from zoneinfo import ZoneInfo

DAY: Final = 24 * 60
"""Minutes."""
LOOKED_AHEAD: Final = 400
"""Days within which the next working time is looked for, and the last ones."""
_CLOCK: Final = r"(\d{1,2})\s*(?:h|[:：.h](\d{2}))?"
_SPAN = re.compile(rf"{_CLOCK}\s*[-–—]\s*{_CLOCK}", re.IGNORECASE)

Span = tuple[int, int]
"""From and to, in minutes after midnight; what crosses midnight ends after `DAY`."""


class InvalidHours(ValueError):
    """Hours that cannot be; `code` is "time_zone", "hours" or "days_off", `value` what was given."""

    def __init__(self, code: str, value: str) -> None:
        super().__init__(f"{code}: {value!r}")
        self.code = code
        self.value = value


@dataclass(frozen=True)
class OfficeHours:
    """The spans of each day, Monday first, by the wall clock of an IANA time zone; none on `days_off`.

    A span that crosses midnight belongs to the day it begins on.
    """

    zone: str
    week: tuple[tuple[Span, ...], ...]
    days_off: frozenset[date] = frozenset()

    @cached_property
    def _zone(self) -> ZoneInfo:
        return ZoneInfo(self.zone)

    def day(self, now: datetime) -> date:
        """Return which day it is there."""
        return now.astimezone(self._zone).date()

    def opens(self, now: datetime) -> datetime | None:
        """Return when somebody is at work next, in their time zone; `now` itself where somebody is, None: never."""
        for start, end in self._spans(now, 1):
            if end > now:
                return max(start, now).astimezone(self._zone)
        return None

    def back(self, now: datetime, hours: float) -> datetime:
        """Return the moment between which and now so many hours of work lie.

        >>> nine_to_five = OfficeHours("Europe/Berlin", (((540, 1020),),) * 5 + ((), ()))
        >>> nine_to_five.back(datetime(2026, 3, 2, 9, tzinfo=UTC), 4).isoformat()  # Monday, 10:00 in Berlin
        '2026-02-27T13:00:00+00:00'
        """
        left = timedelta(hours=hours)
        for start, end in self._spans(now, -1):
            there = min(end, now) - start
            if start < now and there >= left:
                return min(end, now) - left
            left -= max(there, timedelta())
        return now - timedelta(days=LOOKED_AHEAD)

    def between(self, since: datetime, until: datetime) -> list[tuple[datetime, datetime]]:
        """Return when somebody is at work between two moments, as pairs of moments.

        >>> nine_to_five = OfficeHours("UTC", (((540, 1020),),) * 7)
        >>> days = datetime(2026, 3, 2, 12, tzinfo=UTC), datetime(2026, 3, 3, 10, tzinfo=UTC)
        >>> [(start.hour, end.hour) for start, end in nine_to_five.between(*days)]
        [(12, 17), (9, 10)]
        """
        found = []
        for start, end in self._spans(since, 1):
            if start >= until:
                break
            if end > since:
                found.append((max(start, since), min(end, until)))
        return found

    def _spans(self, now: datetime, step: int) -> Iterator[tuple[datetime, datetime]]:
        """Spans as moments, from the day around now on or back."""
        today = self.day(now)
        for number in range(-1, LOOKED_AHEAD):
            day = today + timedelta(days=step * number)
            spans = () if day in self.days_off else self.week[day.weekday()]
            for start, end in sorted(spans)[::step]:
                yield self._moment(day, start), self._moment(day, end)

    def _moment(self, day: date, minutes: int) -> datetime:
        on, of_day = divmod(minutes, DAY)
        clock = time(of_day // 60, of_day % 60)
        return datetime.combine(day + timedelta(days=on), clock, self._zone).astimezone(UTC)


def hours_of(stored: Mapping[str, Any] | None) -> OfficeHours | None:
    """Return the hours that `hours_json` or a company's file says; raises InvalidHours.

    >>> hours_of({"zone": "Asia/Shanghai", "week": ["9:00-18:00"] * 5 + ["", ""]}).week[0]
    ((540, 1080),)
    """
    if not stored:
        return None
    week = tuple(spans_in(each) for each in stored.get("week", ()))
    if len(week) != 7:
        raise InvalidHours("hours", f"{len(week)}")
    return OfficeHours(_known(str(stored.get("zone", ""))), week, days_in(stored.get("days_off", ())))


def hours_json(hours: OfficeHours | None) -> dict[str, Any] | None:
    """Return the hours as they are stored."""
    if hours is None:
        return None
    days = sorted(day.isoformat() for day in hours.days_off)
    return {"zone": hours.zone, "week": [spans_text(spans) for spans in hours.week], "days_off": days}


def spans_in(text: str) -> tuple[Span, ...]:
    """Return the spans that a day's text lists; raises InvalidHours.

    Full hours need no minutes.

    >>> spans_in("9-12, 13:00-17:30"), spans_in("22h-6h"), spans_in(" ")
    (((540, 720), (780, 1050)), ((1320, 1800),), ())
    """
    spans = sorted(_span(part) for part in re.split(r"[,;、，；]", text) if part.strip())
    if any(end > later for (_, end), (later, _) in pairwise(spans)):
        raise InvalidHours("hours", text.strip())
    return tuple(spans)


def _span(text: str) -> Span:
    found = _SPAN.fullmatch(text.strip())
    if found is None:
        raise InvalidHours("hours", text.strip())
    hour, minute, to_hour, to_minute = (int(each or 0) for each in found.groups())
    start, end = hour * 60 + minute, to_hour * 60 + to_minute
    if max(minute, to_minute) > 59 or start >= DAY or end > DAY or start == end:
        raise InvalidHours("hours", text.strip())
    return start, end if end > start else end + DAY


def spans_text(spans: Sequence[Span]) -> str:
    """Return the spans of a day as they are kept and shown, however they were typed.

    >>> spans_text(((540, 720), (1320, 1800)))
    '09:00-12:00, 22:00-06:00'
    """
    return ", ".join(f"{clock(start)}-{clock(end if end <= DAY else end - DAY)}" for start, end in spans)


def clock(minutes: int) -> str:
    """Return a time of day, given in minutes, as it is written and as a field of a form takes it.

    >>> clock(450)
    '07:30'
    """
    return f"{minutes // 60:02}:{minutes % 60:02}"


def days_in(days: Sequence[str]) -> frozenset[date]:
    """Return days given as "2026-12-25"; raises InvalidHours.

    >>> days_in(["2026-12-25"])
    frozenset({datetime.date(2026, 12, 25)})
    """
    return frozenset(_day(str(day)) for day in days)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidHours("days_off", text) from None


def _known(zone: str) -> str:
    try:
        ZoneInfo(zone)
    except (ValueError, OSError, KeyError):
        raise InvalidHours("time_zone", zone) from None
    return zone
