"""Who may log in: the company's recruiters, listed for them, changed by operators."""

from __future__ import annotations

import asyncio

from aiohttp import web

from admin import passwords
from admin.actor import Actor
from admin.addresses import mail_address
from admin.errors import DeskError
from admin.forms import NAME_LIMIT
from admin.pages import done, render
from admin.visit import FORM, Seat, operators_seat_of, path_id, seat_of
from storage import Connection
from storage.conversations import conversations
from storage.database.errors import AlreadyExists
from storage.people import users
from texts.cleaning import one_line
from texts.mail_addresses import LONGEST


async def users_page(request: web.Request) -> web.Response:
    """List the company's people."""
    return await _show(request)


async def _show(request: web.Request, *, shown_once: str = "", email: str = "") -> web.Response:
    seat = seat_of(request)
    people = await seat.read(lambda conn: users.of_company(conn, seat.company.id))
    return render(
        request, "people/users.html", people=people, may_change=seat.is_operator, shown_once=shown_once, email=email,
        address="/admin/users",
    )  # fmt: skip


async def add(request: web.Request) -> web.Response:
    """Add a recruiter and show the new password, once."""
    seat, form = operators_seat_of(request), request[FORM]
    email, name = mail_address(form.text("email", LONGEST)), one_line(form.text("person", NAME_LIMIT))
    password, hashed = await _new_password(seat)
    await seat.write(lambda conn, actor: _add(conn, actor, email, name, hashed))
    return await _show(request, shown_once=password, email=email)


def _add(conn: Connection, actor: Actor, email: str, name: str, hashed: str) -> None:
    try:
        users.add(conn, actor.company_id, email, name, "recruiter", hashed, actor.now)
    except AlreadyExists as error:
        raise DeskError("email_taken", email=email) from error
    actor.note(conn, "user_added", email=email)


async def disable(request: web.Request) -> web.Response:
    """Keep a person out; oneself excepted."""
    seat, user_id = operators_seat_of(request), path_id(request)
    if user_id == seat.user.id:
        raise DeskError("disable_self")
    await seat.write(lambda conn, actor: keep_out(conn, actor, user_id))
    raise done("/admin/users", "user_disabled")


def keep_out(conn: Connection, actor: Actor, user_id: int) -> None:
    """Let a person log in no more; whoever waits for them waits for the whole team. Raises NotFound."""
    email = users.get(conn, actor.company_id, user_id).email
    users.disable(conn, actor.company_id, user_id)
    conversations.release(conn, actor.company_id, user_id, actor.now)
    actor.note(conn, "user_disabled", email=email)


async def set_away(request: web.Request) -> web.Response:
    """Leave a person out when new conversations are given in turn, or in again: oneself, for operators anybody."""
    seat, user_id, form = seat_of(request), path_id(request), request[FORM]
    if user_id != seat.user.id:
        operators_seat_of(request)
    away = bool(form.text("away", 8, required=False))
    await seat.write(lambda conn, actor: _set_away(conn, actor, user_id, away=away))
    from_inbox = form.flag("inbox")
    raise done("/admin/conversations" if from_inbox else "/admin/users", "away" if away else "back")


def _set_away(conn: Connection, actor: Actor, user_id: int, *, away: bool) -> None:
    users.set_away(conn, actor.company_id, user_id, away=away)
    actor.note(conn, "user_away" if away else "user_back", email=users.get(conn, actor.company_id, user_id).email)


async def reset_password(request: web.Request) -> web.Response:
    """Give a person a new password and show it, once."""
    seat, user_id = operators_seat_of(request), path_id(request)
    password, hashed = await _new_password(seat)
    email = await seat.write(lambda conn, actor: _reset(conn, actor, user_id, hashed))
    return await _show(request, shown_once=password, email=email)


def _reset(conn: Connection, actor: Actor, user_id: int, hashed: str) -> str:
    email = users.get(conn, actor.company_id, user_id).email
    users.set_password(conn, actor.company_id, user_id, hashed)
    actor.note(conn, "password_reset", email=email)
    return email


async def _new_password(seat: Seat) -> tuple[str, str]:
    password = passwords.new_password()
    return password, await asyncio.to_thread(passwords.hash_password, password, seat.desk.hasher)


ROUTES = [
    web.get("/users", users_page),
    web.post("/users", add),
    web.post(r"/users/{id:\d+}/disable", disable),
    web.post(r"/users/{id:\d+}/away", set_away),
    web.post(r"/users/{id:\d+}/reset-password", reset_password),
]
