"""The pages of the inbox: the list, and a conversation beside it."""

from __future__ import annotations

from functools import partial
from typing import Any

from aiohttp import web

from admin.forms import ANSWER_LIMIT
from admin.inbox.canned import offers
from admin.inbox.filters import FOLDERS, InboxFilter
from admin.inbox.lists import ADDRESS, found_in, listing, query_of, waits
from admin.inbox.threads import Thread, thread
from admin.pages import render
from admin.visit import SAY, is_fragment, path_id, query_number, seat_of
from storage.conversations.inbox import ListPosition

NOTE_LIMIT = 2000


async def list_page(request: web.Request) -> web.Response:
    """Show a page of the list; only the list where a page that is open asks for it anew."""
    template = "inbox/list.html" if is_fragment(request) else "inbox/inbox.html"
    return render(request, template, **await _around(request), thread=None)


async def thread_page(request: web.Request) -> web.Response:
    """Show one conversation beside the list; only the conversation where a page that is open asks for it."""
    shown, chosen = await thread(request), InboxFilter.read(request.query)
    pane: dict[str, Any] = {
        "thread": shown,
        "back_to_list": ADDRESS + query_of(chosen, str(ListPosition.read(request.query.get("after", "")) or "")),
        "found": await _found(request, shown, chosen.q),
        "limit": ANSWER_LIMIT,
        "note_limit": NOTE_LIMIT,
        "draft": await _draft(request),
    }
    if is_fragment(request):
        return render(request, "inbox/pane.html", **pane)
    return render(request, "inbox/inbox.html", **await _around(request), **pane)


async def _found(request: web.Request, shown: Thread, words: str) -> int | None:
    """The number of the message that says what the list was searched for, None without any."""
    seat, talk = seat_of(request), shown.conversation
    found = await seat.read(lambda conn: found_in(conn, seat.company.id, [talk], words)) if words else {}
    return found[talk.id].seq if talk.id in found else None


async def _draft(request: web.Request) -> str:
    """The canned reply that was chosen without a script, "" where none was."""
    seat, chosen, talk = seat_of(request), query_number(request, "offer"), path_id(request)
    if chosen is None:
        return ""
    found = await seat.read(lambda conn: offers(conn, seat, talk))
    return next((each.text for each in found if each.id == chosen), "")


async def _around(request: web.Request) -> dict[str, Any]:
    return {"listing": await listing(request), "folders": FOLDERS, "waits": partial(waits, request[SAY])}


async def new_messages(request: web.Request) -> web.Response:
    """Return what came after the message the page knows and how the conversation stands; nothing if nothing changed."""
    shown = await thread(request, after=query_number(request, "after") or 0)
    if not shown.messages and request.query.get("stamp") == shown.stamp:
        return web.Response(status=204)
    return render(request, "inbox/more.html", thread=shown, found=None)


ROUTES = [
    web.get("/conversations", list_page),
    web.get(r"/conversations/{id:\d+}", thread_page),
    web.get(r"/conversations/{id:\d+}/messages", new_messages),
]
