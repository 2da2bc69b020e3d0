"""When breakdown detectors are retrained; once across processes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

from storage.annotations import annotating
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import Usual
from storage.database.database import Database
from storage.models import detectors
from workers.job_runner import JobRunner
from workers.schedule import TICK_SECONDS, Train
from workers.ticks import Tick


def job_name(company_key: str) -> str:
    """Name under which a company's trainings stand in the job runs."""
    return f"detector:{company_key}"


class DetectorSchedule:
    """Retrains the detector of every company whose annotations changed and then rested as long as corrections do.

    `usual` gives the settings of companies that have none of their own; None: no detector is ever retrained.
    """

    def __init__(self, database: Database, runner: JobRunner, train: Train, usual: Usual | None) -> None:
        self._database = database
        self._runner = runner
        self._train = train
        self._usual = usual

    def ticks(self) -> list[Tick]:
        """Return what the schedule runs by the clock."""
        return [Tick(TICK_SECONDS, self.tick)]

    async def tick(self) -> None:
        """Take up what was cut off, start what is due; a mark that was tried, also in vain, is not tried again."""
        for company in await self._database.read(companies.all_companies):
            job, work = job_name(company.key), partial(self._train, company.key)
            await self._runner.take_up_again(job, work)
            mark = await self._due(company)
            if mark is not None:
                await self._runner.claim_and_run(job, f"taught-{mark}", work)

    async def retrain_now(self, company_key: str) -> bool:
        """Start a training that somebody asked for; False when one of this company is running already."""
        return await self._runner.run_now(job_name(company_key), partial(self._train, company_key))

    async def _due(self, company: Company) -> str | None:
        its = company.settings(self._usual) if self._usual else None
        if its is None or not its.retrains:
            return None
        now = await self._database.read(lambda conn: annotating.taught(conn, company.id))
        if now.changed is None or datetime.now(UTC) - now.changed < timedelta(minutes=its.retrain_after_minutes):
            return None
        made = await self._database.read(lambda conn: detectors.history(conn, company.id))
        judged = next((version for version in made if version.status != "candidate"), None)
        return None if judged and judged.taught == now.mark else now.mark
