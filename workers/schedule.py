"""When companies are retrained, and what else goes on by the clock; once across processes."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial, wraps

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import Usual
from storage.database.database import Database
from storage.models import canaries, models
from workers.job_runner import JobRunner
from workers.nightly import due_slot
from workers.outage import Outage
from workers.ticks import Now, Tick, Work, utc_now

Train = Callable[[str], Awaitable[tuple[str, str]]]
"""Retrains the company of that key and returns the outcome (promoted, blocked, failed) with a line of detail."""

TICK_SECONDS = 60

LONGEST_TRIAL = timedelta(days=14)
"""So long nothing is retrained by itself while a canary is on trial; what is learnt meanwhile waits."""


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


def _cut_off_in_silence(tick: Work) -> Work:
    """A tick that a stop cancels ends; APScheduler would report it as a failure, with a traceback."""

    @wraps(tick)
    async def run() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await tick()

    return run


class Schedule:
    """Ticks: each tick looks at what is due, and which process of several does it is decided by `job_run` rows.

    `outage` is what all ticks meet together; what else goes on by the clock may join them.
    """

    def __init__(
        self,
        database: Database,
        usual: Usual,
        train: Train,
        *,
        runner: JobRunner | None = None,
        also: Sequence[Tick] = (),
        seconds: float = TICK_SECONDS,
        now: Now = utc_now,
    ) -> None:
        self._database = database
        self._usual = usual
        self._train = train
        self._runner = runner or JobRunner(database)
        self._also = also
        self._seconds = seconds
        self._now = now
        self._looked = now()
        self._ticks = AsyncIOScheduler(timezone=UTC)
        self.outage = Outage()

    def start(self) -> None:
        """Begin to tick."""
        own = (Tick(self._seconds, self.nightly), Tick(self._seconds, self.after_corrections))
        for tick in (*own, Tick(TICK_SECONDS, self.after_a_stop), *self._also):
            work = _cut_off_in_silence(self.outage.patient(tick.work))
            first = {"next_run_time": datetime.now(UTC)} if tick.at_once else {}
            self._ticks.add_job(work, "interval", seconds=tick.seconds, max_instances=1, coalesce=True, **first)
        self._ticks.start()

    async def stop(self) -> None:
        """Stop ticking and end what runs; a retrain that is cut off leaves the live model as it was."""
        if self._ticks.running:
            self._ticks.shutdown(wait=False)
        await self._runner.stop()

    async def idle(self) -> None:
        """Return when nothing that this process started is running."""
        await self._runner.idle()

    async def nightly(self) -> None:
        """Retrain every company whose hour came since the last look and whose data changed since its newest version."""
        since, now = self._looked, self._now()
        for company in await self._without_canary():
            its = company.settings(self._usual)
            zone = company.zone if "retrain_cron" in company.own else "UTC"
            slot = due_slot(its.retrain_cron, now, zone) if its.retrains else None
            if slot and slot > since and company.dataset_revision != await self._trained_revision(company):
                await self._claim_and_run(company.key, f"{slot:%Y-%m-%dT%H:%M}")
        self._looked = now  # not before: what a database in trouble kept from it is made up for

    async def after_corrections(self) -> None:
        """Retrain every company whose data changed and then rested for the time that it has set."""
        for company in await self._without_canary():
            its, trained = company.settings(self._usual), await self._trained_revision(company)
            quiet = timedelta(minutes=its.retrain_after_minutes)
            slot = slot_after_correction(company, trained, self._now(), quiet)
            if its.retrains and slot is not None:
                await self._claim_and_run(company.key, slot)

    async def after_a_stop(self) -> None:
        """Take up again the retrain of each company that was cut off last, by a stop or a death of its process."""
        for company in await self._database.read(companies.all_companies):
            await self._runner.take_up_again(job_name(company.key), partial(self._train, company.key))

    async def retrain_now(self, company_key: str) -> bool:
        """Start a retrain that somebody asked for; False when one of this company is running already."""
        return await self._runner.run_now(job_name(company_key), partial(self._train, company_key))

    async def train_first(self, company_key: str) -> None:
        """Train a company of which nothing is live, also where a run was broken off that still counts as running."""
        await self._claim_and_run(company_key, f"first-{uuid.uuid4().hex}")

    async def _without_canary(self) -> list[Company]:
        """Return the companies of which no canary is on trial: the next version would replace it too soon."""
        oldest = datetime.now(UTC) - LONGEST_TRIAL
        trials = (await self._database.read(canaries.running)).values()
        on_trial = {trial.company_id for trial in trials if trial.started > oldest}
        return [each for each in await self._database.read(companies.all_companies) if each.id not in on_trial]

    async def _trained_revision(self, company: Company) -> int | None:
        versions = await self._database.read(lambda conn: models.history(conn, company.id))
        concluded = [version.dataset_revision for version in versions if version.status != "candidate"]
        return max(concluded, default=None)

    async def _claim_and_run(self, company_key: str, slot: str) -> bool:
        return await self._runner.claim_and_run(job_name(company_key), slot, partial(self._train, company_key))
