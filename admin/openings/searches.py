"""What candidates looked for and did not find, and subscriptions in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from aiohttp import web

from admin.pages import render
from admin.visit import Seat, seat_of
from storage import Connection
from storage.openings import search_log
from storage.openings.search_log import Unfound
from storage.outbox import outbox
from storage.subscriptions import subscriptions

PERIODS = (30, 90)
"""Days that may be looked back over."""

MOST = 5000
LONGEST = 25
TOP = 10


@dataclass(frozen=True, slots=True)
class Missed:
    """The names of what was searched for in vain (none: anything, anywhere), and how often."""

    professions: tuple[str, ...]
    cities: tuple[str, ...]
    searches: int


@dataclass(frozen=True, slots=True)
class Demand:
    """How many searches there were, how many in vain, and what those wanted: together, by profession, by city.

    A search for two professions counts for each of them.
    """

    searches: int
    in_vain: int
    missed: Sequence[Missed]
    professions: Sequence[tuple[str | None, int]]
    cities: Sequence[tuple[str | None, int]]


@dataclass(frozen=True, slots=True)
class SubscriptionCounts:
    """Subscriptions by status, and mails with openings by what became of them."""

    by_status: dict[subscriptions.Status, int]
    mails: dict[outbox.DeliveryOutcome, int]


async def searches_page(request: web.Request) -> web.Response:
    """Show what was missed in the last `days`, and how many subscribe."""
    seat = seat_of(request)
    days = next((each for each in PERIODS if str(each) == request.query.get("days")), PERIODS[0])
    demand, subscribers = await seat.read(lambda conn: (_demand(conn, seat, days), _subscribers(conn, seat.company.id)))
    return render(request, "openings/searches.html", days=days, periods=PERIODS, demand=demand, subscribers=subscribers)


def _demand(conn: Connection, seat: Seat, days: int) -> Demand:
    since, company_id = seat.desk.now() - timedelta(days=days), seat.company.id
    found = search_log.unfound(conn, company_id, since, limit=MOST)
    missed = [_named(each, seat) for each in found]
    return Demand(
        *search_log.total(conn, company_id, since),
        missed[:LONGEST],
        _top((each.professions, each.searches) for each in missed),
        _top((each.cities, each.searches) for each in missed),
    )


def _named(each: Unfound, seat: Seat) -> Missed:
    known, language = seat.desk.openings, seat.say.language
    return Missed(known.professions(each.profession, language), known.places(each.city, language), each.searches)


def _top(counted: Iterable[tuple[tuple[str, ...], int]]) -> list[tuple[str | None, int]]:
    times: Counter[str | None] = Counter()
    for names, searches in counted:
        for wanted in names or (None,):
            times[wanted] += searches
    return times.most_common(TOP)


def _subscribers(conn: Connection, company_id: int) -> SubscriptionCounts:
    mails: Counter[outbox.DeliveryOutcome] = Counter()
    for (kind, outcome), number in outbox.counts(conn, company_id).items():
        if kind == "openings":
            mails[outcome] += number
    return SubscriptionCounts(subscriptions.counts(conn, company_id), dict(mails))


ROUTES = [web.get("/openings/searches", searches_page)]
