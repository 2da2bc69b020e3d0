"""Which language a request asks for."""

from __future__ import annotations

from collections.abc import Sequence

from aiohttp import web

from texts import FALLBACK_LANGUAGE


def language_of(request: web.Request, known: Sequence[str]) -> str:
    """Return the first known language of Accept-Language, else the fallback language."""
    return first_known(request.headers.get("Accept-Language", ""), known) or FALLBACK_LANGUAGE


def first_known(wanted: str, known: Sequence[str]) -> str | None:
    """Return the first known language of a list such as Accept-Language holds; quality values are not weighed.

    >>> first_known("it, de-CH;q=0.8, en", ("en", "de"))
    'de'
    """
    for entry in wanted.split(","):
        primary = entry.split(";")[0].strip().split("-")[0].lower()
        if primary in known:
            return primary
    return None
