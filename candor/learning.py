"""What is still to be learnt when a server starts: learnt in processes of their own, while it serves already."""

from __future__ import annotations

import asyncio
import sys
import time

import click
import structlog

from candor.demo import KEY, untrained_demo
from candor.settings import Settings
from candor.start_progress import StartProgress
from candor.starter_models import StarterModels
from candor.training_process import Hear, in_own_process, unheard
from storage.companies import companies
from storage.database.database import Database
from storage.database.errors import Unavailable
from workers.schedule import Schedule

log = structlog.get_logger()

LOOK_SECONDS = 2.0
RETRY_SECONDS = 60.0


class StarterLearning:
    """Learns what companies share and nobody has learnt yet: at a first start, after an upgrade, for a new language."""

    def __init__(self, settings: Settings, database: Database, hear: Hear = unheard) -> None:
        self._settings = settings
        self._database = database
        self._hear = hear
        self._models = StarterModels.of(settings)

    def missing(self) -> list[str]:
        """Return what some company needs and stands in no file, the most urgent first; raises DataError."""
        guard = self._settings.guard
        served = self._database.read_now(companies.languages_served)
        return self._models.missing(served, detector=guard.enabled and guard.detector)

    async def untrained_demo(self) -> list[str]:
        """Return the demo company's languages that are still to be trained."""
        return await self._database.read(lambda conn: untrained_demo(conn, self._settings.nlu))

    async def watch(self) -> None:
        """Learn what is missing, and whatever will be, until cancelled."""
        pause = 0.0
        while True:
            await asyncio.sleep(pause)
            pause = LOOK_SECONDS if await self.learn() else RETRY_SECONDS

    async def learn(self) -> bool:
        """Learn what is missing now; False when that failed, which the log tells."""
        try:
            missing = await asyncio.to_thread(self.missing)
            if not missing:
                return True
            command = [sys.executable, "-m", "candor", "prepare", *missing]
            code, said = await in_own_process(self._settings, command, self._hear)
        except Unavailable as error:
            log.error("not_learnt", reason=str(error), again_in_seconds=RETRY_SECONDS)
            return False
        except Exception:
            log.exception("not_learnt", again_in_seconds=RETRY_SECONDS)
            return False
        if code:
            log.error("not_learnt", missing=missing, reason=said, again_in_seconds=RETRY_SECONDS)
        return code == 0


async def first_start(progress: StartProgress, learning: StarterLearning, schedule: Schedule) -> None:
    """Learn what is missing and train the demo company beside it, under one bar; says what came of it."""
    began = time.monotonic()
    with progress:
        await asyncio.gather(learning.learn(), _train_demo(schedule, learning))
    if await learning.untrained_demo():
        told = "The demo company could not be trained: its questions go to a person. See the log, and start again."
    else:
        told = f"Everything was learnt after {time.monotonic() - began:.0f} s; every language answers."
    click.echo(told, err=True)


async def _train_demo(schedule: Schedule, learning: StarterLearning) -> None:
    if await learning.untrained_demo():
        await schedule.train_first(KEY)
        await schedule.idle()
