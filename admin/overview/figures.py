"""The figures of the overview: one entry each, made of what is counted by day. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from storage.figures.counters import QUESTIONS
from storage.figures.durations import quantile

Kind = Literal["number", "share", "hours"]
_HOUR = 3600


@dataclass(frozen=True, slots=True)
class OverviewFigure:
    """The counts `of`, added up, or the share that they are of the counts `per`.

    Its name is the text `overview_figure.<key>`, its definition `overview_means.<key>`.
    """

    key: str
    of: tuple[str, ...]
    per: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        """What sort of number it is."""
        return "share" if self.per else "number"

    def value(self, counts: Mapping[str, int]) -> float | None:
        """Return the figure; None for a share of nothing.

        >>> half = OverviewFigure("half", ("a",), ("a", "b"))
        >>> half.value({"a": 1, "b": 1}), half.value({})
        (0.5, None)
        """
        n = sum(counts.get(name, 0) for name in self.of)
        if not self.per:
            return n
        whole = sum(counts.get(name, 0) for name in self.per)
        return n / whole if whole else None


@dataclass(frozen=True, slots=True)
class Quantile(OverviewFigure):
    """The hours that a `share` of the durations did not exceed, of which there are counts by class.

    The count of a class stands under the name of the duration and its number: "by_clock:17".
    """

    share: float = 0.5

    @property
    def kind(self) -> Kind:
        """What sort of number it is."""
        return "hours"

    def value(self, counts: Mapping[str, int]) -> float | None:
        """Return the hours; None without any duration.

        >>> round(Quantile("median", ("by_clock",)).value({"by_clock:43": 2, "by_clock:90": 1, "late": 9}), 2)
        0.96
        """
        split = [(name.partition(":"), n) for name, n in counts.items()]
        found = quantile({int(number): n for (name, _, number), n in split if name in self.of and number}, self.share)
        return None if found is None else found / _HOUR


FIGURES: Final[tuple[OverviewFigure, ...]] = (
    OverviewFigure("questions", QUESTIONS),
    OverviewFigure("automation", ("answered",), QUESTIONS),
    OverviewFigure("right", ("judged_right",), ("judged",)),
    OverviewFigure("audited", ("audited_right",), ("audited",)),
    OverviewFigure("deferral", ("deferred",), QUESTIONS),
    OverviewFigure("asked_back", ("asked_back",), QUESTIONS),
    OverviewFigure("outside", ("outside",), ("timed",)),
    OverviewFigure("unfound", ("unfound",), ("searched",)),
    Quantile("response", ("in_office",)),
    Quantile("response_p90", ("in_office",), share=0.9),
    Quantile("by_clock", ("by_clock",)),
    Quantile("by_clock_p90", ("by_clock",), share=0.9),
    OverviewFigure("late", ("late",), ("limited",)),
    OverviewFigure("satisfied", ("satisfied",), ("rated",)),
)
"""A new figure is a new entry here, its two texts, and a counter in `storage/figures` for what it is made of."""
AUTOMATION: Final = FIGURES[1]
NAMES: Final = tuple(sorted({name for f in FIGURES if f.kind != "hours" for name in (*f.of, *f.per)}))
"""The counts that all of them are made of, but for those of durations."""
