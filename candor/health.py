"""/healthz, /readyz and /metrics."""

from __future__ import annotations

from aiohttp import web
from aiohttp.typedefs import Handler
from prometheus_client import CollectorRegistry, generate_latest

from candor.metrics import HouseMetrics
from candor.readiness import Readiness
from candor.request_metrics import counting
from candor.starting import alive


def mount(app: web.Application, readiness: Readiness, house: HouseMetrics) -> None:
    """Add the three routes, and the middleware that counts requests before all others."""
    registry = CollectorRegistry()
    registry.register(house)
    app.middlewares.insert(0, counting(registry))
    app.router.add_get("/healthz", alive)
    app.router.add_get("/readyz", _ready(readiness))
    app.router.add_get("/metrics", _metrics(registry, readiness, house))


def _ready(readiness: Readiness) -> Handler:
    async def ready(_: web.Request) -> web.Response:
        report = await readiness.report()
        return web.json_response(report.to_dict(), status=200 if report.ready else 503)

    return ready


def _metrics(registry: CollectorRegistry, readiness: Readiness, house: HouseMetrics) -> Handler:
    async def metrics(_: web.Request) -> web.Response:
        await house.look(await readiness.report())
        return web.Response(body=generate_latest(registry), content_type="text/plain", charset="utf-8")

    return metrics
