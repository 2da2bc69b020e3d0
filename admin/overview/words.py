"""Figures and what changed, as people read it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from admin.overview.figures import OverviewFigure
from admin.overview.periods import Step, first_day_of
from admin.overview.reading import CountedPeriod
from admin.texts import Say


def in_words(say: Say, figure: OverviewFigure, counts: Mapping[str, int]) -> str:
    """Return a figure in words."""
    value = figure.value(counts)
    if value is None:
        return say("overview.nothing")
    if figure.kind == "hours":
        return duration(say, value)
    return say.percent(value) if figure.kind == "share" else say.number(value)


def duration(say: Say, hours: float) -> str:
    """Return a duration in the unit that fits.

    >>> from admin.texts import load_texts
    >>> say = load_texts()["en"]
    >>> [duration(say, hours) for hours in (0.01, 0.5, 1.26, 47, 72)]
    ['< 1 min', '30 min', '1.3 h', '47 h', '3 days']
    """
    if hours < 1 / 60:
        return say("overview.moment")
    if hours < 1:
        return say("overview.minutes", n=round(hours * 60))
    if hours < 48:
        return say("overview.hours", hours=say.number(hours, 1))
    return say("overview.days", n=round(hours / 24))


def period_in_words(say: Say, name: str, step: Step) -> str:
    """Return a day, the first day of a week, or a month as people write it.

    >>> from admin.texts import load_texts
    >>> german = load_texts()["de"]
    >>> period_in_words(german, "2026-03-02", "week"), period_in_words(german, "2026-03", "month")
    ('02.03.2026', 'März 2026')
    """
    day = date.fromisoformat(first_day_of(name))
    return say.month(day) if step == "month" else say.day(day)


def changes(say: Say, period: CountedPeriod) -> list[str]:
    """Return the versions that went live in a period and the imports made in it."""
    went_live = [say("overview.went_live", version=each.name) for each in period.went_live]
    return [*went_live, *(say("overview.imported", n=n) for n in period.imported)]
