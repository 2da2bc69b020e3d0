"""An answer as the fields of a form, and back; what two people saved at once is told apart. Pure."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import date
from typing import Final

from admin.dataset.buttons import button_rows, checked_buttons, checked_links, link_rows, title_of
from admin.errors import DeskError
from admin.forms import ANSWER_LIMIT, FORM_BYTES, Form
from admin.settings.merging import Merged, Values, merged
from storage.answers.answer_rules import problem
from storage.answers.answers import Answer
from texts.cleaning import one_line

FIELDS: Final = ("title", "answer", "more", "buttons", "links", "valid_from", "valid_until", "owner")
"""Each is a text; buttons and links are rows of pairs, in JSON, days are in ISO 8601."""
NOTHING: Final[Mapping[str, str]] = {**dict.fromkeys(FIELDS, ""), "buttons": "[]", "links": "[]"}
AROUND: Final = ("valid_from", "valid_until", "owner")
"""What may be said once for all languages of a category."""


def values_of(answer: Answer | None) -> dict[str, str]:
    """Return what stands in the fields; an answer without words is none.

    >>> its = values_of(Answer("pay", "en", "It depends.", valid_until=date(2026, 3, 1)))
    >>> its["answer"], its["buttons"], its["valid_until"]
    ('It depends.', '[]', '2026-03-01')
    """
    text = "" if answer is None else answer.text.strip()
    if answer is None or not text:
        return dict(NOTHING)
    return {
        "title": answer.title,
        "answer": text,
        "more": answer.more,
        "buttons": _packed([[button.title, button.id] for button in answer.buttons]),
        "links": _packed([[link.title, link.url] for link in answer.links]),
        "valid_from": answer.valid_from.isoformat() if answer.valid_from else "",
        "valid_until": answer.valid_until.isoformat() if answer.valid_until else "",
        "owner": answer.owner,
    }


def typed_in(form: Form) -> dict[str, str]:
    """Return what was typed, as it was typed; what the form has no field for is left out."""
    others = [name for name in ("more", *AROUND) if name in form.fields]
    return {
        **{name: form.text(name, FORM_BYTES, required=False) for name in others},
        "title": one_line(form.text("title", FORM_BYTES, required=False)),
        "answer": form.text("answer", FORM_BYTES, required=False),
        "buttons": _packed(button_rows(form)),
        "links": _packed(link_rows(form)),
    }


def shown_in(form: Form) -> dict[str, str]:
    """Return what the page had shown; a form that does not say has shown nothing. Raises DeskError."""
    try:
        shown = json.loads(form.text("shown", FORM_BYTES, required=False) or "{}")
    except (ValueError, RecursionError):
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
    typed = {**shown, **typed}
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
    for name in ("answer", "more"):
        if len(values[name]) > ANSWER_LIMIT:
            raise DeskError("field_long", field=name, n=ANSWER_LIMIT)
    return checked(
        Answer(
            category,
            language,
            values["answer"],
            checked_buttons(rows_of(values["buttons"]), known),
            checked_links(rows_of(values["links"])),
            title_of(values["title"]),
            values["more"],
            _day(values["valid_from"]),
            _day(values["valid_until"]),
            values["owner"],
        )
    )


def checked(answer: Answer) -> Answer:
    """Return an answer that candidates can be given; raises DeskError for any other."""
    wrong = problem(answer)
    if wrong is not None:
        raise DeskError(f"answer_{wrong.code}", **wrong.params)
    return answer


def rows_of(packed: str) -> list[tuple[str, str]]:
    """Return the rows of a field of pairs: title and target."""
    return [(str(title), str(target)) for title, target in json.loads(packed)]


def _day(typed: str) -> date | None:
    try:
        return date.fromisoformat(typed) if typed else None
    except ValueError:
        raise DeskError("day", given=typed[:20]) from None


def _packed(rows: Collection[Collection[str]]) -> str:
    return json.dumps([list(row) for row in rows], ensure_ascii=False)
