"""From a form that is not sent yet to the draft of what it would change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from admin.dataset.actions import lines_of
from admin.dataset.edits import category
from admin.errors import DeskError
from admin.forms import NAME_LIMIT, QUESTION_LIMIT, Form
from admin.reviews.together import numbers
from nlu.words.normalise import normalise
from storage import Connection
from storage.database.errors import DatasetError
from storage.dataset import dataset, example_lists
from storage.dataset.example_lists import ExampleList
from storage.reviews import reviewed_questions
from texts.cleaning import one_line
from training.what_if import DatasetDraft

_NEW: Final = "new:"
"""What a category that is not there yet is called in a draft, before the name that was typed."""


def draft_of(conn: Connection, company_id: int, language: str, form: Form) -> DatasetDraft:
    """Return what a form would change; raises DeskError and NotFound as saving it does."""
    read = _READERS.get(form.text("change", 16))
    if read is None:
        raise DeskError("bad_request")
    return read(conn, company_id, language, form)


def new_name(category_name: str) -> str | None:
    """Return the typed name of a category that is not there yet; None for one that is.

    >>> new_name("new:Dogs"), new_name("salary")
    ('Dogs', None)
    """
    return category_name.removeprefix(_NEW) if category_name.startswith(_NEW) else None


def _added(conn: Connection, company_id: int, language: str, form: Form) -> DatasetDraft:
    its = category(conn, company_id, form.number("about"))
    return DatasetDraft(_of_new(conn, company_id, language, lines_of(form), its.name))


def _of_new(conn: Connection, company_id: int, language: str, sentences: Collection[str], name: str) -> dict[str, str]:
    """What can be added: saving refuses what has no words and what stands somewhere already."""
    placed = {}
    for sentence in sentences:
        try:
            known = dataset.example_with_text(conn, company_id, language, sentence)
        except DatasetError:
            continue
        if known is None:
            placed[sentence] = name
    return placed


def _edited(conn: Connection, company_id: int, language: str, form: Form) -> DatasetDraft:
    stands = dataset.example(conn, company_id, form.number("about"))
    text = one_line(form.text("text", QUESTION_LIMIT))
    into = category(conn, company_id, form.number("category_id"))
    gone: dict[str, str | None] = {} if normalise(text) == normalise(stands.text) else {stands.text: None}
    return DatasetDraft({**gone, text: into.name})


def _moved(conn: Connection, company_id: int, language: str, form: Form) -> DatasetDraft:
    into = category(conn, company_id, form.number("into_id"))
    return DatasetDraft(dict.fromkeys(_chosen(conn, company_id, language, form), into.name))


def _chosen(conn: Connection, company_id: int, language: str, form: Form) -> list[str]:
    """The ticked examples of a category, or all that a search found."""
    category_id = form.number("about")
    words = one_line(form.text("q", 200, required=False))
    if form.flag("everything"):
        ids = example_lists.ids(conn, company_id, ExampleList(category_id, language, words))
    else:
        ids = list(numbers([number for listed in form.many("example") for number in listed.split(",")]))
    texts = example_lists.texts_of(conn, company_id, category_id, ids)
    if not texts:
        raise DeskError("no_example_ticked")
    return texts


def _merged(conn: Connection, company_id: int, language: str, form: Form) -> DatasetDraft:
    one, into = (category(conn, company_id, form.number(name)) for name in ("about", "into_id"))
    if one.id == into.id:
        raise DeskError("merge_with_itself")
    return DatasetDraft(merged=(one.name, into.name))


def _split(conn: Connection, company_id: int, language: str, form: Form) -> DatasetDraft:
    its = category(conn, company_id, form.number("about"))
    into_id = form.number("into_id")
    name = category(conn, company_id, into_id).name if into_id else _NEW + _typed_name(form)
    return DatasetDraft(dict.fromkeys(_chosen(conn, company_id, language, form), name), alike=(its.name, name))


def _new(conn: Connection, company_id: int, language: str, form: Form) -> DatasetDraft:
    return DatasetDraft(_of_new(conn, company_id, language, lines_of(form), _NEW + _typed_name(form)))


def _topic(conn: Connection, company_id: int, language: str, form: Form) -> DatasetDraft:
    reviews = numbers([number for listed in form.many("questions") for number in listed.split(",")])
    if not reviews:
        raise DeskError("nothing_ticked")
    asked = reviewed_questions.questions(conn, company_id, reviews)
    return DatasetDraft(dict.fromkeys(asked.values(), _NEW + _typed_name(form)))


def _typed_name(form: Form) -> str:
    return one_line(form.text("name", NAME_LIMIT, required=False))


def _threshold(conn: Connection, company_id: int, language: str, form: Form) -> DatasetDraft:
    try:
        percent = float(form.text("threshold", 10).replace(",", "."))
    except ValueError:
        raise DeskError("threshold_range") from None
    if not 0 <= percent <= 100:
        raise DeskError("threshold_range")
    return DatasetDraft(threshold=percent / 100)


_READERS: Final[Mapping[str, Callable[[Connection, int, str, Form], DatasetDraft]]] = {
    "add": _added,
    "edit": _edited,
    "move": _moved,
    "merge": _merged,
    "split": _split,
    "new": _new,
    "topic": _topic,
    "threshold": _threshold,
}
