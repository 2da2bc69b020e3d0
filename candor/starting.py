"""What answers from the first moment on, until the database is open and the models' libraries are loaded."""

from __future__ import annotations

from html import escape

from aiohttp import web

from bot.texts import load_texts
from texts import Texts

RETRY_SECONDS = 1


def starting_app() -> web.Application:
    """Return the application that is alive but not ready: whatever else is asked for gets 503 and when to come back."""
    app, texts = web.Application(), load_texts()

    async def come_back(request: web.Request) -> web.Response:
        if request.path.startswith("/api/"):
            error = {"code": "starting", "message": texts.get(_language(request), "error.starting")}
            return web.json_response({"error": error}, status=503, headers=_headers(RETRY_SECONDS))
        return come_back_page(request, texts, "starting.title", "starting.text", RETRY_SECONDS)

    app.router.add_get("/healthz", alive)
    app.router.add_get("/readyz", _not_ready)
    app.router.add_route("*", "/{anything:.*}", come_back)
    return app


def come_back_page(request: web.Request, texts: Texts, title: str, text: str, seconds: int) -> web.Response:
    """Return a page of 503 in the visitor's language that is asked for again by itself, but where a form was sent."""
    words = (escape(texts.get(_language(request), key)) for key in (title, text))
    again = f'<meta http-equiv="refresh" content="{seconds}">' if request.method == "GET" else ""
    page = _PAGE.format(again, *words)
    return web.Response(text=page, content_type="text/html", status=503, headers=_headers(seconds))


def _language(request: web.Request) -> str:
    return request.headers.get("Accept-Language", "")[:2].lower()


def _headers(seconds: int) -> dict[str, str]:
    return {"Retry-After": str(seconds), "Cache-Control": "no-store"}


async def alive(_: web.Request) -> web.Response:
    """GET /healthz: the process answers, whatever else it can do."""
    return web.json_response({"status": "alive"})


async def _not_ready(_: web.Request) -> web.Response:
    return web.json_response({"status": "not ready", "not_ready": [{"code": "starting", "count": 1}]}, status=503)


_PAGE = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
{}<title>{}</title>
<p>{}</p>
"""
