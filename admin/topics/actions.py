"""Making a topic that nobody answers a category: its questions become examples, an answer may come with it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from aiohttp import web

from admin.actor import Actor
from admin.dataset import edits
from admin.dataset.actions import language_in
from admin.dataset.answer_form import checked
from admin.dataset.answers import write
from admin.errors import DeskError
from admin.forms import ANSWER_LIMIT, NAME_LIMIT
from admin.pages import done
from admin.reviews import together, verdicts
from admin.visit import FORM, seat_of
from storage import Connection
from storage.answers.answers import Answer
from storage.database.errors import DatasetError
from storage.reviews import reviews
from texts.cleaning import one_line

MOST = 1000
"""How many reviews one topic closes at most."""


@dataclass(frozen=True, slots=True)
class TopicMade:
    """The category that a topic became, and how many of its questions a colleague had put elsewhere before."""

    category_id: int
    late: int


async def make(request: web.Request) -> web.Response:
    """Make the ticked questions of a topic a category, or add them to one that is there."""
    seat, form = seat_of(request), request[FORM]
    name, language = one_line(form.text("name", NAME_LIMIT)), language_in(form, seat)
    answer = form.text("answer", ANSWER_LIMIT, required=False)
    ids = together.numbers([id_ for listed in form.many("questions") for id_ in listed.split(",")])
    if not ids:
        raise DeskError("nothing_ticked")
    if len(ids) > MOST:
        raise DeskError("too_many_ticked", n=MOST)
    try:
        made = await seat.write(lambda conn, actor: make_category(conn, actor, name, language, ids, answer))
    except DatasetError as error:
        raise DeskError("no_words") from error
    page = f"/admin/dataset/categories/{made.category_id}?language={language}"
    raise done(page, "some_late" if made.late else "topic_made")


def make_category(
    conn: Connection, actor: Actor, name: str, language: str, review_ids: Collection[int], answer: str
) -> TopicMade:
    """Make a category of the questions of these reviews, which are corrected into it.

    Nothing is sent to candidates; each step stands in the history and can be undone there. Raises DeskError where the
    name is taken, NotFound.
    """
    category = edits.add_category(conn, actor, name)
    if answer:
        write(conn, actor, checked(Answer(category.name, language, answer)))
    late = [id_ for id_ in review_ids if not _put_into(conn, actor, id_, category.name)]
    return TopicMade(category.id, len(late))


def _put_into(conn: Connection, actor: Actor, review_id: int, category: str) -> bool:
    """Correct a review into a category, and tell whether it is there; one that found another meanwhile stays there.

    One that was dismissed or answered by hand is opened for it. What says the same and was met alike went along with
    the first of them.
    """
    review = reviews.get(conn, actor.company_id, review_id)
    if review.category is not None or review.status == "confirmed":
        return review.category == category
    if review.status != "pending":
        verdicts.undo(conn, actor, review_id)
    verdicts.correct(conn, actor, review_id, category)
    return True


ROUTES = [web.post("/dataset/topics", make)]
