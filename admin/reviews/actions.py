"""What recruiters send from the review queue."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import ANSWER_LIMIT, NAME_LIMIT, QUESTION_LIMIT, ROW_DIGITS, row_number
from admin.pages import done, render
from admin.reviews import verdicts
from admin.reviews.pages import AnswerForm, show_answer_form, shown_item
from admin.visit import FORM, QUEUE, is_fragment, path_id, seat_of
from storage import Connection
from storage.database.errors import AlreadyReviewed, DatasetError
from texts.cleaning import one_line

# A category's name may be longer than what the desk lets people type: imports bring their own.
CHOSEN_LIMIT = 200


async def confirm(request: web.Request) -> web.Response:
    """The guess was right; where its answer is not the one that was shown, it is shown and nothing is done."""
    review_id, send, taught, seen = path_id(request), request[FORM].flag("send"), _taught(request), _seen(request)
    try:
        return await _judge(
            request, lambda conn, actor: verdicts.confirm(conn, actor, review_id, send=send, taught=taught, seen=seen)
        )
    except verdicts.AnswerStandsError as error:
        if not is_fragment(request):
            raise _changed(error) from error
        item = await shown_item(request)
        return render(request, "reviews/one.html", status=409, item=item, late=False, changed=True)


async def correct(request: web.Request) -> web.Response:
    """Another category was right."""
    review_id, form = path_id(request), request[FORM]
    category, send = form.text("category", CHOSEN_LIMIT), form.flag("send")
    answer, taught = form.text("answer", ANSWER_LIMIT, required=False), _taught(request)
    seen = _seen(request)
    try:
        return await _judge(
            request,
            lambda conn, actor: verdicts.correct(
                conn, actor, review_id, category, answer=answer, send=send, taught=taught, seen=seen
            ),
        )
    except verdicts.AnswerStandsError as error:
        raise _changed(error) from error


async def correct_to_new(request: web.Request) -> web.Response:
    """A new category is needed."""
    review_id, form, send = path_id(request), request[FORM], request[FORM].flag("send")
    name, answer = one_line(form.text("name", NAME_LIMIT)), form.text("answer", ANSWER_LIMIT, required=send)
    taught = _taught(request)
    return await _judge(
        request,
        lambda conn, actor: verdicts.correct_to_new(conn, actor, review_id, name, answer, send=send, taught=taught),
    )


async def answer(request: web.Request) -> web.Response:
    """The recruiter answers in their own words."""
    review_id, form = path_id(request), request[FORM]
    text, replaces = form.text("reply", ANSWER_LIMIT), form.number("replaces")
    save_as = one_line(form.text("save_as", CHOSEN_LIMIT, required=False))
    say, taught = seat_of(request).say, _taught(request)
    try:
        return await _judge(
            request,
            lambda conn, actor: verdicts.answer_directly(
                conn, actor, review_id, text, say, save_as=save_as, replaces=replaces, taught=taught
            ),
        )
    except verdicts.AnswerStandsError as error:
        stands = AnswerForm(text, save_as, error.version)
        return await show_answer_form(request, stands, status=409)


async def dismiss(request: web.Request) -> web.Response:
    """Nothing is to be learnt."""
    review_id = path_id(request)
    return await _judge(request, lambda conn, actor: verdicts.dismiss(conn, actor, review_id))


async def undo(request: web.Request) -> web.Response:
    """A verdict is taken back."""
    review_id = path_id(request)
    return await _judge(request, lambda conn, actor: verdicts.undo(conn, actor, review_id))


def _seen(request: web.Request) -> int | None:
    """Return the version of the answer that was shown, 0 for none; None where the form shows none."""
    return row_number(request[FORM].text("answer_version", ROW_DIGITS, required=False))


def _changed(error: verdicts.AnswerStandsError) -> DeskError:
    stands = error.version.answer
    return DeskError("answer_changed", status=409, category=stands.category, text=stands.text)


def _taught(request: web.Request) -> str:
    return one_line(request[FORM].text("taught", QUESTION_LIMIT, required=False))


async def _judge(request: web.Request, verdict: Callable[[Connection, Actor], None]) -> web.Response:
    try:
        await seat_of(request).write(verdict)
    except AlreadyReviewed as error:
        if not is_fragment(request):
            raise DeskError("already_reviewed", status=409, reviewer=error.reviewer or "?") from error
        return render(request, "reviews/one.html", status=409, item=await shown_item(request), late=True)
    except DatasetError as error:
        raise DeskError("no_words") from error
    if not is_fragment(request):
        raise done(QUEUE, "reviewed")
    return render(request, "reviews/one.html", item=await shown_item(request), late=False)


ROUTES = [
    web.post(r"/reviews/{id:\d+}/confirm", confirm),
    web.post(r"/reviews/{id:\d+}/correct", correct),
    web.post(r"/reviews/{id:\d+}/new-category", correct_to_new),
    web.post(r"/reviews/{id:\d+}/answer", answer),
    web.post(r"/reviews/{id:\d+}/dismiss", dismiss),
    web.post(r"/reviews/{id:\d+}/undo", undo),
]
