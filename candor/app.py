"""The application: web channel, desk, health, and what runs beside them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from functools import partial

import structlog
from aiohttp import web

import admin.app
import bot.channels.web
from admin.desk import Desk, DeskSettings
from bot.channels.web import Rate, StoredConversations, WebSettings
from bot.service import Service
from candor import health, mailing, nightly_process, try_page
from candor.applying import checked_setting
from candor.company_defaults import usual_settings
from candor.company_files import questions_of
from candor.connections import ConnectionLimits, Connections
from candor.countries import country_codes
from candor.data_checks import data_reference, nearest_examples
from candor.demo import DEMO_FOLDER
from candor.desk_openings import known_to_desk
from candor.detectors import detector_schedule
from candor.explanations import explain_decision
from candor.learning import StarterLearning, first_start
from candor.metrics import HouseMetrics
from candor.model_refresh import models_kept_fresh
from candor.outage_page import database_awaited
from candor.product import LIBRARIES
from candor.proxy import visitor_known
from candor.readiness import Readiness
from candor.request_guard import guarding
from candor.retrain_steps import train_noting_steps
from candor.settings import Settings
from candor.start_progress import StartProgress
from candor.starter_models import general_languages
from candor.training_process import Hear, in_own_process, unheard
from candor.trying import try_question
from candor.what_if import ask_draft
from storage import Database
from workers.alerts.channels import channels
from workers.alerts.delivery import Alerts
from workers.applications.sender import application_ticks
from workers.bank.links import link_ticks
from workers.canary_watch import CanaryWatch
from workers.coming_back import coming_back_ticks
from workers.day_counts import day_count_ticks
from workers.detector_schedule import DetectorSchedule
from workers.feeds.schedule import feed_ticks
from workers.job_runner import JobRunner
from workers.nightly import NightlyScores
from workers.retention import retention_ticks
from workers.schedule import TICK_SECONDS, Schedule
from workers.search_terms import search_term_ticks
from workers.ticks import Tick
from workers.told.watch import watch_ticks
from workers.told.webhook_sender import webhook_ticks

log = structlog.get_logger()


def build_app(
    settings: Settings,
    database: Database,
    service: Service,
    connections: Connections,
    progress: StartProgress | None = None,
) -> web.Application:
    """Compose the application; the caller keeps owning the database. `progress` shows how far a first start is."""
    hear, limits = progress.hear if progress else unheard, connections.limits
    app = web.Application(middlewares=[visitor_known(limits.trusted), guarding(limits.per_address), database_awaited])
    runner = JobRunner(database)
    training = detector_schedule(settings, database, runner)
    also = (*mailing.mail_ticks(settings, database, service), *training.ticks())
    if settings.openings.enabled:
        also = (*also, *feed_ticks(partial(in_own_process, settings), database))
    hosts = settings.webhooks.hosts
    applications = application_ticks(settings.applications, settings.mail, database, service.texts, hosts)
    also = (*also, *applications, *search_term_ticks(database), *coming_back_ticks(database, service))
    watch = watch_ticks(database, partial(usual_settings, settings), mails=settings.mail.smtp_host is not None)
    also = (*also, *watch, *webhook_ticks(settings.webhooks, settings.server.public_url, database))
    also = (*also, *day_count_ticks(database), *link_ticks(database, hosts))
    also = (*also, *retention_ticks(database, partial(usual_settings, settings)))
    schedule = scheduled(settings, database, also, runner, hear)
    metrics = HouseMetrics(app, database, service.live, connections)
    conversations = StoredConversations(database, service, told=metrics.told.hear)
    bot.channels.web.setup(app, conversations, service.texts, web_settings(settings, limits))
    admin.app.mount(app, desk(settings, database, service, schedule, training))
    mailing.mount_pages(app, database, service)
    health.mount(app, Readiness(database, service, settings.data_dir), metrics)
    try_page.mount(app, database, service, settings.server.public_url)
    app.on_startup.append(partial(_never_block, database))
    learning = StarterLearning(settings, database, hear)
    app.cleanup_ctx.append(lambda _: _learning(learning, schedule, progress))
    app.cleanup_ctx.append(lambda _: _ticking(schedule))
    app.cleanup_ctx.append(lambda _: models_kept_fresh(database, service.refresh, schedule.outage))
    return app


def scheduled(
    settings: Settings,
    database: Database,
    also: Sequence[Tick] = (),
    runner: JobRunner | None = None,
    hear: Hear = unheard,
) -> Schedule:
    """Assemble what runs by the clock; raises SettingsError for alerts that are configured by half."""
    plan, runner, usual = settings.schedule, runner or JobRunner(database), partial(usual_settings, settings)
    measure = partial(nightly_process.measure, settings)
    scores = Tick(TICK_SECONDS, NightlyScores(database, runner, measure, plan.evaluation_cron).tick, at_once=True)
    alerts = Tick(TICK_SECONDS, Alerts(database, channels(settings.alerts), usual, settings.server.public_url).tick)
    watch = Tick(TICK_SECONDS, CanaryWatch(database, usual).tick)
    also = (*([scores] if plan.enabled else []), watch, alerts, *also)
    retrain = partial(train_noting_steps, settings, database, hear)
    seconds = min(float(TICK_SECONDS), plan.minutes_after_correction * 60)
    return Schedule(database, usual, retrain, runner=runner, also=also, seconds=seconds)


def desk(
    settings: Settings, database: Database, service: Service, schedule: Schedule, training: DetectorSchedule
) -> Desk:
    """Assemble what the recruiters' desk is given."""
    nearest = partial(nearest_examples, service.live)
    explain = partial(explain_decision, service.live, settings.models_dir)
    given = desk_settings(settings)
    guard = service.guard
    return Desk(
        database,
        schedule.retrain_now,
        explain,
        given,
        nearest=nearest,
        reference=data_reference,
        guard_trouble=guard.trouble if guard else None,
        retrain_detector=training.retrain_now,
        detector_trouble=service.detector_trouble,
        openings=known_to_desk(settings, service.jobs),
        usual=partial(usual_settings, settings),
        languages=general_languages(),
        countries=country_codes(),
        starter=partial(questions_of, DEMO_FOLDER),
        webhook_hosts=settings.webhooks.hosts,
        sends_mail=settings.mail.smtp_host is not None,
        mails_alerts=settings.alerts.smtp_host is not None,
        apply_setting=partial(checked_setting, mails=settings.mail.smtp_host is not None),
        what_if=partial(ask_draft, settings),
        try_question=partial(try_question, service.live, service.detector, settings.models_dir, service.thresholds),
    )


