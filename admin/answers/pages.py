"""The page with all answers of a company."""

from __future__ import annotations

from typing import Final

from aiohttp import web

from admin.answers.table import ONLY, AnswerTable, CategoryAnswers, Only, wanted
from admin.forms import NAME_LIMIT, clean
from admin.name_search import matches
from admin.pages import render
from admin.visit import Seat, query_number, seat_of
from storage import Connection
from storage.answers import answers, last_given
from storage.dataset import dataset
from storage.people import users
from texts.cleaning import one_line

PER_PAGE: Final = 50


async def table_page(request: web.Request) -> web.Response:
    """Show the answers of all categories, those that a filter keeps and a search finds, page by page."""
    seat, search = seat_of(request), one_line(clean(request.query.get("q", "")))[:NAME_LIMIT]
    only: Only = next((each for each in ONLY if each == request.query.get("only")), "all")
    today = seat.company.day(seat.desk.now())
    rows, bank, names = await seat.read(lambda conn: _read(conn, seat, search))
    kept = wanted(rows, only, today, seat.user.email)
    page = max(1, query_number(request, "page") or 1)
    return render(
        request,
        "answers/table.html",
        rows=kept[(page - 1) * PER_PAGE : page * PER_PAGE],
        found=len(kept),
        page=page,
        is_last=len(kept) <= page * PER_PAGE,
        languages=bank.languages,
        names=names,
        search=search,
        only=only,
        filters=ONLY,
        limit=NAME_LIMIT,
        today=today,
    )


def _read(conn: Connection, seat: Seat, search: str) -> tuple[list[CategoryAnswers], AnswerTable, dict[str, str]]:
    bank = bank_of(conn, seat)
    said: dict[str, str] = {}
    for (name, _), answer in bank.answers.items():
        said[name] = f"{said.get(name, '')} {answer.title} {answer.whole}"
    rows = [
        bank.row(category)
        for category in sorted(dataset.categories(conn, seat.company.id), key=lambda each: seat.say.place(each.name))
        if not search or matches(search, f"{category.label} {category.name} {said.get(category.name, '')}")
    ]
    return rows, bank, {user.email: user.name for user in users.of_company(conn, seat.company.id)}


def bank_of(conn: Connection, seat: Seat) -> AnswerTable:
    """Read all answers of the company with what is known of them."""
    company = seat.company
    languages = [company.default_language, *(each for each in company.languages if each != company.default_language)]
    known = {(each.category, each.language): each for each in answers.of_company(conn, company.id)}
    changed = answers.changed_at(conn, company.id)
    return AnswerTable(languages, known, changed, last_given.last_given(conn, company), company.day(seat.desk.now()))


ROUTES = [web.get("/dataset/answers", table_page)]
