"""Conversations: those where a candidate waits first, each one in full, and a place to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aiohttp import web

from admin import handover
from admin.actor import Actor
from admin.forms import ANSWER_LIMIT
from admin.pages import done, render
from admin.visit import FORM, is_fragment, path_id, query_number, seat_of
from storage import Connection, conversations, decisions, guard_decisions, messages
from storage.conversations import Conversation
from storage.decisions import Decision
from storage.guard_decisions import GuardDecision
from storage.messages import Message

LIST_LIMIT = 50
THREAD_LIMIT = 1000
# How far back the list looks for the candidate's last words.
TAIL = 10

Step = Callable[[Connection, Actor, int], None]


@dataclass(frozen=True, slots=True)
class Listed:
    """A conversation with what the candidate said last, or, before they said anything, the newest message."""

    conversation: Conversation
    last: Message | None


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation, its messages after some sequence number, and what was decided about each incoming one.

    `guarded` is what the guard did about the reply, by the same number.
    """

    conversation: Conversation
    messages: Sequence[Message]
    decisions: dict[int, Decision]
    guarded: dict[int, GuardDecision]


async def list_page(request: web.Request) -> web.Response:
    """Show conversations, the waiting ones apart."""
    seat = seat_of(request)
    waiting, others = await seat.read(lambda conn: _lists(conn, seat.company.id))
    return render(request, "conversations/list.html", waiting=waiting, others=others)


def _lists(conn: Connection, company_id: int) -> tuple[list[Listed], list[Listed]]:
    waiting = conversations.recent(conn, company_id, status="waiting", limit=LIST_LIMIT)
    others = [c for c in conversations.recent(conn, company_id, limit=LIST_LIMIT * 2) if c.status != "waiting"]
    return [_listed(conn, c) for c in waiting], [_listed(conn, c) for c in others[:LIST_LIMIT]]


def _listed(conn: Connection, conversation: Conversation) -> Listed:
    tail = messages.after(conn, conversation.company_id, conversation.id, conversation.last_seq - TAIL)
    from_candidate = [message for message in tail if message.author == "candidate"]
    return Listed(conversation, next(reversed(from_candidate or tail), None))


async def thread_page(request: web.Request) -> web.Response:
    """Show one conversation."""
    thread = await _thread(request, after=0)
    return render(request, "conversations/thread.html", thread=thread, limit=ANSWER_LIMIT)


async def new_messages(request: web.Request) -> web.Response:
    """Return what came after the message the page knows; nothing when that was the last one."""
    thread = await _thread(request, after=query_number(request, "after") or 0)
    if not thread.messages:
        return web.Response(status=204)
    return render(request, "conversations/more.html", thread=thread)


async def _thread(request: web.Request, after: int) -> Thread:
    seat, conversation_id = seat_of(request), path_id(request)
    return await seat.read(lambda conn: _read_thread(conn, seat.company.id, conversation_id, after))


def _read_thread(conn: Connection, company_id: int, conversation_id: int, after: int) -> Thread:
    conversation = conversations.get(conn, company_id, conversation_id)
    start = max(after, conversation.last_seq - THREAD_LIMIT)
    said = messages.after(conn, company_id, conversation_id, start, limit=THREAD_LIMIT)
    decided = decisions.of_conversation(conn, company_id, conversation_id)
    guarded = guard_decisions.of_conversations(conn, company_id, [conversation_id])
    by_message = {seq: made for (_, seq), made in guarded.items()}
    return Thread(conversation, said, {decision.message_seq: decision for decision in decided}, by_message)


async def reply(request: web.Request) -> web.Response:
    """Send the recruiter's words; the page fetches them back with whatever else is new."""
    conversation_id, text = path_id(request), request[FORM].text("reply", ANSWER_LIMIT)
    await seat_of(request).write(lambda conn, actor: handover.reply(conn, actor, conversation_id, text))
    if is_fragment(request):
        return web.Response(status=204, headers={"HX-Trigger": "replied"})
    raise done(f"/admin/conversations/{conversation_id}", "replied")


async def take_over(request: web.Request) -> web.Response:
    """Make the bot silent."""
    return await _step(request, handover.take_over, "taken_over")


async def hand_back(request: web.Request) -> web.Response:
    """Let the bot answer again."""
    return await _step(request, handover.hand_back, "handed_back")


async def resolve(request: web.Request) -> web.Response:
    """Mark the conversation as done."""
    return await _step(request, handover.resolve, "resolved")


async def _step(request: web.Request, step: Step, note: str) -> web.Response:
    conversation_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: step(conn, actor, conversation_id))
    raise done(f"/admin/conversations/{conversation_id}", note)


ROUTES = [
    web.get("/conversations", list_page),
    web.get(r"/conversations/{id:\d+}", thread_page),
    web.get(r"/conversations/{id:\d+}/messages", new_messages),
    web.post(r"/conversations/{id:\d+}/reply", reply),
    web.post(r"/conversations/{id:\d+}/take-over", take_over),
    web.post(r"/conversations/{id:\d+}/hand-back", hand_back),
    web.post(r"/conversations/{id:\d+}/resolve", resolve),
]
