"""What the dataset pages show: all categories, one category, one example, the pinned questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from aiohttp import web

from admin.dataset.alike import Alike, alike
from admin.dataset.answer_editor import AnswerDraft, AnswerEditor, editors
from admin.dataset.buttons import MOST, OFFERED
from admin.dataset.edits import category, seen_of
from admin.dataset.listing import SEARCH_LIMIT, ExamplePage, WantedExamples, listing_of, standing
from admin.dataset.sorting import ONLY, SORTS, ScoredCategory, arranged, chosen, rows_of
from admin.errors import DeskError, in_words
from admin.forms import ANSWER_LIMIT, NAME_LIMIT, QUESTION_LIMIT, row_number
from admin.name_search import matches
from admin.pages import render
from admin.visit import Seat, path_id, query_number, seat_of
from storage import Connection
from storage.answers import answers
from storage.database.errors import NotFound
from storage.dataset import dataset, example_lists, golden, imports
from storage.dataset.dataset import Category, Example
from storage.dataset.golden import GoldenQuestion
from storage.dataset.imports import DatasetImport
from texts.cleaning import one_line

FORM: Final[Mapping[str, Any]] = {
    "spare": range(2),
    "most": MOST,
    "offered": OFFERED,
    "name_limit": NAME_LIMIT,
    "answer_limit": ANSWER_LIMIT,
}
"""What the form of an answer needs besides."""
MOST_PROPOSED = 20
PER_PAGE = 200
MOST_NOTED = 10


@dataclass(frozen=True, slots=True)
class CategoryView:
    """One category in one language; `all` counts its examples in every language, `seen` is what the page shows."""

    category: Category
    all: int
    language: str
    listing: ExamplePage
    editor: AnswerEditor
    pinned: Sequence[GoldenQuestion]
    others: Sequence[Category]
    seen: str


def chosen_language(request: web.Request, seat: Seat) -> str:
    """Return the language named in the query if the company serves it, else the company's default."""
    named = request.query.get("language", "")
    return named if named in seat.company.languages else seat.company.default_language


async def list_page(request: web.Request) -> web.Response:
    """Show all categories, or those that a search finds."""
    seat, search = seat_of(request), one_line(request.query.get("q", ""))[:NAME_LIMIT]
    language = chosen_language(request, seat)
    sort, only = chosen(request.query)
    rows = await seat.read(lambda conn: _rows(conn, seat.company.id, language, search, seat.desk.now()))
    number = query_number(request, "imported")
    imported = await seat.read(lambda conn: _imported(conn, seat.company.id, number)) if number else None
    found = sorted(rows, key=lambda row: seat.say.place(row.category.name))
    return render(
        request,
        "dataset/list.html",
        rows=arranged(found, sort, only),
        search=search,
        language=language,
        limit=NAME_LIMIT,
        sort=sort,
        only=only,
        sorts=SORTS,
        filters=ONLY,
        there_are=bool(found),
        imported=imported,
    )


def _imported(conn: Connection, company_id: int, number: int) -> DatasetImport | None:
    """Return the import that was just made, as long as it can be undone."""
    with suppress(NotFound):
        made = imports.get(conn, company_id, number)
        return None if made.undone else made
    return None


def _rows(conn: Connection, company_id: int, language: str, search: str, now: datetime) -> list[ScoredCategory]:
    bank = {a.category: a for a in answers.of_company(conn, company_id, language) if a.text.strip()}
    known = [(c, c.name in bank) for c in dataset.categories(conn, company_id, language)]
    rows = rows_of(conn, company_id, language, known, now)
    if not search:
        return rows
    found = example_lists.categories_with(conn, company_id, language, search)
    found |= {name for name, answer in bank.items() if matches(search, f"{answer.title} {answer.text}")}
    return [
        row
        for row in rows
        if row.category.name in found or matches(search, f"{row.category.label} {row.category.name}")
    ]


async def category_page(request: web.Request) -> web.Response:
    """Show one category with its answer and examples; `added` in the query names those to say what is like them."""
    numbers = request.query.get("added", "").split(",")[:MOST_NOTED]
    added = [number for each in numbers if (number := row_number(each)) is not None]
    return await show_category(request, path_id(request), added=added)


