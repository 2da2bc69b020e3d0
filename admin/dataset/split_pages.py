"""The page that proposes how to split a category, and splitting it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from aiohttp import web

from admin.dataset.actions import language_in
from admin.dataset.edits import category
from admin.dataset.pages import chosen_language
from admin.dataset.splitting import CategorySplit, split
from admin.errors import DeskError
from admin.forms import NAME_LIMIT
from admin.newest import Newest
from admin.pages import done, render
from admin.reviews.together import numbers
from admin.visit import FORM, is_fragment, path_id, query_number, seat_of
from storage import Connection
from storage.dataset import dataset, example_lists
from storage.dataset.dataset import Category, Example
from storage.dataset.example_lists import ExampleList
from texts.cleaning import one_line
from training.aside import aside
from training.topics.parts import MOST, QuestionCluster, parts

SPLITS: web.AppKey[Newest[list[QuestionCluster]]] = web.AppKey("SPLITS")
SHOWN: Final = 30


@dataclass(frozen=True, slots=True)
class _Data:
    category: Category
    examples: Sequence[Example]
    others: Sequence[Category]
    n: int


async def split_page(request: web.Request) -> web.Response:
    """Show the parts that a category falls into; while they are looked for, the page asks again."""
    seat, category_id, language = seat_of(request), path_id(request), chosen_language(request, seat_of(request))
    read = await seat.read(lambda conn: _read(conn, seat.company.id, category_id, language))
    questions = [(one.id, one.text) for one in read.examples]
    taken = [name for one in (read.category, *read.others) for name in (one.name, one.label)]
    find = partial(aside, parts, questions, language, taken)
    key = (seat.company.id, f"{language} {category_id}")
    found = request.app[SPLITS].look(key, hash(tuple(questions)), find, again=not is_fragment(request))
    if found.is_running and is_fragment(request):
        return web.Response(status=204)
    return render(
        request,
        "dataset/split.html",
        language=language,
        view=read,
        found=found,
        parts=_standing(found.value or (), questions),
        chosen=query_number(request, "part") or 0,
        newest=max((one.id for one in read.examples), default=0),
        most=MOST,
        shown=SHOWN,
        name_limit=NAME_LIMIT,
    )


def _read(conn: Connection, company_id: int, category_id: int, language: str) -> _Data:
    its = category(conn, company_id, category_id)
    of = ExampleList(category_id, language)
    known = dataset.categories(conn, company_id, language)
    others = [one for one in known if one.id != category_id]
    examples = example_lists.page(conn, company_id, of, MOST)
    return _Data(its, examples, others, example_lists.count(conn, company_id, of))


def _standing(found: Sequence[QuestionCluster], questions: Sequence[tuple[int, str]]) -> list[QuestionCluster]:
    """Return the parts with the questions that stand still as they were."""
    known = set(questions)
    left = [
        QuestionCluster(one.name, tuple(each for each in one.questions if each in known), one.telling) for one in found
    ]
    return [one for one in left if one.questions]


async def split_category(request: web.Request) -> web.Response:
    """Split the ticked questions off."""
    seat, category_id, form = seat_of(request), path_id(request), request[FORM]
    language, into_id = language_in(form, seat), form.number("into_id")
    name = one_line(form.text("name", NAME_LIMIT, required=not into_id))
    ids = numbers([number for listed in form.many("example") for number in listed.split(",")])
    if not ids:
        raise DeskError("no_example_ticked")
    newest = form.number("newest")
    made = await seat.write(
        lambda conn, actor: split(conn, actor, category_id, language, ids, name=name, into_id=into_id, newest=newest)
    )
    raise done(f"/admin/dataset/categories/{made.into.id}?language={language}", _note(made))


def _note(made: CategorySplit) -> str:
    if made.others_added:
        return "category_split_added"
    return "category_split_fewer" if made.others_took else "category_split"


ROUTES = [
    web.get(r"/dataset/categories/{id:\d+}/split", split_page),
    web.post(r"/dataset/categories/{id:\d+}/split", split_category),
]
