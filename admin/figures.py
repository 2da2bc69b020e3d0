"""The figures above the queue."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from admin.handover import is_unanswered
from admin.visit import Seat
from storage import Connection, conversations, dataset, reviews

DAYS = 30
# As many as a glance needs: a company with more questions sees the rate of its newest ones.
_QUESTIONS = 1000
_WAITING = 100


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts, and the share of questions of the last days that the bot answered itself (None: there were none)."""

    pending: int
    waiting: int
    automation: float | None
    examples: int
    categories: int


async def figures(seat: Seat) -> Figures:
    """Count for the seat's company."""
    since = seat.desk.now() - timedelta(days=DAYS)
    return await seat.read(lambda conn: _count(conn, seat.company.id, since))


def _count(conn: Connection, company_id: int, since: datetime) -> Figures:
    known = dataset.categories(conn, company_id)
    return Figures(
        pending=reviews.counts(conn, company_id)["pending"],
        waiting=len(conversations.recent(conn, company_id, status="waiting", limit=_WAITING)),
        automation=automation_rate(conn, company_id, since),
        examples=sum(category.examples for category in known),
        categories=len(known),
    )


def automation_rate(conn: Connection, company_id: int, since: datetime) -> float | None:
    """Return the share in [0, 1] of questions since then that went to no person."""
    recent = reviews.queue(conn, company_id, status=None, limit=_QUESTIONS)
    answered = [not is_unanswered(review.decision) for review in recent if review.decision.created >= since]
    return sum(answered) / len(answered) if answered else None
