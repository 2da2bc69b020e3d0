"""Who may see a conversation: the bearer of its token, or the browser that holds its cookie."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aiohttp import hdrs, web

from bot.channels.web.errors import ApiError
from bot.errors import Unauthorized

COOKIE_PREFIX = "__Host-candor-"
ID = "[A-Za-z0-9_.~-]{1,100}"
"""How a company's key or a conversation's id looks in a path; anything else is not found."""
_ID = re.compile(ID)


@dataclass(frozen=True, slots=True)
class Credential:
    """A conversation's public id with the token that was presented for it."""

    conversation: str
    token: str


def credential(request: web.Request, conversation: str) -> Credential | None:
    """Return the bearer token or, from the same origin, the cookie presented for this conversation, if any."""
    if (token := _bearer(request)) is not None:
        return Credential(conversation, token)
    for name, value in request.cookies.items():
        if name.startswith(COOKIE_PREFIX) and (found := _parse(value)) and found.conversation == conversation:
            require_same_origin(request)
            return found
    return None


def required(request: web.Request, conversation: str) -> Credential:
    """Return the credential presented for this conversation; raises Unauthorized when there is none."""
    found = credential(request, conversation)
    if found is None:
        raise Unauthorized("unauthorized")
    return found


def current(request: web.Request, company: str) -> Credential | None:
    """Return what is presented for `company`: a bearer token with ?conversation=ID, or the company's cookie."""
    if (token := _bearer(request)) is not None:
        conversation = request.query.get("conversation", "")
        if not _ID.fullmatch(conversation):
            raise Unauthorized("unauthorized")
        return Credential(conversation, token)
    value = request.cookies.get(COOKIE_PREFIX + company)
    if value is None:
        return None
    require_same_origin(request)
    return _parse(value)


def require_same_origin(request: web.Request) -> None:
    """Refuse (403) a cookie on a request that a page of another origin may have caused.

    Plain reads carry no Origin; another page could not see their answer. Everything else must carry our own.
    """
    upgrade = request.headers.get(hdrs.UPGRADE, "").lower() == "websocket"
    reads = request.method in ("GET", "HEAD") and not upgrade
    origin = request.headers.get(hdrs.ORIGIN)
    foreign = origin != own_origin(request) if origin or not reads else False
    if foreign or request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise ApiError(403, "foreign_origin")


def own_origin(request: web.Request) -> str:
    """Return the origin under which the client reached us."""
    return f"{request.scheme}://{request.host}"


def set_cookie(response: web.Response, company: str, held: Credential, max_age: int) -> None:
    """Keep the conversation in the browser: partitioned by the embedding site, out of reach of scripts."""
    # http.cookies knows no Partitioned attribute before Python 3.14, so the header is written here.
    response.headers.add(
        hdrs.SET_COOKIE,
        f"{COOKIE_PREFIX}{company}={held.conversation}.{held.token}; Max-Age={max_age}; "
        "Path=/; Secure; HttpOnly; SameSite=None; Partitioned",
    )


def drop_cookie(request: web.Request, response: web.Response, conversation: str) -> None:
    """Let the browser forget the conversation, if it is by a cookie that it remembers it."""
    for name, value in request.cookies.items():
        if name.startswith(COOKIE_PREFIX) and (found := _parse(value)) and found.conversation == conversation:
            gone = f"{name}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=None; Partitioned"
            response.headers.add(hdrs.SET_COOKIE, gone)


def _bearer(request: web.Request) -> str | None:
    scheme, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def _parse(value: str) -> Credential | None:
    conversation, _, token = value.partition(".")
    return Credential(conversation, token) if _ID.fullmatch(conversation) and token else None
