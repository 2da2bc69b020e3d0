"""Where the marks of a plot stand; the templates draw them, so that they follow the desk's colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from evaluation.html_report.axes import Scale, axis

LEFT: Final = 56
RIGHT: Final = 700
TOP: Final = 12
BOTTOM: Final = 260
_DATES: Final = 6

Accuracy = tuple[float | None, float | None, float | None]
"""Mean, low and high; None where it is not known."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A point; the interval runs from `low` to `high`, both None without one."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class RatingSeries:
    """A named series; `place` in the legend chooses its mark and its dashes."""

    name: str
    place: int
    marks: Sequence[Mark]

    @property
    def points(self) -> str:
        """The line through the marks, as SVG writes it."""
        return " ".join(f"{mark.x:.1f},{mark.y:.1f}" for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Plot:
    """Ticks and events are (pixel, text); `diagonal` is the line of equal values (x1, y1, x2, y2)."""

    series: Sequence[RatingSeries]
    x_ticks: Sequence[tuple[float, str]]
    y_ticks: Sequence[tuple[float, str]]
    diagonal: tuple[float, float, float, float] | None = None
    events: Sequence[tuple[float, str]] = ()


def curve(
    dates: Sequence[str],
    named: Sequence[tuple[str, Sequence[Accuracy]]],
    write: Callable[[float], str],
    *,
    from_zero: bool = False,
    events: Sequence[tuple[float, str]] = (),
) -> Plot:
    """Return the plot of values over nights, one value of each series for each date.

    `events` are (place among the dates, from 0, fractions too; name): upright lines.
    """
    ends = [end for _, values in named for value in values for end in value if end is not None]
    y = axis(0.0 if from_zero else min(ends, default=0.0), max(ends, default=1.0), BOTTOM, TOP, "", write)
    x = Scale(0, max(len(dates) - 1, 1), LEFT + 36, RIGHT - 36)
    series = [
        RatingSeries(
            name, place, [_mark(x.at(night), value, y.scale) for night, value in enumerate(values) if known(value)]
        )
        for place, (name, values) in enumerate(named)
    ]
    every = max(1, -(-len(dates) // _DATES))
    shown = [(x.at(night), date) for night, date in enumerate(dates) if night % every == 0]
    upright = [(x.at(place), name) for place, name in events]
    return Plot(series, shown, [(y.scale.at(tick), write(tick)) for tick in y.ticks], events=upright)


def scatter(named: Sequence[tuple[str, Sequence[tuple[str, float, Accuracy]]]], write: Callable[[float], str]) -> Plot:
    """Return nex-cv's accuracy to the right and the human estimate upwards: (version, accuracy, human) (Figure 5)."""
    values = [end for _, points in named for _, x, human in points for end in (x, *human) if end is not None]
    low, high = min(values, default=0.0), max(values, default=1.0)
    x, y = axis(low, high, LEFT, RIGHT, "", write), axis(low, high, BOTTOM, TOP, "", write)
    series = [
        RatingSeries(
            name, place, [_mark(x.scale.at(at), human, y.scale, label) for label, at, human in points if known(human)]
        )
        for place, (name, points) in enumerate(named)
    ]
    ends = x.scale.low, x.scale.high
    diagonal = (x.scale.at(ends[0]), y.scale.at(ends[0]), x.scale.at(ends[1]), y.scale.at(ends[1]))
    x_ticks, y_ticks = ([(a.scale.at(tick), write(tick)) for tick in a.ticks] for a in (x, y))
    return Plot(series, x_ticks, y_ticks, diagonal)


def known(value: Accuracy) -> bool:
    """Tell whether there is a value to draw."""
    return value[0] is not None


def _mark(x: float, value: Accuracy, scale: Scale, label: str = "") -> Mark:
    mean, low, high = value
    assert mean is not None
    if low is None or high is None:
        return Mark(x, scale.at(mean), label=label)
    return Mark(x, scale.at(mean), scale.at(low), scale.at(high), label)
