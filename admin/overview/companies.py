"""All companies of an operator on one page: who waits, and the main figures of the last days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from aiohttp import web

from admin.company import must_be_operator
from admin.desk import DESK
from admin.overview.figures import FIGURES, OverviewFigure
from admin.overview.periods import SHOWN
from admin.overview.reading import lately
from admin.overview.waiting import blocked
from admin.overview.words import in_words
from admin.pages import render
from admin.texts import Say
from admin.visit import SAY
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations import inbox
from storage.conversations.inbox import WaitingCounts
from storage.reviews import review_groups

_MAIN: Final = ("questions", "automation", "right", "deferral")
MAIN: Final[tuple[OverviewFigure, ...]] = tuple(figure for figure in FIGURES if figure.key in _MAIN)
"""The figures that are shown of each company."""


@dataclass(frozen=True, slots=True)
class CompanyRow:
    """A company, who waits there, how many questions are to be reviewed, models that did not go live, and figures."""

    company: Company
    talks: WaitingCounts
    pending: int
    blocked: Sequence[str]
    figures: Sequence[str]


async def companies_page(request: web.Request) -> web.Response:
    """Show every company to an operator, those where somebody has waited too long first."""
    must_be_operator(request)
    desk, say = request.app[DESK], request[SAY]
    rows = await desk.database.read(lambda conn: _rows(conn, say, desk.now()))
    return render(request, "overview/companies.html", rows=rows, figures=MAIN, days=SHOWN["day"])


def _rows(conn: Connection, say: Say, now: datetime) -> list[CompanyRow]:
    rows = [_row(conn, say, company, now) for company in companies.all_companies(conn)]
    return sorted(rows, key=lambda row: (-row.talks.urgent, -row.talks.overdue, row.company.name.casefold()))


def _row(conn: Connection, say: Say, company: Company, now: datetime) -> CompanyRow:
    counts = lately(conn, company, now)
    return CompanyRow(
        company,
        inbox.counts(conn, company.id, 0, now, company.overdue_since(now)),
        review_groups.count(conn, company.id, questions_only=True),
        [version.name for version in blocked(conn, company.id)],
        [in_words(say, figure, counts) for figure in MAIN],
    )


ROUTES = [web.get("/companies", companies_page)]
