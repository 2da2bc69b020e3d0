"""Trying a question on the bot: by the live model, and by that of a draft. Nothing of it is kept."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import web

from admin.dataset.actions import language_in
from admin.dataset.pages import chosen_language
from admin.errors import DeskError
from admin.forms import QUESTION_LIMIT, Form
from admin.pages import render
from admin.reviews.why import Why, shown
from admin.visit import FORM, Seat, seat_of
from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.reviews.decisions import Decision
from texts.cleaning import one_line
from training.what_if.tried import Tried

_MODEL = re.compile(r"[\w.-]+/[a-z]{2,3}-draft-\d+-[0-9a-f]{16}\.candor")
_NOBODY = 0


@dataclass(frozen=True, slots=True)
class TriedReply:
    """What the bot would say, and why; `options` are the categories it would ask back about."""

    why: Why
    answer: Answer | None
    options: Sequence[str]
    is_draft: bool


async def try_page(request: web.Request) -> web.Response:
    """Show the box, and beside it what another threshold would change."""
    seat = seat_of(request)
    language, threshold = chosen_language(request, seat), seat.settings.threshold
    return render(request, "what_if/try.html", language=language, threshold=threshold)


async def try_question(request: web.Request) -> web.Response:
    """Say what the bot would make of a question; a draft only where it is in the language of the draft."""
    seat, form = seat_of(request), request[FORM]
    language, question = language_in(form, seat), one_line(form.text("question", QUESTION_LIMIT))
    model = _model(form, seat, language)

    async def tried(draft: str | None) -> Tried | None:
        return await asyncio.to_thread(seat.desk.try_question, seat.company, language, question, draft)

    live = await tried(None)
    read_as = live.seen.language if live is not None else language
    drafted = await tried(model) if model is not None and read_as == language else None
    found = [(one, one is not live) for one in (live, drafted) if one is not None]
    said = await seat.read(lambda conn: [_said(conn, seat, one, is_draft) for one, is_draft in found])
    return render(request, "what_if/said.html", said=said, question=question, language=language, read_as=read_as)


def _model(form: Form, seat: Seat, language: str) -> str | None:
    """The file of a draft of this company and language, as the page of a what-if named it."""
    model = form.text("model", 200, required=False)
    if not model:
        return None
    if not (_MODEL.fullmatch(model) and model.startswith(f"{seat.company.key}/{language}-draft-")):
        raise DeskError("bad_request")
    return model


def _said(conn: Connection, seat: Seat, tried: Tried, is_draft: bool) -> TriedReply:
    seen, company = tried.seen, seat.company
    decision = Decision(
        id=_NOBODY, conversation_id=_NOBODY, message_seq=_NOBODY, kind=tried.kind, stage=seen.stage, intent=seen.intent,
        confidence=seen.confidence, threshold=tried.threshold, language=seen.language, ranking=seen.ranking,
        entities=seen.entities, model_version=seen.model_version, created=seat.desk.now(), options=tried.options,
    )  # fmt: skip
    answer = None
    if tried.kind == "reply" and seen.stage == "faq" and seen.intent:
        answer = answers.written(conn, company.id, seen.intent, seen.language, company.default_language)
    return TriedReply(shown(conn, company, seen.text, decision, tried.explanation), answer, tried.options, is_draft)


ROUTES = [web.get("/dataset/try", try_page), web.post("/dataset/try", try_question)]
