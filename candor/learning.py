"""What is still to be learnt when a server starts: learnt in processes of their own, while it serves already."""

from __future__ import annotations

import asyncio
import sys
import time

import structlog

from candor import logs
from candor.demo import KEY, untrained_demo
from candor.settings import Settings
from candor.start_progress import StartProgress
from candor.starter_models import StarterModels
from candor.training_process import Hear, in_own_process, unheard
from storage import Connection
from storage.companies import companies
from storage.database.database import Database
from storage.database.errors import Unavailable
from storage.models import models
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

    async def untrained(self) -> dict[str, list[str]]:
        """Return the languages of each company that no model answers in, by the company's key."""
        return await self._database.read(_untrained)

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
        except OSError as error:
            reason = error.strerror or type(error).__name__
            log.error("not_learnt", file=str(error.filename), reason=reason, again_in_seconds=RETRY_SECONDS)
            return False
        except Exception:
            log.exception("not_learnt", again_in_seconds=RETRY_SECONDS)
            return False
        if code:
            log.error("not_learnt", missing=missing, reason=said, again_in_seconds=RETRY_SECONDS)
        return code == 0


def _untrained(conn: Connection) -> dict[str, list[str]]:
    live = models.live_versions(conn)
    by_company = {
        company.key: [each for each in company.languages if (company.id, each) not in live]
        for company in companies.all_companies(conn)
    }
    return {key: languages for key, languages in by_company.items() if languages}


async def first_start(progress: StartProgress, learning: StarterLearning, schedule: Schedule) -> None:
    """Learn what is missing and train the demo company beside it, under one bar; says what came of it."""
    began = time.monotonic()
    with progress:
        learnt, _ = await asyncio.gather(learning.learn(), _train_demo(schedule, learning))
    demo = await learning.untrained_demo()
    if not learnt:
        again = f"see the log; it is tried again every {RETRY_SECONDS:.0f} s"
        told = f"Not everything could be learnt: {again}."
        logs.tell(told, "not_all_learnt", level="warning", again_in_seconds=RETRY_SECONDS)
    if demo:
        told = "The demo company could not be trained: its questions go to a person. See the log, and start again."
        logs.tell(told, "demo_not_trained", level="warning", languages=demo)
    if learnt and not demo:
        _tell_success(round(time.monotonic() - began), await learning.untrained())


def _tell_success(seconds: int, untrained: dict[str, list[str]]) -> None:
    told = f"Everything was learnt after {seconds} s"
    if untrained:
        named = ", ".join(f"{key} ({', '.join(languages)})" for key, languages in untrained.items())
        told += f"; questions go to a person where nothing was trained (`candor train --company KEY`): {named}."
    else:
        told += "; every language answers."
    logs.tell(told, "all_learnt", seconds=seconds, not_trained=untrained)


async def _train_demo(schedule: Schedule, learning: StarterLearning) -> None:
    if await learning.untrained_demo():
        await schedule.train_first(KEY)
        await schedule.idle()