def web_settings(settings: Settings, limits: ConnectionLimits) -> WebSettings:
    """Return what the web channel is told of the configuration; a quarter of the connections is left to requests."""
    return WebSettings(
        conversation_rate=_per_minute(settings.bot.messages_per_minute),
        opening_rate=_per_minute(settings.bot.conversations_per_minute),
        usual=partial(usual_settings, settings),
        sockets_in_all=limits.most * 3 // 4,
        sockets_per_address=limits.per_address * 3 // 4,
        upload_bytes=settings.applications.most_megabytes * 1024 * 1024,
    )


def desk_settings(settings: Settings) -> DeskSettings:
    """Return what the desk is told of the configuration."""
    return DeskSettings(LIBRARIES, **settings.admin.model_dump(), public_url=settings.server.public_url)


def _per_minute(count: int) -> Rate:
    return Rate(burst=count, per_second=count / 60)


async def _learning(
    learning: StarterLearning, schedule: Schedule, progress: StartProgress | None
) -> AsyncIterator[None]:
    async def learn() -> None:
        try:
            if progress is not None:
                await first_start(progress, learning, schedule)
        except Exception:
            log.exception("first_start_failed")
        await learning.watch()

    task = asyncio.create_task(learn())
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _never_block(database: Database, _: web.Application) -> None:
    database.spare_this_loop()


async def _ticking(schedule: Schedule) -> AsyncIterator[None]:
    schedule.start()
    yield
    await schedule.stop()
