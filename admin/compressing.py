"""Pages are sent compressed, where their size tells nobody else what they hold."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from admin.desk import DESK
from admin.security import same_origin
from network.assets import reads_gzip

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

SMALLEST: Final = 1024
"""Bytes; what is smaller is sent in one packet anyway."""


@web.middleware
async def compress(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Compress text for those who can read it.

    How small a page becomes tells what it holds to whoever can put words into it by links and watch the line (BREACH).
    Such links come from other sites, whose requests browsers mark: they get the page as it is.
    """
    response = await handler(request)
    if not _is_text(response):
        return response
    response.headers["Vary"] = "Accept-Encoding, Sec-Fetch-Site"
    own = same_origin(request.headers, request.host, request.app[DESK].settings.public_url)
    if own and reads_gzip(request.headers):
        response.enable_compression(web.ContentCoding.gzip)
    return response


def _is_text(response: web.StreamResponse) -> bool:
    if not isinstance(response, web.Response) or "Content-Encoding" in response.headers:
        return False
    body = response.body
    return isinstance(body, bytes) and len(body) >= SMALLEST and response.content_type.startswith("text/")
