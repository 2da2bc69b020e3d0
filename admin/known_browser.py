"""A browser in which somebody has logged in before: a cookie says so, and strangers' guesses do not slow it down."""

from __future__ import annotations

import hashlib
import hmac

from aiohttp import web

from admin.sessions import is_https
from storage.people.users import folded

DAYS = 90


def proof(email: str, password_hash: str) -> str:
    """Return what only a browser holds in which this account's password was given; a new password makes it void.

    >>> proof("Ada@demo.example", "argon2...") == proof("ada@demo.example ", "argon2...")
    True
    """
    return hmac.new(password_hash.encode(), f"known browser of {folded(email)}".encode(), hashlib.sha256).hexdigest()


def shown(request: web.Request) -> str:
    """Return what the browser shows as its proof, "" for none."""
    return request.cookies.get(_name(request), "")


def is_proof(given: str, email: str, password_hash: str) -> bool:
    """Tell whether a browser has shown the proof for this account; takes the same time for both answers."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), proof(email, password_hash).encode())


def remember(response: web.StreamResponse, request: web.Request, given: str) -> None:
    """Hand the proof to the browser."""
    response.set_cookie(
        _name(request),
        given,
        path="/",
        max_age=DAYS * 24 * 3600,
        httponly=True,
        secure=is_https(request),
        samesite="Lax",
    )


def _name(request: web.Request) -> str:
    return "__Host-candor-known" if is_https(request) else "candor-known"
