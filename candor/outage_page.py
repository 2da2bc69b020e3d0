"""What visitors of pages see while the database does not answer; the API and the desk say it in their own ways."""

from __future__ import annotations

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler

from bot.texts import load_texts
from candor.starting import come_back_page
from storage.database.errors import Unavailable

log = structlog.get_logger()

SECONDS = 5


@web.middleware
async def database_awaited(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer 503 where a page can be neither read nor written now."""
    try:
        return await handler(request)
    except Unavailable as error:
        log.error("storage_unavailable", reason=str(error))
        return come_back_page(request, load_texts(), "outage.title", "error.busy", SECONDS)
