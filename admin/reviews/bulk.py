"""What recruiters send for several questions of the queue at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from aiohttp import web

from admin.errors import DeskError
from admin.pages import done
from admin.reviews import together
from admin.reviews.actions import CHOSEN_LIMIT
from admin.reviews.together import MOST, ReviewVerdict
from admin.visit import FORM, QUEUE, own_page, seat_of
from storage.database.errors import DatasetError


async def judge_many(request: web.Request) -> web.Response:
    """Judge the questions that were ticked."""
    form = request[FORM]
    ids, said = _ticked(form.many("review")), form.text("verdict", 20)
    verdict: ReviewVerdict | None = next((each for each in get_args(ReviewVerdict) if each == said), None)
    if verdict is None:
        raise web.HTTPBadRequest
    category = form.text("category", CHOSEN_LIMIT) if verdict == "correct" else ""
    try:
        made = await seat_of(request).write(lambda conn, actor: together.judge(conn, actor, ids, verdict, category))
    except DatasetError as error:
        raise DeskError("no_words") from error
    back = own_page(form.secret("back")) or QUEUE
    listed = f"judged={','.join(map(str, made.ids))}"
    shown = f"{back}{'&' if '?' in back else '?'}{listed}" if made.ids else back
    raise done(shown, "some_late") if made.late else web.HTTPSeeOther(shown)


async def undo_many(request: web.Request) -> web.Response:
    """Take back the verdict on the questions that were judged together."""
    form = request[FORM]
    ids = _ticked(form.many("review"))
    await seat_of(request).write(lambda conn, actor: together.take_back(conn, actor, ids))
    raise done(own_page(form.secret("back")) or QUEUE, "reviews_undone")


def _ticked(values: Sequence[str]) -> tuple[int, ...]:
    ids = together.numbers(values)
    if not ids:
        raise DeskError("nothing_ticked")
    if len(ids) > MOST:
        raise DeskError("too_many_ticked", n=MOST)
    return ids


ROUTES = [
    web.post("/reviews/bulk", judge_many),
    web.post("/reviews/bulk/undo", undo_many),
]
