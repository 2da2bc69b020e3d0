"""What a recruiter does with a conversation: write, hand over, close, assign, put off, note."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import ANSWER_LIMIT
from admin.inbox import handover, lists
from admin.inbox.pages import NOTE_LIMIT
from admin.pages import done
from admin.visit import FORM, Seat, is_fragment, path_id, seat_of
from storage import Connection
from storage.conversations import conversation_notes, conversations
from storage.conversations.conversations import Conversation
from texts import placeholders

Change = Callable[[Connection, Actor], None]
SNOOZES = {"1h": timedelta(hours=1), "4h": timedelta(hours=4), "1d": timedelta(days=1), "3d": timedelta(days=3)}


async def reply(request: web.Request) -> web.Response:
    """Send the recruiter's words; the page fetches them back with whatever else is new."""
    return await _with_words(request, None, "replied", required=True)


async def hand_back(request: web.Request) -> web.Response:
    """Let the bot answer again, after a last line to the candidate if one was written."""
    return await _with_words(request, handover.hand_back, "handed_back")


async def resolve(request: web.Request) -> web.Response:
    """Mark the conversation as done, after a last line to the candidate if one was written."""
    form = request[FORM]
    read_to = form.number("seen") if form.flag("seen") else None
    return await _with_words(request, partial(handover.resolve, read_to=read_to), "resolved")


async def reopen(request: web.Request) -> web.Response:
    """Take back that the conversation is done."""
    conversation_id = path_id(request)
    return await _done(request, lambda conn, actor: handover.reopen(conn, actor, conversation_id), "reopened")


async def _with_words(
    request: web.Request, step: Callable[[Connection, Actor, int], None] | None, note: str, *, required: bool = False
) -> web.Response:
    conversation_id, form = path_id(request), request[FORM]
    text = form.text("reply", ANSWER_LIMIT, required=required)
    # What a page that is open has fetched while one wrote is not what one answers.
    seen = form.number("began") or form.number("seen")
    if (unfilled := placeholders.left(text)) is not None:
        raise DeskError("placeholder_left", given=unfilled)

    def change(conn: Connection, actor: Actor) -> None:
        if text:
            handover.answer_thread(conn, actor, conversation_id, text, seen)
        if step is not None:
            step(conn, actor, conversation_id)

    return await _done(request, change, note)


async def take_over(request: web.Request) -> web.Response:
    """Make the bot silent; whom a colleague has taken over in the meantime stays theirs."""
    seat, conversation_id = seat_of(request), path_id(request)

    def change(conn: Connection, actor: Actor) -> None:
        talk = conversations.get(conn, actor.company_id, conversation_id, for_update=True)
        if talk.owner == "recruiter" and talk.assignee_id not in (None, actor.user.id):
            raise assigned_meanwhile(conn, seat, talk)
        handover.take_over(conn, actor, conversation_id)

    return await _done(request, change, "taken_over")


async def assign(request: web.Request) -> web.Response:
    """Give the conversation to one of the team, or to nobody; whom somebody else has just chosen stays."""
    seat, conversation_id, form = seat_of(request), path_id(request), request[FORM]
    chosen, shown = form.number("assignee"), form.number("was")

    def change(conn: Connection, actor: Actor) -> None:
        known = {each.id: each for each in lists.team(conn, seat)}
        if chosen and chosen not in known:
            raise DeskError("not_in_the_team")
        talk = conversations.get(conn, actor.company_id, conversation_id, for_update=True)
        if form.flag("was") and (talk.assignee_id or 0) not in (shown, chosen):
            raise assigned_meanwhile(conn, seat, talk)
        if chosen and chosen != actor.user.id:
            conversations.give(conn, actor.company_id, conversation_id, chosen, actor.now)
        else:
            conversations.assign(conn, actor.company_id, conversation_id, chosen or None, actor.now)
        if chosen:
            actor.note(conn, "conversation_assigned", conversation=conversation_id, email=known[chosen].email)
        else:
            actor.note(conn, "conversation_unassigned", conversation=conversation_id)

    return await _done(request, change, "assigned")


def assigned_meanwhile(conn: Connection, seat: Seat, talk: Conversation) -> DeskError:
    """Return what is said to the second of two who give a conversation to somebody at once."""
    called = lists.names(conn, seat.company.id)
    name = called.get(talk.assignee_id, "?") if talk.assignee_id else seat.say("inbox.nobody")
    return DeskError("assigned_meanwhile", status=409, name=name)


async def snooze(request: web.Request) -> web.Response:
    """Put a waiting conversation off for some time, or bring it back; whatever the candidate writes brings it back."""
    seat, conversation_id, form = seat_of(request), path_id(request), request[FORM]
    chosen = form.text("until", 8, required=False)
    if chosen and chosen not in SNOOZES:
        raise web.HTTPBadRequest

    def change(conn: Connection, actor: Actor) -> None:
        talk = conversations.get(conn, actor.company_id, conversation_id, for_update=True)
        if form.flag("was"):
            _must_wait_as_shown(seat, talk, form.text("was", 40))
        until = actor.now + SNOOZES[chosen] if chosen else None
        conversations.snooze(conn, actor.company_id, conversation_id, until, actor.now)

    return await _done(request, change, "snoozed" if chosen else "unsnoozed")


def _must_wait_as_shown(seat: Seat, talk: Conversation, was: str) -> None:
    """Raise DeskError where somebody else has answered, closed or put off meanwhile what is to be put off."""
    if talk.status != "waiting":
        raise DeskError("waits_no_more", status=409)
    if was != snoozed_as(talk):
        until = seat.say.when(talk.snoozed_until) if talk.snoozed_until else seat.say("snooze.not")
        raise DeskError("snoozed_meanwhile", status=409, until=until)


def snoozed_as(talk: Conversation) -> str:
    """Return until when a conversation is put off, as its page remembers it."""
    return talk.snoozed_until.isoformat() if talk.snoozed_until else "no"


async def add_note(request: web.Request) -> web.Response:
    """Keep a note that only the team reads."""
    conversation_id, text = path_id(request), request[FORM].text("remark", NOTE_LIMIT)

    def change(conn: Connection, actor: Actor) -> None:
        conversation_notes.add(conn, actor.company_id, conversation_id, actor.user.name, text, actor.now)

    return await _done(request, change, "noted")


async def _done(request: web.Request, change: Change, note: str) -> web.Response:
    await seat_of(request).write(change)
    if is_fragment(request):
        return web.Response(status=204, headers={"HX-Trigger": "talk-changed"})
    raise done(f"/admin/conversations/{path_id(request)}", note)


ROUTES = [
    web.post(r"/conversations/{id:\d+}/reply", reply),
    web.post(r"/conversations/{id:\d+}/take-over", take_over),
    web.post(r"/conversations/{id:\d+}/hand-back", hand_back),
    web.post(r"/conversations/{id:\d+}/resolve", resolve),
    web.post(r"/conversations/{id:\d+}/reopen", reopen),
    web.post(r"/conversations/{id:\d+}/assign", assign),
    web.post(r"/conversations/{id:\d+}/snooze", snooze),
    web.post(r"/conversations/{id:\d+}/notes", add_note),
]
