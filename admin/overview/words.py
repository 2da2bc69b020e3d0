"""Figures and what changed, as people read it."""

from __future__ import annotations

from collections.abc import Mapping

from admin.overview.figures import Figure
from admin.overview.reading import Period
from admin.texts import Say


def in_words(say: Say, figure: Figure, counts: Mapping[str, int]) -> str:
    """Return a figure in words."""
    value = figure.value(counts)
    if value is None:
        return say("overview.nothing")
    return say.percent(value) if figure.kind == "share" else say.number(value)


def changes(say: Say, period: Period) -> list[str]:
    """Return the versions that went live in a period and the imports made in it."""
    went_live = [say("overview.went_live", version=name) for name in period.went_live]
    return [*went_live, *(say("overview.imported", n=n) for n in period.imported)]
