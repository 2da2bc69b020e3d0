"""When companies are retrained: nightly, after corrections, and on demand; once across processes."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.cron import CronTrigger

from candor.settings import ScheduleSettings
from storage import Connection, companies, jobs, models
from storage.companies import Company
from storage.database import Database

log = structlog.get_logger()

Train = Callable[[str], Awaitable[tuple[str, str]]]
"""Retrains the company of that key and returns the outcome (promoted, blocked, failed) with a line of detail."""

LONGEST_RUN = timedelta(hours=2)
"""A run that has not reported its end for so long died with its process."""


def job_name(company_key: str) -> str:
    """Name under which a company's retrains stand in the job runs."""
    return f"retrain:{company_key}"


def slot_after_correction(
    company: Company, trained_revision: int | None, now: datetime, quiet: timedelta
) -> str | None:
    """Return the slot of a retrain that is due because the data changed and then rested for `quiet`, or None."""
    if company.dataset_changed is None or company.dataset_revision == trained_revision:
        return None
    return f"revision-{company.dataset_revision}" if now - company.dataset_changed >= quiet else None


class Schedule:
    """Starts training processes, one at a time; which process of several does it is decided by `job_run` rows."""

    def __init__(self, database: Database, plan: ScheduleSettings, train: Train) -> None:
        self._database = database
        self._plan = plan
        self._train = train
        self._one_at_a_time = asyncio.Semaphore(1)
        self._running: set[asyncio.Task[None]] = set()
        self._ticks = AsyncIOScheduler(timezone=UTC)

    def start(self) -> None:
        """Begin to tick, unless the schedule is switched off."""
        plan = self._plan
        if plan.enabled:
            self._ticks.add_job(self.nightly, CronTrigger.from_crontab(plan.retrain_cron, UTC), misfire_grace_time=3600)
            seconds = min(60.0, plan.minutes_after_correction * 60)
            self._ticks.add_job(self.after_corrections, "interval", seconds=seconds, max_instances=1, coalesce=True)
        self._ticks.start()

    async def stop(self) -> None:
        """Stop ticking and end what runs; a retrain that is cut off leaves the live model as it was."""
        if self._ticks.running:
            self._ticks.shutdown(wait=False)
        for task in self._running:
            task.cancel()
        await self.idle()

    async def idle(self) -> None:
        """Return when nothing that this process started is running."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def nightly(self) -> None:
        """Retrain every company whose data changed since its newest model version."""
        now = datetime.now(UTC)
        for company in await self._database.read(companies.all_companies):
            if company.dataset_revision != await self._trained_revision(company):
                await self._claim_and_run(company.key, f"{now:%Y-%m-%dT%H:%M}")

    async def after_corrections(self) -> None:
        """Retrain every company whose data changed and then rested for the configured time."""
        quiet = timedelta(minutes=self._plan.minutes_after_correction)
        for company in await self._database.read(companies.all_companies):
            slot = slot_after_correction(company, await self._trained_revision(company), datetime.now(UTC), quiet)
            if slot is not None:
                await self._claim_and_run(company.key, slot)

    async def retrain_now(self, company_key: str) -> bool:
        """Start a retrain that somebody asked for; False when one of this company is running already."""
        now = datetime.now(UTC)
        running = await self._database.read(lambda conn: is_running(conn, company_key, now))
        return not running and await self._claim_and_run(company_key, f"asked-{uuid.uuid4().hex}")

    async def _trained_revision(self, company: Company) -> int | None:
        versions = await self._database.read(lambda conn: models.history(conn, company.id))
        concluded = [version.dataset_revision for version in versions if version.status != "candidate"]
        return max(concluded, default=None)

    async def _claim_and_run(self, company_key: str, slot: str) -> bool:
        job, now = job_name(company_key), datetime.now(UTC)
        if not await self._database.write(lambda conn: jobs.claim(conn, job, slot, now)):
            return False
        task = asyncio.create_task(self._run(company_key, slot))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return True

    async def _run(self, company_key: str, slot: str) -> None:
        outcome, detail = "stopped", "the server was stopped"
        try:
            async with self._one_at_a_time:
                outcome, detail = await self._train(company_key)
        finally:
            log.info("retrain_finished", company=company_key, outcome=outcome, detail=detail)
            now = datetime.now(UTC)
            self._database.write_now(lambda conn: jobs.finish(conn, job_name(company_key), slot, outcome, detail, now))


def is_running(conn: Connection, company_key: str, now: datetime) -> bool:
    """Tell whether a retrain of this company has begun and not ended."""
    return any(
        run.job == job_name(company_key) and run.finished is None and now - run.started < LONGEST_RUN
        for run in jobs.recent(conn)
    )
