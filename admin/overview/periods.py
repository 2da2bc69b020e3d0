"""Days, weeks and months: which one a day belongs to, and those that end today. Pure."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final, Literal, get_args

Step = Literal["day", "week", "month"]
STEPS: Final[tuple[Step, ...]] = get_args(Step)
SHOWN: Final[dict[Step, int]] = {"day": 30, "week": 26, "month": 24}
"""So many of them are shown."""


def period_of(day: str, step: Step) -> str:
    """Return the period that a day is in: the day itself, the week's Monday, or the month.

    >>> [period_of("2026-03-05", step) for step in STEPS]
    ['2026-03-05', '2026-03-02', '2026-03']
    """
    if step == "day":
        return day
    if step == "month":
        return day[:7]
    its = date.fromisoformat(day)
    return (its - timedelta(days=its.weekday())).isoformat()


def before(period: str, step: Step) -> str:
    """Return the period before.

    >>> before("2026-01", "month"), before("2026-03-02", "week"), before("2026-03-01", "day")
    ('2025-12', '2026-02-23', '2026-02-28')
    """
    return period_of((date.fromisoformat(first_day_of(period)) - timedelta(days=1)).isoformat(), step)


def first_day_of(period: str) -> str:
    """Return the date that a period begins with.

    >>> first_day_of("2026-03"), first_day_of("2026-03-02")
    ('2026-03-01', '2026-03-02')
    """
    return period if len(period) > 7 else f"{period}-01"


def periods(today: str, step: Step, number: int) -> list[str]:
    """Return so many periods, the oldest first; the last one holds today.

    >>> periods("2026-03-05", "week", 2)
    ['2026-02-23', '2026-03-02']
    """
    found = [period_of(today, step)]
    while len(found) < number:
        found.append(before(found[-1], step))
    return found[::-1]
