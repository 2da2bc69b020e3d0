"""Which nex-cv setting foretold best what people then said of the answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

FEWEST: Final = 10
"""A week with fewer judged questions says nothing about a forecast."""

Setting = tuple[int, float]
"""K and P of nex-cv: min_category_size and other_min_prop."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a setting foretold: `accuracy`, (T + TO) / all, and `precision`, T / (T + F); None without an answer."""

    min_category_size: int
    other_min_prop: float
    accuracy: float
    precision: float | None

    @property
    def setting(self) -> Setting:
        """K and P."""
        return self.min_category_size, self.other_min_prop


@dataclass(frozen=True, slots=True)
class Tally:
    """So many were judged, and so many of them right."""

    judged: int
    right: int

    @property
    def share(self) -> float | None:
        """The share that was right, in [0, 1]; None when fewer than `FEWEST` were judged."""
        return self.right / self.judged if self.judged >= FEWEST else None


@dataclass(frozen=True, slots=True)
class WeekForecast:
    """One week: the forecasts, what reviews found (as accuracy) and what audits of answers found (as precision)."""

    forecasts: tuple[Forecast, ...]
    reviews: Tally
    audits: Tally


@dataclass(frozen=True, slots=True)
class SettingError:
    """How far a setting was off, as the mean over the weeks of the absolute difference; None where nothing compares.

    `weeks` is how many had enough reviews.
    """

    setting: Setting
    weeks: int
    reviews: float | None
    audits: float | None


def forecasts_of(record: Mapping[str, Any] | None) -> tuple[Forecast, ...]:
    """Return what each setting of an evaluation, as nex-cv writes it, foretells; none without a record.

    >>> forecasts_of({"settings": [{"min_category_size": 0, "other_min_prop": 0.0, "accuracy": {"mean": 0.8},
    ...     "confusion": [{"gold": "a", "answered": "a", "count": 3}, {"gold": None, "answered": "a", "count": 1}]}]})
    (Forecast(min_category_size=0, other_min_prop=0.0, accuracy=0.8, precision=0.75),)
    """
    settings = record["settings"] if record else ()
    return tuple(
        Forecast(s["min_category_size"], s["other_min_prop"], s["accuracy"]["mean"], _precision(s))
        for s in settings
        if s["accuracy"]["mean"] is not None
    )


def errors(weeks: Iterable[WeekForecast]) -> list[SettingError]:
    """Return each setting with its errors, the nearest to the reviews first (those without reviews: to the audits)."""
    by_reviews: dict[Setting, list[float]] = defaultdict(list)
    by_audits: dict[Setting, list[float]] = defaultdict(list)
    for week in weeks:
        reviewed, audited = week.reviews.share, week.audits.share
        for each in week.forecasts:
            if reviewed is not None:
                by_reviews[each.setting].append(abs(each.accuracy - reviewed))
            if audited is not None and each.precision is not None:
                by_audits[each.setting].append(abs(each.precision - audited))
    found = [
        SettingError(s, len(by_reviews[s]), _mean(by_reviews[s]), _mean(by_audits[s]))
        for s in by_reviews.keys() | by_audits.keys()
    ]
    return sorted(found, key=lambda one: (_last(one.reviews), _last(one.audits), one.setting))


def _precision(setting: Mapping[str, Any]) -> float | None:
    given = [cell for cell in setting.get("confusion", ()) if cell["answered"] is not None]
    answers = sum(cell["count"] for cell in given)
    return sum(cell["count"] for cell in given if cell["gold"] == cell["answered"]) / answers if answers else None


def _mean(values: list[float]) -> float | None:
    return fmean(values) if values else None


def _last(error: float | None) -> float:
    return 2.0 if error is None else error
