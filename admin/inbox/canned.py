"""Canned replies: kept by the recruiters of a company, and picked while one writes to a candidate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from admin.actor import Actor
from admin.dataset.undoable import Scope, Undoable
from admin.errors import DeskError
from admin.forms import ANSWER_LIMIT, NAME_LIMIT, Form
from admin.pages import done, render
from admin.settings.saving import must_be_as_shown
from admin.visit import FORM, Seat, is_fragment, path_id, seat_of
from storage import Connection
from storage.answers import canned_replies
from storage.answers.canned_replies import CannedReply
from storage.conversations import conversations
from storage.database.errors import AlreadyExists, Moved
from storage.openings import opening_questions
from texts.cleaning import one_line
from texts.markup import unshown
from texts.placeholders import IN_REPLIES, filled, unknown

REPLIES = "/admin/replies"
LANGUAGE = re.compile("[a-z]{2,3}")
MOST = 200
"""Replies that a company can keep: nobody finds their way among more."""


@dataclass(frozen=True, slots=True)
class FilledReply:
    """A reply as it would be written to one candidate: in their language where it has one, `language` says which."""

    id: int
    title: str
    text: str
    language: str


async def list_page(request: web.Request) -> web.Response:
    """Show the company's canned replies, and the form to add one."""
    seat = seat_of(request)
    kept = await seat.read(lambda conn: canned_replies.of_company(conn, seat.company.id))
    return _render(request, "inbox/replies.html", kept=kept, languages=seat.company.languages, full=len(kept) >= MOST)


async def edit_page(request: web.Request) -> web.Response:
    """Show one reply to be changed or removed."""
    seat, reply_id = seat_of(request), path_id(request)
    reply = await seat.read(lambda conn: canned_replies.get(conn, seat.company.id, reply_id))
    languages = tuple(dict.fromkeys([*seat.company.languages, *reply.texts]))
    return _render(request, "inbox/reply.html", reply=reply, saved=_shown(reply), languages=languages)


def _render(request: web.Request, template: str, **context: Any) -> web.Response:
    return render(request, template, known=IN_REPLIES, title_limit=NAME_LIMIT, text_limit=ANSWER_LIMIT, **context)


async def add(request: web.Request) -> web.Response:
    """Keep a reply."""
    title, texts = _typed(request[FORM])

    def change(conn: Connection, actor: Actor) -> None:
        if canned_replies.count(conn, actor.company_id) >= MOST:
            raise DeskError("replies_many", n=MOST)
        nothing = Undoable.begin(conn, actor)
        with _titles_differ(title):
            added = canned_replies.add(conn, actor.company_id, title, texts, actor.now)
        nothing.note("canned_reply_added", _row(added.id), title=title)

    await seat_of(request).write(change)
    raise done(REPLIES, "reply_kept")


async def change(request: web.Request) -> web.Response:
    """Change a reply; what somebody else has changed meanwhile is not overwritten."""
    reply_id, edition = path_id(request), request[FORM].number("edition")
    title, texts = _typed(request[FORM])

    def write(conn: Connection, actor: Actor) -> None:
        before = Undoable.begin(conn, actor, **_row(reply_id))
        try:
            with _titles_differ(title):
                canned_replies.change(conn, actor.company_id, reply_id, title, texts, edition, actor.now)
        except Moved as error:
            stands = canned_replies.get(conn, actor.company_id, reply_id)
            raise DeskError("changed_meanwhile", status=409, theirs=_theirs(stands, title, texts)) from error
        before.note("canned_reply_changed", title=title)

    await seat_of(request).write(write)
    raise done(REPLIES, "reply_kept")


async def remove(request: web.Request) -> web.Response:
    """Remove a reply; one that somebody else has just changed stays."""
    reply_id, form = path_id(request), request[FORM]

    def write(conn: Connection, actor: Actor) -> None:
        stands = canned_replies.get(conn, actor.company_id, reply_id)
        must_be_as_shown(form, _shown(stands))
        before = Undoable.begin(conn, actor, **_row(reply_id))
        canned_replies.remove(conn, actor.company_id, reply_id)
        before.note("canned_reply_removed", title=stands.title)

    await seat_of(request).write(write)
    raise done(REPLIES, "reply_removed")


@contextmanager
def _titles_differ(title: str) -> Iterator[None]:
    try:
        yield
    except AlreadyExists as error:
        raise DeskError("reply_title_taken", status=409, title=title) from error


def _row(reply_id: int) -> Scope:
    return {"others": {"canned_reply": [reply_id]}}


def _shown(reply: CannedReply) -> dict[str, str]:
    return {"title": reply.title, **reply.texts}


def _theirs(stands: CannedReply, title: str, texts: Mapping[str, str]) -> str:
    """What a reply says by now that is not what was typed."""
    said = [stands.title] if stands.title != title else []
    return " · ".join([*said, *(text for language, text in stands.texts.items() if texts.get(language) != text)]) or "–"


def _typed(form: Form) -> tuple[str, dict[str, str]]:
    """Return the title and the texts; raises DeskError for what cannot be kept."""
    title = one_line(form.text("reply_title", NAME_LIMIT))
    texts: dict[str, str] = {}
    for language, text in zip(form.many("language"), form.many("reply_text"), strict=False):
        if len(text) > ANSWER_LIMIT:
            raise DeskError("field_long", field="reply_text", n=ANSWER_LIMIT)
        wrong = unknown(text)
        if wrong is not None:
            raise DeskError("placeholder_unknown", given=wrong[:NAME_LIMIT], known=_in_braces(IN_REPLIES))
        if (raw := unshown(text)) is not None:
            raise DeskError("answer_markup", line=raw.line, what=raw.what[:NAME_LIMIT])
        if text and LANGUAGE.fullmatch(language):
            texts[language] = text
    if not texts:
        raise DeskError("field_empty", field="reply_text")
    return title, texts


def _in_braces(names: Sequence[str]) -> str:
    return ", ".join(f"{{{{{name}}}}}" for name in names)


async def offers_page(request: web.Request) -> web.Response:
    """Show the replies filled in for one conversation; only their list where its page asks for them."""
    seat, conversation_id = seat_of(request), path_id(request)
    found = await seat.read(lambda conn: offers(conn, seat, conversation_id))
    template = "inbox/offer_list.html" if is_fragment(request) else "inbox/offers.html"
    return render(request, template, offers=found, talk_id=conversation_id)


def offers(conn: Connection, seat: Seat, conversation_id: int) -> list[FilledReply]:
    """Return all replies as this person would write them in a conversation; raises NotFound."""
    conversation = conversations.get(conn, seat.company.id, conversation_id)
    opening = opening_questions.subject_of(conn, seat.company.id, conversation_id)
    values = {"first_name": seat.user.first_name, "company": seat.company.name}
    values |= {"opening": opening.title} if opening else {}
    languages = (conversation.language, seat.company.default_language)
    kept = canned_replies.of_company(conn, seat.company.id)
    return [_offer(each, languages, values) for each in kept]


def _offer(reply: CannedReply, languages: Sequence[str], values: Mapping[str, str]) -> FilledReply:
    language = next((each for each in (*languages, *reply.texts) if each in reply.texts), "")
    return FilledReply(reply.id, reply.title, filled(reply.texts.get(language, ""), values), language)


ROUTES = [
    web.get("/replies", list_page),
    web.post("/replies", add),
    web.get(r"/replies/{id:\d+}", edit_page),
    web.post(r"/replies/{id:\d+}/change", change),
    web.post(r"/replies/{id:\d+}/remove", remove),
    web.get(r"/conversations/{id:\d+}/offers", offers_page),
]
