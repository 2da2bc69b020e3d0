"""What answers from the first moment on, until the database is open and the models' libraries are loaded."""

from __future__ import annotations

from html import escape

from aiohttp import web

from bot.texts import load_texts

RETRY_SECONDS = 1


def starting_app() -> web.Application:
    """Return the application that is alive but not ready: whatever else is asked for gets 503 and when to come back."""
    app, texts = web.Application(), load_texts()

    async def come_back(request: web.Request) -> web.Response:
        language = request.headers.get("Accept-Language", "")[:2].lower()
        headers = {"Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store"}
        if request.path.startswith("/api/"):
            error = {"code": "starting", "message": texts.get(language, "error.starting")}
            return web.json_response({"error": error}, status=503, headers=headers)
        title, text = (escape(texts.get(language, f"starting.{part}")) for part in ("title", "text"))
        page = _PAGE.format(title=title, text=text, seconds=RETRY_SECONDS)
        return web.Response(text=page, content_type="text/html", status=503, headers=headers)

    app.router.add_get("/healthz", alive)
    app.router.add_get("/readyz", _not_ready)
    app.router.add_route("*", "/{anything:.*}", come_back)
    return app


async def alive(_: web.Request) -> web.Response:
    """GET /healthz: the process answers, whatever else it can do."""
    return web.json_response({"status": "alive"})


async def _not_ready(_: web.Request) -> web.Response:
    return web.json_response({"status": "not ready", "not_ready": [{"code": "starting", "count": 1}]}, status=503)


_PAGE = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="{seconds}"><title>{title}</title>
<p>{text}</p>
"""
