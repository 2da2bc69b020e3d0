"""Logging in and out, and changing one's own password."""

from __future__ import annotations

import asyncio

from aiohttp import web

from admin import known_browser, passwords
from admin.authentication import GATEKEEPER, TooManyAttemptsError, Visitor
from admin.desk import DESK, Desk
from admin.errors import DeskError
from admin.pages import done, render
from admin.sessions import drop_cookie, open_session, set_cookie
from admin.visit import FORM, HOME, LOGIN, SAY, SESSION, UNDONE, own_page
from storage import Connection
from storage.people import audit, sessions, users
from storage.people.sessions import Session
from storage.people.users import User
from texts.mail_addresses import LONGEST


async def login_page(request: web.Request) -> web.Response:
    """Show the form; those who are logged in already go to the queue."""
    if SESSION in request:
        raise web.HTTPSeeOther(HOME)
    back, undone = own_page(request.query.get("next", "")), UNDONE in request.query
    return render(request, "login.html", next=back, email="", error=None, undone=undone)


async def log_in(request: web.Request) -> web.Response:
    """Open a session for the right password; whatever is wrong, the form comes back with one line."""
    form, desk, email = request[FORM], request.app[DESK], ""
    back = own_page(form.secret("next"))
    try:
        email = form.text("email", LONGEST)
        admitted = await request.app[GATEKEEPER].admit(email, form.secret("password"), _visitor(request))
    except TooManyAttemptsError as error:
        words, wait = request[SAY](f"error.{error.code}", **error.params), {"Retry-After": str(error.seconds)}
        return render(request, "login.html", status=429, headers=wait, next=back, email=email, error=words)
    except DeskError:
        words = request[SAY]("error.wrong_login")
        return render(request, "login.html", status=401, next=back, email=email, error=words)
    token = await _start(desk, admitted.user, request.get(SESSION))
    response = web.HTTPSeeOther(back or HOME)
    set_cookie(response, request, token)
    known_browser.remember(response, request, admitted.proof)
    raise response


def _visitor(request: web.Request) -> Visitor:
    return Visitor(request.remote or "unknown", known_browser.shown(request))


async def _start(desk: Desk, user: User, before: Session | None) -> str:
    now = desk.now()

    def work(conn: Connection) -> str:
        if before is not None:
            sessions.delete(conn, before.id)
        audit.write(conn, user.company_id, user.email, "login", {}, now)
        return open_session(conn, user.id, desk.settings, now)

    return await desk.database.write(work)


async def log_out(request: web.Request) -> web.Response:
    """End the session on the server and in the browser."""
    session_id = request[SESSION].id
    await request.app[DESK].database.write(lambda conn: sessions.delete(conn, session_id))
    response = web.HTTPSeeOther(LOGIN)
    drop_cookie(response, request)
    raise response


async def password_page(request: web.Request) -> web.Response:
    """Show the form to change one's own password."""
    return render(request, "password.html", min_length=passwords.MIN_LENGTH)


async def change_password(request: web.Request) -> web.Response:
    """Change one's own password; ends every session of this person and opens a new one here."""
    form, desk, user = request[FORM], request.app[DESK], request[SESSION].user
    chosen = passwords.checked(form.secret("new_password"), form.secret("repeat_password"), user.email)
    current = form.secret("current_password")
    await request.app[GATEKEEPER].admit(user.email, current, _visitor(request), refusal="wrong_password")
    hashed = await asyncio.to_thread(passwords.hash_password, chosen, desk.hasher)
    token = await _replace_password(desk, user, hashed)
    response = done("/admin/password", "password_changed")
    set_cookie(response, request, token)
    known_browser.remember(response, request, known_browser.proof(user.email, hashed))
    raise response


async def _replace_password(desk: Desk, user: User, hashed: str) -> str:
    now = desk.now()

    def work(conn: Connection) -> str:
        users.set_password(conn, user.company_id, user.id, hashed)
        audit.write(conn, user.company_id, user.email, "password_changed", {}, now)
        return open_session(conn, user.id, desk.settings, now)

    return await desk.database.write(work)


ROUTES = [
    web.get("/login", login_page),
    web.post("/login", log_in),
    web.post("/logout", log_out),
    web.get("/password", password_page),
    web.post("/password", change_password),
]