def added_in_query(examples: Iterable[int]) -> str:
    """Return the part of a category's address that lets it say what is like these examples, the first of them."""
    return "&added=" + ",".join(str(number) for number in list(examples)[:MOST_NOTED])


async def show_category(
    request: web.Request,
    category_id: int,
    *,
    status: int = 200,
    refused: Sequence[tuple[str, DeskError]] = (),
    added: Sequence[int] = (),
    language: str = "",
    draft: AnswerDraft | None = None,
) -> web.Response:
    """Render a category; `refused` sentences come back into the form with their reasons, so does an answer."""
    seat = seat_of(request)
    language = language or chosen_language(request, seat)
    wanted = WantedExamples.read(request.query)
    view = await seat.read(lambda conn: _view(conn, seat, category_id, language, wanted, draft))
    reasons = [in_words(seat.say, error) for _, error in refused]
    return render(
        request,
        "dataset/category.html",
        status=status,
        view=view,
        added=len(added),
        alike=await _like_the_added(seat, view, added[:MOST_NOTED]),
        reasons=reasons,
        typed="\n".join(sentence for sentence, _ in refused),
        address="" if request.method == "GET" else f"/admin/dataset/categories/{category_id}?language={language}",
        **FORM,
        search_limit=SEARCH_LIMIT,
    )


async def _like_the_added(seat: Seat, view: CategoryView, added: Sequence[int]) -> list[Alike]:
    new = await seat.read(lambda conn: standing(conn, seat.company.id, view.category.id, added))
    found = [
        await alike(seat, view.language, example.text, category_id=view.category.id, but=example.id) for example in new
    ]
    return [each for of_one in found for each in of_one]


def _view(
    conn: Connection, seat: Seat, category_id: int, language: str, wanted: WantedExamples, draft: AnswerDraft | None
) -> CategoryView:
    company_id, today = seat.company.id, seat.company.day(seat.desk.now())
    found = category(conn, company_id, category_id)
    listing = listing_of(conn, company_id, category_id, language, wanted)
    (editor,) = editors(conn, seat.company, found, [language], {language: draft} if draft else {}, today)
    pinned = [g for g in golden.of_company(conn, company_id, language) if g.category == found.name]
    others = dataset.categories(conn, company_id, language)
    here = replace(found, examples=listing.all)
    seen = seen_of(conn, company_id, found)
    return CategoryView(here, found.examples, language, listing, editor, pinned, others, seen)


async def example_page(request: web.Request) -> web.Response:
    """Show one example with a form to change, move or delete it; `back=check` leads back to the data check."""
    seat, example_id = seat_of(request), path_id(request)
    example, known = await seat.read(
        lambda conn: (dataset.example(conn, seat.company.id, example_id), dataset.categories(conn, seat.company.id))
    )
    back_to = f"/admin/dataset/check?language={example.language}" if request.query.get("back") == "check" else ""
    return render(request, "dataset/example.html", example=example, known=known, limit=QUESTION_LIMIT, back_to=back_to)


async def golden_page(request: web.Request) -> web.Response:
    """Show the pinned questions."""
    seat = seat_of(request)
    language = chosen_language(request, seat)
    pinned, known, proposed = await seat.read(lambda conn: _pinned(conn, seat.company.id, language))
    return render(
        request,
        "dataset/golden.html",
        pinned=pinned,
        known=known,
        language=language,
        proposed=proposed[:MOST_PROPOSED],
        unwatched=len(proposed),
        limit=QUESTION_LIMIT,
    )


def _pinned(
    conn: Connection, company_id: int, language: str
) -> tuple[list[GoldenQuestion], list[Category], list[Example]]:
    """The pinned questions, all categories, and a question to pin for each category that has none."""
    pinned = golden.of_company(conn, company_id)
    watched = {one.category for one in pinned if one.language == language}
    proposed = example_lists.typical(conn, company_id, language, but=watched)
    return pinned, dataset.categories(conn, company_id), proposed


ROUTES = [
    web.get("/dataset", list_page),
    web.get(r"/dataset/categories/{id:\d+}", category_page),
    web.get(r"/dataset/examples/{id:\d+}", example_page),
    web.get("/dataset/golden", golden_page),
]
