"""Marks with their intervals in rows: scores per setting, engines side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from evaluation.html_report.figure import ReportFigure, Table
from evaluation.html_report.language import UNKNOWN, Language
from evaluation.html_report.svg import ACCENT, FAINT, INK, MARKS, label, line, mark, picture

Interval = Mapping[str, float | None]
"""{mean, low, high}, each None where it is not known."""

_WIDTH: Final = 680
_LEFT: Final = 190
_RIGHT: Final = 655
_STEP: Final = 20
_LONGEST: Final = 24
_TICKS: Final = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """A named row with one interval for each series."""

    name: str
    intervals: Sequence[Interval]


def interval_plot(
    name: str, title: str, series: Sequence[str], rows: Sequence[IntervalRow], caption: str, language: Language
) -> ReportFigure:
    """Draw shares from 0 to 1; each series has a mark of its own, which the legend on top names."""
    top, gap = 24 + 20 * len(series), _STEP * len(series) + 18
    bottom = top + gap * len(rows)
    parts = [*_legend(series), *_grid(top, bottom, language)]
    for place, row in enumerate(rows):
        parts += _row(row, top + gap * place, gap)
    table = Table(title, ("", *series), tuple(_cells(row, language) for row in rows))
    return ReportFigure(picture(_WIDTH, bottom + 30, name, title, caption, parts), caption, table)


def interval_text(found: Interval, language: Language) -> str:
    """Return "72.0% (70.1% to 74.0%)", without the brackets where the ends are not known, a dash without a mean."""
    mean, low, high = found["mean"], found["low"], found["high"]
    if mean is None:
        return UNKNOWN
    if low is None or high is None:
        return language.percent(mean, 1)
    blanks = {"mean": language.percent(mean, 1), "low": language.percent(low, 1), "high": language.percent(high, 1)}
    return language.say("html_interval", **blanks)


def _legend(series: Sequence[str]) -> Iterator[Element]:
    for place, shown in enumerate(series):
        yield mark(MARKS[place % len(MARKS)], _LEFT + 6, 16 + 20 * place)
        yield label(_LEFT + 20, 20 + 20 * place, shown)


def _grid(top: float, bottom: float, language: Language) -> Iterator[Element]:
    for tick in _TICKS:
        yield line(_at(tick), top, _at(tick), bottom, stroke=FAINT)
        yield label(_at(tick), bottom + 20, language.percent(tick), anchor="middle")
    yield line(_LEFT, bottom, _RIGHT, bottom, stroke=INK)


def _row(row: IntervalRow, top: float, gap: float) -> Iterator[Element]:
    yield label(_LEFT - 12, top + gap / 2 + 4, _shortened(row.name), anchor="end")
    for place, found in enumerate(row.intervals):
        y = top + 9 + _STEP * (place + 0.5)
        mean, low, high = found["mean"], found["low"], found["high"]
        if low is not None and high is not None:
            yield line(_at(low), y, _at(high), y, stroke=ACCENT, width=2)
            yield from (line(_at(end), y - 5, _at(end), y + 5, stroke=ACCENT, width=2) for end in (low, high))
        if mean is not None:
            yield mark(MARKS[place % len(MARKS)], _at(mean), y)


def _shortened(name: str) -> str:
    """The table beside the plot has the whole name."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _at(share: float) -> float:
    return _LEFT + share * (_RIGHT - _LEFT)


def _cells(row: IntervalRow, language: Language) -> tuple[str, ...]:
    return (row.name, *(interval_text(found, language) for found in row.intervals))
