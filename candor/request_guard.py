"""What every request passes first: the deadline of its body, and how many one visitor may have at a time."""

from __future__ import annotations

from collections import Counter

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.channels.web.errors import error_response
from bot.channels.web.visitors import limited_address
from candor.connections import Connection

RETRY_SECONDS = 5


def guarding(per_visitor: int) -> Middleware:
    """Return the middleware that tells a connection when it is served, and refuses a visitor's one too many (429).

    A visitor behind a trusted proxy shares its connections with others, so that only their requests can be counted.
    """
    under_way: Counter[str | None] = Counter()

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        visitor = limited_address(request)
        if under_way[visitor] >= per_visitor:
            return _refusal(request)
        if visitor:
            under_way[visitor] += 1
        connection = request.transport.get_protocol() if request.transport is not None else None
        if isinstance(connection, Connection):
            connection.begin(request)
        try:
            return await handler(request)
        finally:
            if isinstance(connection, Connection):
                connection.finish()
            if visitor:
                under_way[visitor] -= 1
                if not under_way[visitor]:
                    del under_way[visitor]

    return guard


def _refusal(request: web.Request) -> web.Response:
    wait = {"Retry-After": str(RETRY_SECONDS)}
    return error_response(request, 429, "too_many_requests", {"seconds": RETRY_SECONDS}, wait)
