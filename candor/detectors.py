"""Retraining breakdown detectors: what they learn from, when, and in a process of their own."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial

from candor.company_defaults import usual_settings
from candor.product import DATA_FOLDER
from candor.settings import Settings
from candor.starter_models import StarterModels, general_languages
from candor.training_process import in_own_process
from storage.annotations import annotating
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import Usual
from storage.database.database import Database
from storage.models import detectors
from training.detector import DetectorPlan
from training.dialogues import starter_dialogues
from workers.job_runner import JobRunner

TICK_SECONDS = 60
OUTCOMES: dict[int | None, str] = {0: "promoted", 2: "refused", 3: "blocked"}
"""What `candor breakdown retrain` says with its exit code."""

Train = Callable[[str], Awaitable[tuple[str, str]]]


def detector_plan(settings: Settings) -> DetectorPlan:
    """Return how detectors are trained under these settings."""
    models = StarterModels.of(settings)
    return DetectorPlan(
        settings.models_dir,
        starter_dialogues(DATA_FOLDER, general_languages()),
        lambda: models.detector() or models.learn_detector(),
        settings.evaluation.seed,
        settings.storage.kept_versions,
    )


def job_name(company_key: str) -> str:
    """Name under which a company's trainings stand in the job runs."""
    return f"detector:{company_key}"


async def train(settings: Settings, company_key: str) -> tuple[str, str]:
    """Retrain a company's detector in a process of its own; see `candor.training_process.train`."""
    command = [sys.executable, "-m", "candor", "breakdown", "retrain", "--company", company_key]
    code, said = await in_own_process(settings, command)
    return OUTCOMES.get(code, "failed"), said


class DetectorSchedule:
    """Retrains the detector of every company whose annotations changed and then rested as long as corrections do.

    `usual` gives the settings of companies that have none of their own; None: no detector is ever retrained.
    """

    def __init__(self, database: Database, runner: JobRunner, train: Train, usual: Usual | None) -> None:
        self._database = database
        self._runner = runner
        self._train = train
        self._usual = usual

    def ticks(self) -> tuple[tuple[float, Callable[[], Awaitable[None]]], ...]:
        """Return what the schedule runs by the clock."""
        return ((TICK_SECONDS, self.tick),)

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


def detector_schedule(settings: Settings, database: Database, runner: JobRunner) -> DetectorSchedule:
    """Return the schedule under these settings; detectors rest as long as corrections do."""
    usual = partial(usual_settings, settings) if settings.guard.detector else None
    return DetectorSchedule(database, runner, partial(train, settings), usual)
