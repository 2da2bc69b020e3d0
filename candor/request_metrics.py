"""Counting requests by what the client was answered, and sockets by how long they were open."""

from __future__ import annotations

import asyncio
import time
from http import HTTPStatus

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware
from prometheus_client import CollectorRegistry, Counter, Histogram

SOCKET = HTTPStatus.SWITCHING_PROTOCOLS.value
GONE = 499
"""What is counted for a client that went away before it was answered."""

_SOCKET_BUCKETS = (1, 10, 60, 300, 900, 1800, 3600, 4 * 3600, 12 * 3600)


def counting(registry: CollectorRegistry) -> Middleware:
    """Return the middleware that counts; the outermost of all, so that it sees the answer that goes out."""
    requests = Counter("candor_requests", "Requests by route and status", ["route", "status"], registry=registry)
    seconds = Histogram(
        "candor_request_seconds", "Time to answer a request, sockets apart", ["route"], registry=registry
    )
    sockets = Histogram(
        "candor_socket_seconds", "How long sockets were open", buckets=_SOCKET_BUCKETS, registry=registry
    )

    @web.middleware
    async def count(request: web.Request, handler: Handler) -> web.StreamResponse:
        resource = request.match_info.route.resource
        route = resource.canonical if resource is not None else "unknown"
        start, status = time.perf_counter(), 500
        try:
            response = await handler(request)
            status = response.status
            return response
        except web.HTTPException as error:
            status = error.status
            raise
        except asyncio.CancelledError:
            status = SOCKET if request.headers.get(hdrs.UPGRADE, "").lower() == "websocket" else GONE
            raise
        finally:
            requests.labels(route, status).inc()
            (sockets if status == SOCKET else seconds.labels(route)).observe(time.perf_counter() - start)

    return count
