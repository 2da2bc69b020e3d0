"""The overview: where the desk begins. What waits, the figures of a stretch of time, and the same as files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import web

from admin.csv_files import as_file
from admin.overview import files
from admin.overview.figures import FIGURES, OverviewFigure
from admin.overview.periods import SHOWN, STEPS, Step
from admin.overview.reading import TOPICS, CountedPeriod, Read, read
from admin.overview.waiting import waiting
from admin.overview.words import in_words, period_in_words
from admin.pages import render
from admin.texts import Say
from admin.visit import Seat, seat_of
from evaluation.formats.delimited import table_text
from storage.conversations import conversations


@dataclass(frozen=True, slots=True)
class Tile:
    """A figure of the whole stretch in words, and of as many periods before."""

    figure: OverviewFigure
    value: str
    before: str


@dataclass(frozen=True, slots=True)
class FigureCell:
    """A figure of one period in words, and as the number that a plot shows (empty: none)."""

    words: str
    number: str


@dataclass(frozen=True, slots=True)
class PeriodRow:
    """A period in words, and what changed in it."""

    period: str
    cells: Sequence[FigureCell]
    changed: CountedPeriod


async def overview_page(request: web.Request) -> web.Response:
    """Show what waits and the figures by day, week or month."""
    seat, step = seat_of(request), _step(request)
    now = seat.desk.now()
    found, waits, has_begun = await seat.read(
        lambda conn: (
            read(conn, seat.company, step, now, SHOWN[step]),
            waiting(conn, seat.company, seat.user, now),
            conversations.any_yet(conn, seat.company.id),
        )
    )
    questions = sum(n for _, n in found.languages)
    figures = _told(found.periods)
    return render(
        request,
        "overview/page.html",
        waits=waits,
        step=step,
        steps=STEPS,
        figures=figures,
        tiles=[_tile(seat.say, figure, found) for figure in FIGURES],
        rows=[_row(seat.say, figures, period, step) for period in found.periods],
        languages=[(language, n, n / questions) for language, n in found.languages],
        topics=found.topics[:TOPICS],
        asked=questions,
        has_begun=has_begun,
    )


def _tile(say: Say, figure: OverviewFigure, found: Read) -> Tile:
    return Tile(figure, in_words(say, figure, found.counts), in_words(say, figure, found.counts_before))


def _told(periods: Sequence[CountedPeriod]) -> list[OverviewFigure]:
    """Return the figures that say something of any period: the table has no columns that are empty."""
    return [figure for figure in FIGURES if any(figure.value(period.counts) is not None for period in periods)]


def _row(say: Say, figures: Sequence[OverviewFigure], period: CountedPeriod, step: Step) -> PeriodRow:
    values = [(figure, figure.value(period.counts)) for figure in figures]
    cells = [
        FigureCell(in_words(say, f, period.counts), "" if value is None else f"{value:.4g}") for f, value in values
    ]
    return PeriodRow(period_in_words(say, period.name, step), cells, period)


def _step(request: web.Request) -> Step:
    given = request.query.get("by")
    return next((step for step in STEPS if step == given), "day")


async def csv_file(request: web.Request) -> web.Response:
    """Send every period there is as a CSV file, the oldest first."""
    seat, step = seat_of(request), _step(request)
    found = await _all(seat, step)
    return as_file(table_text(files.header(seat.say), files.rows(seat.say, found)), _name(seat, step, "csv"))


async def xlsx_file(request: web.Request) -> web.Response:
    """Send the same as a workbook, with the questions by language and by topic."""
    seat, step = seat_of(request), _step(request)
    found = await _all(seat, step)
    return files.workbook(seat.say, found, _name(seat, step, "xlsx"))


async def _all(seat: Seat, step: Step) -> Read:
    return await seat.read(lambda conn: read(conn, seat.company, step, seat.desk.now()))


def _name(seat: Seat, step: Step, ending: str) -> str:
    return f"candor-{seat.company.key}-{step}-{seat.desk.now():%Y-%m-%d}.{ending}"


ROUTES = [
    web.get("/", overview_page),
    web.get("/overview/figures.csv", csv_file),
    web.get("/overview/figures.xlsx", xlsx_file),
]
