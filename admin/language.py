"""The language switch."""

from __future__ import annotations

from datetime import timedelta

from aiohttp import web

from admin.middlewares import LANGUAGE_COOKIE
from admin.sessions import is_https
from admin.texts import load_texts
from admin.visit import FORM, HOME, own_page

_KEPT = timedelta(days=365)


async def switch(request: web.Request) -> web.Response:
    """Remember the language for this browser and go back to where the visitor was."""
    language = request[FORM].text("language", 16)
    if language not in load_texts():
        raise web.HTTPNotFound
    response = web.HTTPSeeOther(own_page(request[FORM].secret("back")) or HOME)
    response.set_cookie(
        LANGUAGE_COOKIE,
        language,
        path="/admin/",
        max_age=int(_KEPT.total_seconds()),
        httponly=True,
        secure=is_https(request),
        samesite="Lax",
    )
    raise response


ROUTES = [web.post("/language", switch)]
