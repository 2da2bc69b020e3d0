"""A category's answers in all languages of the company, each in a form of its own beside the others."""

from __future__ import annotations

from collections.abc import Mapping

from aiohttp import web

from admin.dataset.answer_editor import AnswerDraft, AnswerEditor, editors
from admin.dataset.edits import category
from admin.dataset.pages import FORM, chosen_language
from admin.pages import render
from admin.visit import path_id, seat_of
from storage import Connection
from storage.dataset import dataset
from storage.dataset.dataset import Category


async def page(request: web.Request) -> web.Response:
    """Show the answers of a category."""
    return await show_side_by_side(request, path_id(request), {})


async def show_side_by_side(
    request: web.Request, category_id: int, drafts: Mapping[str, AnswerDraft], *, status: int = 200
) -> web.Response:
    """Show the answers of a category, with what was typed into some; the company's own language stands first."""
    seat = seat_of(request)
    own = seat.company.default_language
    languages = [own, *(language for language in seat.company.languages if language != own)]

    def read(conn: Connection) -> tuple[Category, list[AnswerEditor], list[Category]]:
        its, today = category(conn, seat.company.id, category_id), seat.company.day(seat.desk.now())
        others = dataset.categories(conn, seat.company.id, own)
        return its, editors(conn, seat.company, its, languages, drafts, today), others

    its, found, others = await seat.read(read)
    return render(
        request,
        "answers/side_by_side.html",
        status=status,
        category=its,
        editors=found,
        others=others,
        language=next(iter(drafts), chosen_language(request, seat)),
        source=own,
        address=f"/admin/dataset/answers/{category_id}",
        **{**FORM, "spare": range(1)},
    )


ROUTES = [web.get(r"/dataset/answers/{id:\d+}", page)]
