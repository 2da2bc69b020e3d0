"""The application: web channel, desk, health, and what runs beside them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import structlog
from aiohttp import web

import admin.app
import bot.channels.web
from admin.desk import AdminSettings, Desk
from bot.channels.web import Rate, StoredConversations, WebSettings
from bot.service import Service
from candor import health, nightly_process, try_page
from candor.alert_channels import channels
from candor.alerts import Alerts
from candor.data_checks import data_reference, nearest_examples
from candor.explanations import explain_decision
from candor.job_runner import JobRunner
from candor.nightly import NightlyScores
from candor.proxy import behind_proxy
from candor.schedule import Schedule
from candor.settings import Settings
from candor.training_process import train
from storage import Database, Notice

log = structlog.get_logger()

REFRESH_SECONDS = 2.0


def build_app(settings: Settings, database: Database, service: Service) -> web.Application:
    """Compose the application; the caller keeps owning the database."""
    app = web.Application(middlewares=[behind_proxy] if settings.server.trust_proxy else [])
    schedule = scheduled(settings, database)
    bot.channels.web.setup(app, StoredConversations(database, service), service.texts, web_settings(settings))
    admin.app.mount(app, desk(settings, database, service, schedule))
    health.mount(app, database, service)
    try_page.mount(app, database, service, settings.server.public_url)
    app.cleanup_ctx.append(lambda _: _ticking(schedule))
    app.cleanup_ctx.append(lambda _: _models_kept_fresh(database, service))
    return app


def scheduled(settings: Settings, database: Database) -> Schedule:
    """Assemble what runs by the clock; raises SettingsError for alerts that are configured by half."""
    plan, runner = settings.schedule, JobRunner(database)
    measure = partial(nightly_process.measure, settings)
    scores = NightlyScores(database, runner, measure, plan.evaluation_cron)
    alerts = Alerts(database, channels(settings.alerts), plan.drift_tolerance, settings.server.public_url)
    return Schedule(database, plan, partial(train, settings), scores=scores, alerts=alerts, runner=runner)


def desk(settings: Settings, database: Database, service: Service, schedule: Schedule) -> Desk:
    """Assemble what the recruiters' desk is given."""
    nearest = partial(nearest_examples, service.live)
    explain = partial(explain_decision, service.live, settings.models_dir)
    given = desk_settings(settings)
    return Desk(database, schedule.retrain_now, explain, given, nearest=nearest, reference=data_reference)


def web_settings(settings: Settings) -> WebSettings:
    """Return what the web channel is told of the configuration."""
    return WebSettings(
        conversation_rate=_per_minute(settings.bot.messages_per_minute),
        opening_rate=_per_minute(settings.bot.conversations_per_minute),
        embedding_origins=settings.server.embedding_origins,
    )


def desk_settings(settings: Settings) -> AdminSettings:
    """Return what the desk is told of the configuration."""
    return AdminSettings(**settings.admin.model_dump(), public_url=settings.server.public_url)


def _per_minute(count: int) -> Rate:
    return Rate(burst=count, per_second=count / 60)


async def _ticking(schedule: Schedule) -> AsyncIterator[None]:
    schedule.start()
    yield
    await schedule.stop()


async def _models_kept_fresh(database: Database, service: Service) -> AsyncIterator[None]:
    """Swap in what went live: at once when told, and by looking every few seconds for what nobody told."""
    loop, told = asyncio.get_running_loop(), asyncio.Event()

    def hear(notice: Notice) -> None:
        if notice.kind == "model":
            loop.call_soon_threadsafe(told.set)

    unsubscribe = database.subscribe(hear)
    task = asyncio.create_task(_refresh_forever(database, service, told))
    yield
    unsubscribe()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _refresh_forever(database: Database, service: Service, told: asyncio.Event) -> None:
    while True:
        try:
            for line in await database.read(service.live.refresh):
                log.info("models", change=line)
        except Exception:
            log.exception("models_not_refreshed")
        told.clear()
        try:
            await asyncio.wait_for(told.wait(), REFRESH_SECONDS)
        except TimeoutError:
            continue
