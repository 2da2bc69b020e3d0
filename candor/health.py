"""/healthz, /readyz and /metrics."""

from __future__ import annotations

import time

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from candor.readiness import Readiness
from candor.starting import alive
from storage.database import Database


def mount(app: web.Application, database: Database, readiness: Readiness) -> None:
    """Add the three routes and the middleware that counts requests."""
    registry = CollectorRegistry()
    Gauge("candor_writes_waiting", "Writes in the queue", registry=registry).set_function(lambda: database.queued)
    app.middlewares.append(_counting(registry))
    app.router.add_get("/healthz", alive)
    app.router.add_get("/readyz", _ready(readiness))
    app.router.add_get("/metrics", _metrics(registry))


def _ready(readiness: Readiness) -> Handler:
    async def ready(_: web.Request) -> web.Response:
        report = await readiness.report()
        return web.json_response(report.to_dict(), status=200 if report.ready else 503)

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
