"""What a trusted proxy says of a visitor: their address, and whether they came by HTTPS."""

from __future__ import annotations

from aiohttp import web
from aiohttp.typedefs import Handler


@web.middleware
async def behind_proxy(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Take scheme and address from the last entries of X-Forwarded-Proto and X-Forwarded-For, which the proxy wrote."""
    scheme = _last(request, "X-Forwarded-Proto") or request.scheme
    remote = _last(request, "X-Forwarded-For") or request.remote or ""
    return await handler(request.clone(scheme=scheme, remote=remote))


def _last(request: web.Request, header: str) -> str:
    return request.headers.get(header, "").rpartition(",")[2].strip()
