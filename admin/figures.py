"""The figures above the queue."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from aiohttp import web

from admin.unanswered import Bank
from admin.visit import Seat, seat_of
from storage import Connection, dataset, inbox, review_groups, reviews, satisfactions

DAYS = 30
# As many as a glance needs: a company with more questions sees the rate of its newest ones.
_QUESTIONS = 1000
_REMEMBERED = timedelta(minutes=1)

Rates: TypeAlias = dict[int, tuple[datetime, float | None]]
RATES: web.AppKey[Rates] = web.AppKey("RATES")
"""The automation rate by company id, and when it was counted."""


@dataclass(frozen=True, slots=True)
class Figures:
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


async def figures(request: web.Request) -> Figures:
    """Count for the company of the request's seat."""
    seat = seat_of(request)
    counted = await seat.read(lambda conn: _count(conn, seat))
    return replace(counted, automation=await _remembered_rate(seat, request.app[RATES]))


async def _remembered_rate(seat: Seat, rates: Rates) -> float | None:
    # Reads many rows and changes slowly, while the figures are fetched anew after every verdict.
    now, known = seat.desk.now(), rates.get(seat.company.id)
    if known is None or now - known[0] > _REMEMBERED:
        since = now - timedelta(days=DAYS)
        known = now, await seat.read(lambda conn: automation_rate(conn, seat.company.id, since))
        rates[seat.company.id] = known
    return known[1]


def _count(conn: Connection, seat: Seat) -> Figures:
    company_id = seat.company.id
    known = dataset.categories(conn, company_id)
    satisfied, rated = satisfactions.figure(conn, company_id, seat.desk.now() - timedelta(days=DAYS))
    return Figures(
        pending=review_groups.count(conn, company_id, questions_only=True),
        waiting=inbox.counts(conn, seat.company.id, seat.user.id, seat.desk.now()).waiting,
        automation=None,
        examples=sum(category.examples for category in known),
        categories=len(known),
        satisfied=satisfied,
        rated=rated,
    )


def automation_rate(conn: Connection, company_id: int, since: datetime) -> float | None:
    """Return the share in [0, 1] of the newest questions since then that went to no person; None without any.

    A question that the bot asked back about counts once the candidate has chosen, by what came of it.
    """
    newest = reviews.queue(conn, company_id, status=None, limit=_QUESTIONS)
    bank = Bank.of(conn, company_id)
    settled = [r.decision for r in newest if r.decision.created >= since and r.decision.kind != "clarify"]
    answered = [not bank.leaves_unanswered(decision) for decision in settled]
    return sum(answered) / len(answered) if answered else None
