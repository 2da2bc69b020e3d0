"""The page of openings: what is on offer and what is closed, found by title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aiohttp import web

from admin.forms import NAME_LIMIT
from admin.openings.known import OpeningsKnowledge
from admin.pages import render
from admin.texts import Say
from admin.visit import query_number, seat_of
from storage import Connection
from storage.openings import opening_feeds, opening_list
from storage.openings.opening_feeds import Feed
from storage.openings.openings import Opening, OpeningStatus, Place
from texts.cleaning import one_line

PAGE = 50
MOST_PAGES = 10_000
PLACES = 3


@dataclass(frozen=True, slots=True)
class OpeningsPage:
    """A page of openings with the feeds that they come from, and how many there are of each status."""

    openings: Sequence[Opening]
    feeds: Mapping[int, Feed]
    counts: Mapping[OpeningStatus, int]


async def list_page(request: web.Request) -> web.Response:
    """Show openings, what changed last first; `status`, `q` (words of the title) and `page` choose which."""
    seat, search = seat_of(request), one_line(request.query.get("q", ""))[:NAME_LIMIT]
    status: OpeningStatus = "closed" if request.query.get("status") == "closed" else "open"
    number = min(max(query_number(request, "page") or 1, 1), MOST_PAGES)
    number, listed = await seat.read(lambda conn: _listed(conn, seat.company.id, status, search, number))
    known = seat.desk.openings
    return render(
        request,
        "openings/list.html",
        listed=listed,
        shown=status,
        search=search,
        number=number,
        pages=pages_of(listed.counts[status]),
        limit=NAME_LIMIT,
        places_of=lambda opening: places_of(opening, known, seat.say),
    )


def places_of(opening: Opening, known: OpeningsKnowledge, say: Say) -> tuple[str, int]:
    """Return the first places of an opening in words, and how many more there are."""
    named = dict.fromkeys(name for place in opening.content.places for name in _names(place, known, say.language))
    return say.listed(list(named)[:PLACES]), max(0, len(named) - PLACES)


def _names(place: Place, known: OpeningsKnowledge, language: str) -> tuple[str, ...]:
    """Return what a place is called: a city as its advertisement has it, as on the cards that candidates see."""
    return (place.city,) if place.city else known.places(place.region or place.country, language)


def _listed(
    conn: Connection, company_id: int, status: OpeningStatus, search: str, number: int
) -> tuple[int, OpeningsPage]:
    """Return a page with its number: the last one, where there are not so many any more."""
    statuses: tuple[OpeningStatus, ...] = ("open", "closed")
    counts = {each: opening_list.count(conn, company_id, each, search) for each in statuses}
    number = max(min(number, pages_of(counts[status])), 1)
    found = opening_list.page(conn, company_id, status, search, limit=PAGE, offset=(number - 1) * PAGE)
    feeds = {feed.id: feed for feed in opening_feeds.of_company(conn, company_id)}
    return number, OpeningsPage(found, feeds, counts)


def pages_of(openings: int) -> int:
    """Return how many pages so many openings take."""
    return -(-openings // PAGE)


ROUTES = [web.get("/openings", list_page)]
