"""The page of the topics that nobody answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from aiohttp import web

from admin.dataset.pages import chosen_language
from admin.forms import ANSWER_LIMIT, NAME_LIMIT
from admin.newest import Newest
from admin.pages import render
from admin.visit import is_fragment, query_number, seat_of
from storage import Connection
from storage.dataset import categories, example_lists
from storage.reviews import unanswered_questions
from training.aside import aside
from training.topics import RepeatedQuestion, UncoveredTopic, topics

DAYS: Final = 90
"""How far back is looked."""
MOST: Final = 5000
"""How many questions are read at most, the newest."""
SHOWN: Final = 12
"""Questions of a topic that are shown at first."""
AT_ONCE: Final = 25
"""Topics on a page; a link leads to those that were asked about less."""
TOPICS: web.AppKey[Newest[list[UncoveredTopic]]] = web.AppKey("TOPICS")


@dataclass(frozen=True, slots=True)
class Data:
    """The questions that nobody answers, newest first, those that are answered, and the names that are taken."""

    asked: Sequence[RepeatedQuestion]
    known: Sequence[str]
    taken: frozenset[str]


async def topics_page(request: web.Request) -> web.Response:
    """Show the topics of one language; while they are looked for, the page asks again and is told to wait."""
    seat, language = seat_of(request), chosen_language(request, seat_of(request))
    now = seat.desk.now()
    since = now - timedelta(days=DAYS)
    reviews = await seat.read(lambda conn: unanswered_questions.numbers(conn, seat.company.id, language, since, MOST))

    async def find() -> list[UncoveredTopic]:
        read = await seat.read(lambda conn: _read(conn, seat.company.id, language, since))
        return await aside(topics, read.asked, read.known, language, now - timedelta(days=DAYS / 2), read.taken)

    key, state = (seat.company.id, language), (seat.company.dataset_revision, hash(reviews))
    found = request.app[TOPICS].look(key, state, find, again=not is_fragment(request))
    if found.is_running and is_fragment(request):
        return web.Response(status=204)
    every, skip = standing(found.value or (), reviews), query_number(request, "skip") or 0
    return render(
        request,
        "topics/topics.html",
        language=language,
        found=found,
        topics=every[skip : skip + AT_ONCE],
        n=len(every),
        skip=skip,
        at_once=AT_ONCE,
        asked=len(reviews),
        days=DAYS,
        shown=SHOWN,
        name_limit=NAME_LIMIT,
        answer_limit=ANSWER_LIMIT,
    )


def _read(conn: Connection, company_id: int, language: str, since: datetime) -> Data:
    rows = unanswered_questions.unanswered(conn, company_id, language, since, MOST)
    asked = [
        RepeatedQuestion(row.text, (row.review,), (row.asked,), (row.by_hand,) if row.by_hand else ()) for row in rows
    ]
    known = [text for _, text, _ in example_lists.texts(conn, company_id, language)]
    return Data(asked, known, frozenset(categories.names(conn, company_id)))


def standing(found: Sequence[UncoveredTopic], reviews: Sequence[int]) -> list[UncoveredTopic]:
    """Return the topics none of whose questions has found a category since."""
    open_ones = set(reviews)
    return [topic for topic in found if all(open_ones.issuperset(each.reviews) for each in topic.questions)]


ROUTES = [web.get("/dataset/topics", topics_page)]
