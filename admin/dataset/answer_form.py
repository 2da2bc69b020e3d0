"""An answer as the fields of a form, and back; what two people saved at once is told apart. Pure."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Final

from admin.dataset.buttons import button_rows, checked_buttons, checked_links, link_rows, title_of
from admin.errors import DeskError
from admin.forms import ANSWER_LIMIT, FORM_BYTES, Form, one_line
from admin.settings.merging import Merged, Values, merged
from storage.answers import Answer

FIELDS: Final = ("title", "answer", "buttons", "links")
"""Each is a text; buttons and links are rows of pairs, in JSON."""
NOTHING: Final[Mapping[str, str]] = {"title": "", "answer": "", "buttons": "[]", "links": "[]"}


def values_of(answer: Answer | None) -> dict[str, str]:
    """Return what stands in the fields; an answer without words is none.

    >>> values_of(Answer("pay", "en", "It depends."))
    {'title': '', 'answer': 'It depends.', 'buttons': '[]', 'links': '[]'}
    """
    text = "" if answer is None else answer.text.strip()
    if answer is None or not text:
        return dict(NOTHING)
    buttons = [[button.title, button.id] for button in answer.buttons]
    links = [[link.title, link.url] for link in answer.links]
    return {"title": answer.title, "answer": text, "buttons": _packed(buttons), "links": _packed(links)}


def typed_in(form: Form) -> dict[str, str]:
    """Return what was typed, as it was typed."""
    return {
        "title": one_line(form.text("title", FORM_BYTES, required=False)),
        "answer": form.text("answer", FORM_BYTES, required=False),
        "buttons": _packed(button_rows(form)),
        "links": _packed(link_rows(form)),
    }


def shown_in(form: Form) -> dict[str, str]:
    """Return what the page had shown; a form that does not say has shown nothing. Raises DeskError."""
    try:
        shown = json.loads(form.text("shown", FORM_BYTES, required=False) or "{}")
    except ValueError:
        raise DeskError("bad_request") from None
    if not isinstance(shown, dict):
        raise DeskError("bad_request")
    return {name: str(shown.get(name, nothing)) for name, nothing in NOTHING.items()}


def merged_answer(shown: Values, saved: Values, typed: Values) -> Merged:
    """Return what is to be saved, field by field; where one removes what the other changes, all of it is in conflict.

    >>> cars, pay = {**NOTHING, "answer": "Cars."}, {**NOTHING, "answer": "Cars.", "title": "Pay"}
    >>> merged_answer(cars, NOTHING, pay).conflicts
    ('answer',)
    """
    if "" in (saved["answer"], typed["answer"]) and saved != shown and typed not in (shown, saved):
        differ = [name for name in FIELDS if saved[name] != typed[name]]
        return Merged(dict(typed), tuple(name for name in differ if saved["answer"] or name == "answer"))
    return merged(shown, saved, typed)


def answer_of(category: str, language: str, values: Values, known: Collection[str]) -> Answer | None:
    """Return the answer that the fields say, None where there are no words; raises DeskError.

    `known` are the categories that buttons may lead to.
    """
    if not values["answer"]:
        return None
    if len(values["answer"]) > ANSWER_LIMIT:
        raise DeskError("field_long", field="answer", n=ANSWER_LIMIT)
    buttons = checked_buttons(rows_of(values["buttons"]), known)
    links = checked_links(rows_of(values["links"]))
    return Answer(category, language, values["answer"], buttons, links, title_of(values["title"]))


def rows_of(packed: str) -> list[tuple[str, str]]:
    """Return the rows of a field of pairs: title and target."""
    return [(str(title), str(target)) for title, target in json.loads(packed)]


def _packed(rows: Collection[Collection[str]]) -> str:
    return json.dumps([list(row) for row in rows], ensure_ascii=False)
