"""Erasing the person of a conversation: a page that says what goes and what stays, and the step itself."""

from __future__ import annotations

from aiohttp import web

from admin.actor import Actor
from admin.pages import done, render
from admin.visit import FORM, path_id, seat_of
from storage import Connection
from storage.conversations import conversations
from storage.erasure import erasure


async def erase_page(request: web.Request) -> web.Response:
    """Ask whether the person is to be erased."""
    seat, conversation_id = seat_of(request), path_id(request)
    its = (seat.company.id, conversation_id)
    talk, privacy = await seat.read(
        lambda conn: (conversations.get(conn, *its), conversations.privacy_shown(conn, *its))
    )
    return render(request, "inbox/erase.html", talk=talk, privacy=privacy)


async def erase(request: web.Request) -> web.Response:
    """Erase the person, in one transaction and for good; takes whether training questions go as well."""
    conversation_id, examples = path_id(request), request[FORM].flag("examples")
    await seat_of(request).write(lambda conn, actor: _erase(conn, actor, conversation_id, examples))
    raise done("/admin/conversations", "person_erased")


def _erase(conn: Connection, actor: Actor, conversation_id: int, examples: bool) -> None:
    public_id = conversations.get(conn, actor.company_id, conversation_id).public_id
    erased = erasure.erase_conversation(conn, actor.company_id, public_id, actor.now, examples=examples)
    counted = {"conversations": erased.conversations, "subscriptions": erased.subscriptions}
    actor.note(conn, "erased", **counted, n=erased.examples)


ROUTES = [
    web.get(r"/conversations/{id:\d+}/erase", erase_page),
    web.post(r"/conversations/{id:\d+}/erase", erase),
]
