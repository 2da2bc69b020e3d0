"""The figures above the queue."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from aiohttp import web

from admin.overview.figures import AUTOMATION
from admin.overview.reading import lately
from admin.visit import Seat, seat_of
from storage import Connection
from storage.companies import companies
from storage.conversations import inbox, satisfactions
from storage.database.rows import found
from storage.dataset import categories
from storage.reviews import review_groups

DAYS = 30


@dataclass(frozen=True, slots=True)
class DeskFigures:
    """Counts, and the share of questions of the last days that the bot answered itself (None: there were none).

    Of the last days' answers of people, `rated` were judged by their candidates: so many were `satisfied`.
    """

    pending: int
    waiting: int
    automation: float | None
    examples: int
    categories: int
    satisfied: int = 0
    rated: int = 0


async def figures(request: web.Request) -> DeskFigures:
    """Count for the company of the request's seat."""
    seat = seat_of(request)
    return await seat.read(lambda conn: _count(conn, seat))


def _count(conn: Connection, seat: Seat) -> DeskFigures:
    company_id, now = seat.company.id, seat.desk.now()
    found_categories, examples = categories.how_many(conn, company_id)
    satisfied, rated = satisfactions.figure(conn, company_id, now - timedelta(days=DAYS))
    return DeskFigures(
        pending=review_groups.count(conn, company_id, questions_only=True),
        waiting=inbox.counts(conn, company_id, seat.user.id, now).waiting,
        automation=automation_rate(conn, company_id, now),
        examples=examples,
        categories=found_categories,
        satisfied=satisfied,
        rated=rated,
    )


def automation_rate(conn: Connection, company_id: int, now: datetime, days: int = DAYS) -> float | None:
    """Return the share in [0, 1] of the last days' questions that went to no person; None without any.

    A question that the bot asked back about counts as not answered until the candidate has chosen.
    """
    company = found(companies.by_id(conn, company_id), "company")
    return AUTOMATION.value(lately(conn, company, now, days))
