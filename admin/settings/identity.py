"""Signed-in users: the secret with which a company's own site proves who a candidate is."""

from __future__ import annotations

import secrets

from aiohttp import web

from admin.actor import Actor
from admin.pages import render
from admin.visit import operators_seat_of, seat_of
from storage import Connection
from storage.conversations import identities

SERVER_LINES = """\
import hashlib, hmac

signature = hmac.new(SECRET.encode(), user_id.encode(), hashlib.sha256).hexdigest()"""
PAGE_LINES = """\
document.addEventListener("candor:ready", () => candor.identify({ user: "4711", signature: "f53b72…" }));"""


async def identity_page(request: web.Request) -> web.Response:
    """Show whether the company has a secret, and how its site uses it."""
    return await _show(request)


async def renew(request: web.Request) -> web.Response:
    """Make a secret, or another in place of the one there is, and show it, once."""
    seat, secret = operators_seat_of(request), secrets.token_urlsafe(32)

    def write(conn: Connection, actor: Actor) -> None:
        identities.set_secret(conn, actor.company_id, secret, actor.now)
        actor.note(conn, "identity_secret")

    await seat.write(write)
    return await _show(request, secret)


async def _show(request: web.Request, secret: str = "") -> web.Response:
    seat = seat_of(request)
    since = await seat.read(lambda conn: identities.secret_since(conn, seat.company.id))
    return render(
        request, "settings/identity.html", secret=secret, since=since, may_change=seat.is_operator,
        server_lines=SERVER_LINES, page_lines=PAGE_LINES, address="/admin/settings/identity",
    )  # fmt: skip


ROUTES = [web.get("/settings/identity", identity_page), web.post("/settings/identity/secret", renew)]
