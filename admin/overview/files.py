"""The figures as tables for files: every figure, and the counts that they are made of."""

from __future__ import annotations

from collections.abc import Iterator

from aiohttp import web

from admin.overview.figures import FIGURES, NAMES, OverviewFigure
from admin.overview.reading import Read
from admin.overview.words import changes
from admin.texts import Say
from admin.xlsx_files import as_workbook
from evaluation.formats.workbook import WorkbookSheet

_DIGITS = 4


def header(say: Say) -> list[str]:
    """Return the names of the columns: figures, and the counts that they are made of."""
    figures = [_named(say, figure) for figure in FIGURES]
    return [
        say("overview.period"),
        *figures,
        say("overview.changes"),
        *(say(f"overview_count.{name}") for name in NAMES),
    ]


def _named(say: Say, figure: OverviewFigure) -> str:
    name = say(f"overview_figure.{figure.key}")
    return say("overview.in_hours", name=name) if figure.kind == "hours" else name


def rows(say: Say, found: Read) -> Iterator[list[object]]:
    """Yield a row a period, the oldest first; a share is a number in [0, 1], a duration is in hours; empty: none."""
    for period in found.periods:
        values = [figure.value(period.counts) for figure in FIGURES]
        figures = ["" if value is None else round(value, _DIGITS) for value in values]
        changed = say.listed(changes(say, period))
        yield [period.name, *figures, changed, *(period.counts.get(name, 0) for name in NAMES)]


def workbook(say: Say, found: Read, name: str) -> web.Response:
    """Return the response that saves all of it as a workbook of three sheets."""
    shares = {place for place, figure in enumerate(FIGURES, 1) if figure.kind == "share"}
    asked = say("overview_figure.questions")
    sheets = [
        WorkbookSheet(say("overview.title"), header(say), list(rows(say, found)), shares),
        WorkbookSheet(
            say("overview.languages"), [say("overview.language"), asked], [list(each) for each in found.languages]
        ),
        WorkbookSheet(
            say("overview.topics"), [say("overview.topic"), asked], [[say.named(topic), n] for topic, n in found.topics]
        ),
    ]
    return as_workbook(sheets, name)
