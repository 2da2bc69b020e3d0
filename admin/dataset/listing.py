"""The examples of a category, page by page or by words, and moving many of them at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from aiohttp import web

from admin.actor import Actor
from admin.dataset.edits import category
from admin.dataset.undoable import Undoable
from admin.errors import DeskError
from admin.forms import Form, clean, row_number
from admin.pages import done
from admin.visit import FORM, path_id, seat_of
from storage import Connection
from storage.database.errors import NotFound
from storage.dataset import dataset, example_lists
from storage.dataset.dataset import Example
from storage.dataset.example_lists import ExampleList
from texts.cleaning import one_line

PER_PAGE: Final = 100
SEARCH_LIMIT: Final = 200


@dataclass(frozen=True, slots=True)
class WantedExamples:
    """Which examples somebody wants to see: with these words, below the number `before`."""

    words: str = ""
    before: int | None = None

    @classmethod
    def read(cls, query: Mapping[str, str]) -> WantedExamples:
        """Return what an address asks for.

        >>> WantedExamples.read({"q": " pay ", "before": "7"}), WantedExamples.read({"before": "-1"})
        (WantedExamples(words='pay', before=7), WantedExamples(words='', before=None))
        """
        return cls(one_line(clean(query.get("q", "")))[:SEARCH_LIMIT], row_number(query.get("before", "")))


@dataclass(frozen=True, slots=True)
class ExamplePage:
    """A page of a category's examples, the newest first; `found` of `all` hold the words, the newest is `last`."""

    examples: Sequence[Example]
    wanted: WantedExamples
    language: str
    found: int
    all: int
    last: int

    @property
    def older(self) -> str:
        """The query of the next page, empty on the last."""
        if len(self.examples) <= PER_PAGE:
            return ""
        return self._query(before=str(self.examples[PER_PAGE - 1].id))

    @property
    def newest(self) -> str:
        """The query of the first page, empty on it."""
        return "" if self.wanted.before is None else self._query()

    @property
    def shown(self) -> Sequence[Example]:
        """The examples of this page."""
        return self.examples[:PER_PAGE]

    def _query(self, **more: str) -> str:
        words = {"q": self.wanted.words} if self.wanted.words else {}
        return "?" + urlencode({"language": self.language, **words, **more})


def listing_of(
    conn: Connection, company_id: int, category_id: int, language: str, wanted: WantedExamples
) -> ExamplePage:
    """Read a page of a category."""
    of = ExampleList(category_id, language, wanted.words)
    examples = example_lists.page(conn, company_id, of, PER_PAGE + 1, wanted.before)
    everything = example_lists.count(conn, company_id, ExampleList(category_id, language))
    found = example_lists.count(conn, company_id, of) if wanted.words else everything
    last = example_lists.newest_number(conn, company_id, of)
    return ExamplePage(examples, wanted, language, found, everything, last)


def standing(conn: Connection, company_id: int, category_id: int, numbers: Sequence[int]) -> list[Example]:
    """Return those of these examples that stand in the category."""
    found = []
    for number in numbers:
        try:
            example = dataset.example(conn, company_id, number)
        except NotFound:
            continue
        if example.category_id == category_id:
            found.append(example)
    return found


async def move(request: web.Request) -> web.Response:
    """Move the examples that were ticked, or all that the search found, to another category.

    `newest` is the number of the newest that it had found: what came later stays.
    """
    category_id, form = path_id(request), request[FORM]
    into_id, language = form.row("into_id"), form.text("language", 16)
    everything = ExampleList(category_id, language, _words(form)) if form.flag("everything") else None
    ticked = {number for each in form.many("example") if (number := row_number(each)) is not None}
    newest = form.number("newest")
    moved = await seat_of(request).write(
        lambda conn, actor: _move(conn, actor, category_id, into_id, everything, newest, ticked)
    )
    query = urlencode({"language": language, **({"q": _words(form)} if _words(form) else {})})
    raise done(f"/admin/dataset/categories/{category_id}?{query}", "examples_moved" if moved else "none_moved")


def _words(form: Form) -> str:
    return one_line(form.text("q", SEARCH_LIMIT, required=False))


def _move(
    conn: Connection,
    actor: Actor,
    category_id: int,
    into_id: int,
    everything: ExampleList | None,
    newest: int,
    ticked: Collection[int],
) -> int:
    stood, into = category(conn, actor.company_id, category_id), category(conn, actor.company_id, into_id)
    if stood.id == into.id:
        raise DeskError("move_to_itself")
    chosen = ticked if everything is None else _found(conn, actor.company_id, everything, newest)
    if not chosen:
        raise DeskError("no_example_ticked")
    change = Undoable.begin(conn, actor, examples=chosen)
    moved = example_lists.move(conn, actor.company_id, chosen, stood.id, into.id, actor.now)
    if moved:
        change.note("examples_moved", category=stood.label, name=into.label, n=len(moved))
    return len(moved)


def _found(conn: Connection, company_id: int, everything: ExampleList, newest: int) -> list[int]:
    ids = example_lists.ids(conn, company_id, everything)
    return [number for number in ids if number <= newest] if newest else ids


ROUTES = [web.post(r"/dataset/categories/{id:\d+}/move", move)]
