"""Asking what a form would change, beside the form or on a page of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from admin.dataset.actions import language_in
from admin.forms import Form
from admin.models.words import topic_in_words
from admin.pages import render
from admin.texts import Say
from admin.visit import FORM, seat_of
from admin.what_if.drafts import draft_of, new_name
from admin.what_if.running import WhatIfs
from training.what_if import Answered, Differing, Effect, Opinion, WhatIfResult
from training.what_if.asking import DAYS, WhatIfStep

WHAT_IFS: web.AppKey[WhatIfs] = web.AppKey("WHAT_IFS")
CATEGORIES_SHOWN: Final = 30
SHOWN: Final = 10
_FIELDS: Final = (
    "change", "about", "language", "sentences", "text", "category_id", "into_id", "example", "everything", "q", "name",
    "questions", "threshold",
)  # fmt: skip
"""The fields of forms that drafts are made of: the page asks again with these alone."""


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A question that would be answered differently, in words."""

    question: str
    times: int
    before: str
    after: str
    opinion: Opinion


@dataclass(frozen=True, slots=True)
class ChangedCategory:
    """The lines of one category, the first `SHOWN` of them; `count` counts each question as often as asked."""

    title: str
    count: int
    lines: Sequence[ChangedLine]
    more: int


async def what_if(request: web.Request) -> web.Response:
    """Show what the form would change; while that is worked out the page asks again."""
    seat, form = seat_of(request), request[FORM]
    language = language_in(form, seat)
    draft = await seat.read(lambda conn: draft_of(conn, seat.company.id, language, form))
    state = (seat.company.id, language, seat.company.dataset_revision, repr(draft))
    ask = seat.desk.what_if
    run = request.app[WHAT_IFS].look(seat.user.id, state, lambda hear: ask(seat.company, language, draft, hear))
    return render(
        request,
        "what_if/found.html",
        run=run,
        found=run.found,
        counts=counts(seat.say, run.found) if run.found else None,
        groups=groups(seat.say, run.found) if run.found else (),
        fields=_fields(form),
        language=language,
        days=DAYS,
        steps=list(WhatIfStep),
        tried="",
    )


def counts(say: Say, found: WhatIfResult) -> str:
    """Say how many questions would be answered differently, and how.

    >>> from admin.texts import load_texts
    >>> counts(load_texts()["en"], WhatIfResult(3, ()))
    'None of the 3 questions would be answered differently.'
    """
    if not found.count:
        return say("what_if.none", n=found.questions)
    told = [say(f"what_if.{effect}", n=found.effects[effect]) for effect in Effect if effect in found.effects]
    return say("what_if.count", n=found.count, all=found.questions, effects=say.listed(told))


def groups(say: Say, found: WhatIfResult) -> list[ChangedCategory]:
    """Return the questions in words, by category."""
    return [
        ChangedCategory(
            called(say, name),
            sum(one.asked.times for one in of_category),
            [_line(say, one) for one in of_category[:SHOWN]],
            max(0, len(of_category) - SHOWN),
        )
        for name, of_category in list(found.by_category.items())[:CATEGORIES_SHOWN]
    ]


def called(say: Say, answer: Answered) -> str:
    """Return how people call an answer: by its category, one not there yet by the name that was typed."""
    if answer is None:
        return say("what_if.not_answered")
    name = new_name(answer)
    if name is None:
        return topic_in_words(say, answer)
    return say("what_if.new_category", name=name) if name else say("what_if.unnamed")


def _line(say: Say, one: Differing) -> ChangedLine:
    return ChangedLine(one.asked.text, one.asked.times, called(say, one.before), called(say, one.after), one.opinion)


def _fields(form: Form) -> Mapping[str, Sequence[str]]:
    return {name: given for name in _FIELDS if (given := form.many(name))}


ROUTES = [web.post("/dataset/what-if", what_if)]
