"""A share that changes with a number of examples: the learning curve, learning over time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from evaluation.html_report.axes import Axis, axis, frame
from evaluation.html_report.figure import ReportFigure, Table
from evaluation.html_report.interval_plot import interval_text
from evaluation.html_report.language import Language
from evaluation.html_report.svg import ACCENT, FONT_SIZE, MARKS, label, line, mark, path, picture

Interval = Mapping[str, float | None]
_WIDTH: Final = 680
_HEIGHT: Final = 360
_DASHES: Final = (None, "7 4", "2 4", "9 3 2 3")


@dataclass(frozen=True, slots=True)
class CurveSeries:
    """A named line: for each number of examples a share with its interval."""

    name: str
    points: Sequence[tuple[float, Interval]]


def curve_plot(
    name: str, title: str, x_title: str, y_title: str, series: Sequence[CurveSeries], caption: str, language: Language
) -> ReportFigure:
    """Draw the lines over the number of examples, each with its own mark and dash."""
    sizes = [x for one in series for x, _ in one.points]
    shares = [share for one in series for _, found in one.points for share in found.values() if share is not None]
    x = axis(0, max(sizes), 80, 600, x_title, language.number)
    y = axis(min([0.5, *shares]), 1, 300, 20, y_title, language.percent)
    parts = frame(x, y)
    for place, one in enumerate(series):
        parts += _drawn(one, place, x, y)
    if len(series) > 1:
        parts += _names(series, x, y)
    rows = tuple(
        (language.number(size), *(interval_text(dict(one.points).get(size, _NOTHING), language) for one in series))
        for size in sorted(set(sizes))
    )
    table = Table(title, (x_title, *(one.name for one in series)), rows)
    return ReportFigure(picture(_WIDTH, _HEIGHT, name, title, caption, parts), caption, table)


_NOTHING: Final[Interval] = {"mean": None, "low": None, "high": None}


def _drawn(one: CurveSeries, place: int, x: Axis, y: Axis) -> list[Element]:
    points = [
        (x.scale.at(size), found, y.scale.at(found["mean"])) for size, found in one.points if found["mean"] is not None
    ]
    parts: list[Element] = [path([(px, py) for px, _, py in points], dash=_DASHES[place % len(_DASHES)])]
    for px, found, py in points:
        if found["low"] is not None and found["high"] is not None:
            ends = y.scale.at(found["low"]), y.scale.at(found["high"])
            parts.append(line(px, ends[0], px, ends[1], stroke=ACCENT, width=1.5))
            parts += [line(px - 4, end, px + 4, end, stroke=ACCENT, width=1.5) for end in ends]
        parts.append(mark(MARKS[place % len(MARKS)], px, py))
    return parts


def _names(series: Sequence[CurveSeries], x: Axis, y: Axis) -> Iterator[Element]:
    """Yield the name of each line beside its last mark, names that would touch one below the other."""
    ends = [(y.scale.at(one.points[-1][1]["mean"] or y.scale.low), one) for one in series if one.points]
    free = 0.0
    for at, one in sorted(ends, key=lambda end: end[0]):
        free = max(at, free + FONT_SIZE + 3)
        yield label(x.scale.at(one.points[-1][0]) + 10, free + 4, one.name)
