"""Which language a request asks for."""

from __future__ import annotations

from collections.abc import Sequence

from aiohttp import web

from texts import FALLBACK_LANGUAGE, locales


def language_of(request: web.Request, known: Sequence[str]) -> str:
    """Return the known language that Accept-Language prefers, else the fallback language."""
    return locales.negotiated(request.headers.get("Accept-Language", ""), known) or FALLBACK_LANGUAGE
