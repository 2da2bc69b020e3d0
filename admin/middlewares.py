"""What happens to every request of the desk, outermost first: size, headers, language, errors, session, CSRF."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import structlog
from aiohttp import web

from admin import sessions
from admin.company import chosen_company, still_chosen
from admin.compressing import compress
from admin.desk import DESK
from admin.errors import DeskError, all_in_words
from admin.forms import FORM_BYTES, MEGABYTE, Form
from admin.pages import render
from admin.security import HEADERS, same_origin, same_token, unmasked
from admin.texts import load_texts, negotiate
from admin.visit import COMPANY, FORM, LOGIN, SAY, SESSION, go_to_login, open_page
from network.posted import NotAForm, read_form
from nlu.errors import DraftGone, StillLoading
from storage.companies.companies import Company
from storage.database.errors import (
    AlreadyExists,
    Busy,
    DatasetError,
    InOtherCategory,
    InvalidText,
    NotFound,
    Unavailable,
    WrongState,
)
from storage.dataset import category_titles

log = structlog.get_logger()

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

LANGUAGE_COOKIE = "candor-desk-language"
# What storage says of it is for commands and the log, in English; pages that know more say more.
_REFUSED = {AlreadyExists: "already_there", InvalidText: "text_unstorable"}
# Reached without a session; what is told live tells those who have none that it has ended.
PUBLIC = frozenset({"/admin/login", "/admin/language", "/admin/live"})
STATIC = "/admin/static/"
# What is sent there changes nothing of the company that a page shows.
OF_NO_COMPANY = frozenset(
    f"/admin/{each}" for each in ("company", "company/new", "language", "login", "logout", "password")
)


@web.middleware
async def harden(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Set the security headers on every response; only assets may be kept by caches."""
    try:
        response = await handler(request)
    except web.HTTPException as error:
        _harden(error)
        raise
    _harden(response)
    return response


def _harden(response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
    response.headers.setdefault("Cache-Control", "no-store")


@web.middleware
async def speak(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Choose the visitor's language."""
    texts = load_texts()
    language = negotiate(request.headers.get("Accept-Language", ""), request.cookies.get(LANGUAGE_COOKIE), texts)
    request[SAY] = texts[language]
    return await handler(request)


@web.middleware
async def explain(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn what went wrong into a page, or a line on the page, in words."""
    try:
        return await handler(request)
    except DeskError as error:
        return _refusal(request, error.status, error)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        return _refusal(request, error.status, _worded(error.status))
    except NotFound:
        return _refusal(request, 404, DeskError("not_found"))
    except (AlreadyExists, DatasetError, InOtherCategory, InvalidText, WrongState) as error:
        log.info("desk_refused", path=request.path, reason=str(error))
        return _refusal(request, 409, DeskError(_REFUSED.get(type(error), "not_any_more")))
    except StillLoading:
        return _refusal(request, 503, DeskError("models_loading"))
    except DraftGone:
        return _refusal(request, 409, DeskError("draft_gone"))
    except Unavailable as error:
        log.error("desk_storage_unavailable", path=request.path, reason=str(error))
        return _refusal(request, 503, DeskError("busy" if isinstance(error, Busy) else "database_unusable"))
    except Exception as error:
        if isinstance(error, ConnectionError) and request.transport is None:
            return web.Response(status=400)  # the visitor went away in the middle: nobody reads it
        log.exception("desk_failed", path=request.path)
        return _refusal(request, 500, DeskError("broken"))


def _worded(status: int) -> DeskError:
    known = {403: "forbidden", 404: "not_found", 405: "not_found"}
    return DeskError(known.get(status, "bad_request"))


def _refusal(request: web.Request, status: int, error: DeskError) -> web.Response:
    if request.method == "HEAD":
        return web.Response(status=status)
    message = all_in_words(request[SAY], error)
    if "HX-Request" in request.headers:
        headers = {"HX-Retarget": "#alert", "HX-Reswap": "innerHTML", "HX-Push-Url": "false"}
        return render(request, "alert.html", status=status, headers=headers, message=message)
    is_gone, page = status == 404, open_page(request)
    return render(request, "error.html", status=status, message=message, page=page, is_gone=is_gone)


@web.middleware
async def sign_in(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Find the session and the company; only the login page, the language switch and assets do without."""
    if request.path.startswith(STATIC):
        return await handler(request)
    session = await sessions.current(request)
    if session is not None:
        request[SESSION] = session
        company = await chosen_company(request, session.user)
        if company is not None:
            request[COMPANY] = company
            request[SAY] = replace(request[SAY], labels=await _labels(request, company))
    elif request.path not in PUBLIC:
        go_to_login(request)
    return await handler(request)


async def _labels(request: web.Request, company: Company) -> dict[str, str]:
    """What people who read this language call the company's categories."""
    spoken = (request[SAY].language, company.default_language)
    return await request.app[DESK].database.read(lambda conn: category_titles.called(conn, company.id, *spoken))


@web.middleware
async def protect(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let a request change something only when it comes from the desk's own page and carries the session's token."""
    if request.method in ("GET", "HEAD"):
        return await handler(request)
    settings = request.app[DESK].settings
    if not same_origin(request.headers, request.host, settings.public_url):
        raise web.HTTPForbidden
    is_upload = request.content_type == "multipart/form-data"
    most = settings.upload_bytes if is_upload else FORM_BYTES
    try:
        form = Form(await read_form(request.clone(client_max_size=most + FORM_BYTES if is_upload else most)))
    except web.HTTPRequestEntityTooLarge:
        raise DeskError("too_large", status=413, n=most // MEGABYTE) from None
    except NotAForm as error:
        raise DeskError("bad_request", status=error.status) from None
    session, page = request.get(SESSION), unmasked(request.headers.get("X-CSRF-Token") or form.secret("csrf"))
    # A login form may have been open since before somebody logged in: its origin has been checked, that is enough.
    if session is not None and request.path != LOGIN and not same_token(session.csrf, page.csrf):
        raise DeskError("csrf", status=403)
    if request.path not in OF_NO_COMPANY:
        await still_chosen(request, page.company)
    request[FORM] = form
    return await handler(request)


MIDDLEWARES = (compress, harden, speak, explain, sign_in, protect)
