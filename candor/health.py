"""/healthz, /readyz and /metrics."""

from __future__ import annotations

import time

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.service import Service
from storage import companies
from storage.database import Database
from storage.errors import StorageError


def mount(app: web.Application, database: Database, service: Service) -> None:
    """Add the three routes and the middleware that counts requests."""
    registry = CollectorRegistry()
    Gauge("candor_writes_waiting", "Writes in the queue", registry=registry).set_function(lambda: database.queued)
    app.middlewares.append(_counting(registry))
    app.router.add_get("/healthz", _alive)
    app.router.add_get("/readyz", _ready(database, service))
    app.router.add_get("/metrics", _metrics(registry))


async def _alive(_: web.Request) -> web.Response:
    return web.json_response({"status": "alive"})


def _ready(database: Database, service: Service) -> Handler:
    async def ready(_: web.Request) -> web.Response:
        try:
            await database.read(companies.all_companies)
        except StorageError as error:
            return web.json_response({"status": "not ready", "reason": str(error)}, status=503)
        guard = "off" if service.guard is None else "signs only" if service.guard.trouble else "on"
        return web.json_response({"status": "ready", "languages": list(service.live.languages), "guard": guard})

    return ready


def _metrics(registry: CollectorRegistry) -> Handler:
    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=generate_latest(registry), content_type="text/plain", charset="utf-8")

    return metrics


def _counting(registry: CollectorRegistry) -> Middleware:
    requests = Counter("candor_requests", "Requests by route and status", ["route", "status"], registry=registry)
    seconds = Histogram("candor_request_seconds", "Time to answer by route", ["route"], registry=registry)

    @web.middleware
    async def counting(request: web.Request, handler: Handler) -> web.StreamResponse:
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
        finally:
            requests.labels(route, status).inc()
            seconds.labels(route).observe(time.perf_counter() - start)

    return counting
