"""Going anywhere in the desk by typing: its pages, conversations that say the words, categories."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from admin.forms import clean
from admin.inbox.lists import FoundExcerpt, found_in
from admin.name_search import FAR, nearness
from admin.pages import render
from admin.texts import Say
from admin.visit import Seat, seat_of
from storage import Connection
from storage.conversations import inbox
from storage.conversations.inbox import WantedConversations
from storage.dataset import categories, category_titles
from texts.cleaning import one_line

PLACES = {
    "nav.overview": "/admin/",
    "nav.queue": "/admin/reviews",
    "nav.conversations": "/admin/conversations",
    "replies.title": "/admin/replies",
    "breakdowns.title": "/admin/breakdowns",
    "nav.dataset": "/admin/dataset",
    "answers.title": "/admin/dataset/answers",
    "lint.title": "/admin/dataset/answers/check",
    "topics.title": "/admin/dataset/topics",
    "try.title": "/admin/dataset/try",
    "nav.openings": "/admin/openings",
    "nav.models": "/admin/models",
    "nav.scores": "/admin/scores",
    "nav.users": "/admin/users",
    "nav.settings": "/admin/settings",
    "nav.audit": "/admin/audit",
}
"""The main pages by the texts that name them."""
DEEPER = {
    "import.title": "/admin/dataset/import",
    "export.title": "/admin/dataset/export/formats",
    "check.title": "/admin/dataset/check",
    "pairs.title": "/admin/dataset/pairs",
    "golden.title": "/admin/dataset/golden",
    "feeds.title": "/admin/openings/feeds",
    "searches.title": "/admin/openings/searches",
    "synonyms.title": "/admin/openings/synonyms",
    "asking.title": "/admin/models/gate",
    "promise.title": "/admin/scores/promise",
    "ratings.title": "/admin/scores/ratings",
    "annotations.title": "/admin/annotations",
    "detectors.title": "/admin/detectors",
    "look.title": "/admin/settings/look",
    "own.answering": "/admin/settings/answering",
    "own.models": "/admin/settings/models",
    "own.alerts": "/admin/settings/alerts",
    "own.privacy": "/admin/settings/privacy",
    "applying.title": "/admin/settings/applications",
    "webhooks.title": "/admin/settings/webhooks",
    "identity.title": "/admin/settings/identity",
    "first_hour.title": "/admin/settings/first-hour",
    "told.by_mail": "/admin/told",
    "password.title": "/admin/password",
}
"""Pages below them, which are offered to who types what they are called."""
MOST = 6
"""Conversations, and categories, that are offered."""
LIMIT = 200


@dataclass(frozen=True, slots=True)
class Goal:
    """Somewhere to go: the `kind` of thing, what it is called, what it says, and where in it the words are said."""

    kind: str
    name: str
    address: str
    said: str = ""
    found: FoundExcerpt | None = None


async def going_page(request: web.Request) -> web.Response:
    """Show where one can go by the words typed; only the list where a page that is open asks for it."""
    seat, words = seat_of(request), one_line(clean(request.query.get("q", "")))[:LIMIT]
    goals = places(seat.say, words)
    if words:
        goals += await seat.read(lambda conn: _found(conn, seat, words))
    return render(request, "going.html", goals=goals, words=words, limit=LIMIT)


def places(say: Say, words: str) -> list[Goal]:
    """Return the pages whose names hold the words, the main ones without any.

    >>> say = Say("en", {key: key.title() for key in PLACES | DEEPER})
    >>> [goal.address for goal in places(say, "SETT")], len(places(say, "")) == len(PLACES)
    (['/admin/settings'], True)
    """
    asked = words.casefold()
    pages = PLACES | DEEPER if asked else PLACES
    return [Goal("page", say(key), address) for key, address in pages.items() if asked in say(key).casefold()]


def _found(conn: Connection, seat: Seat, words: str) -> list[Goal]:
    company = seat.company.id
    known = _called(conn, seat, words)
    talks = inbox.page(conn, company, WantedConversations("all", words=words), seat.desk.now(), limit=MOST)
    said = inbox.last_said(conn, company, [each.id for each in talks])
    found = found_in(conn, company, talks, words)
    return [
        *(Goal("category", seat.say.named(name), f"/admin/dataset/categories/{id_}") for name, id_ in known[:MOST]),
        *(
            Goal(
                "conversation",
                seat.say("conversations.number", number=each.id),
                f"/admin/conversations/{each.id}",
                said[each.id].text if each.id in said else "",
                found.get(each.id),
            )
            for each in talks
        ),
    ]


def _called(conn: Connection, seat: Seat, words: str) -> list[tuple[str, int]]:
    """The categories whose names hold the words, the nearest first, by name and number."""
    names = category_titles.every_name(conn, seat.company.id)
    known = sorted(categories.numbers(conn, seat.company.id).items(), key=lambda each: seat.say.place(each[0]))
    near = {id_: nearness(words, (seat.say.named(name), *names.get(id_, ()))) for name, id_ in known}
    return sorted((each for each in known if near[each[1]] < FAR), key=lambda each: near[each[1]])


ROUTES = [web.get("/go", going_page)]
