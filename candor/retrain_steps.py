"""Retraining with a record of how far it was when: the next retrain tells by it how long it has left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

from candor.progress import read_step
from candor.settings import Settings
from candor.training_process import Hear, train
from storage import jobs
from storage.database.database import Database
from storage.database.errors import Unavailable
from storage.jobs import RunStep
from workers.heartbeat import Pause
from workers.schedule import job_name
from workers.ticks import Now, utc_now

NOTED_EVERY: Final = 2.0
"""Seconds: as often the page of models asks."""

LEAST: Final = 0.05
"""Steps that get a part on by less are passed over."""


class StepsHeard:
    """Hears the lines of a process that retrains and keeps its steps."""

    def __init__(self, now: Now = utc_now) -> None:
        self._now = now
        self.steps: list[RunStep] = []

    def hear(self, line: str) -> None:
        """Take in a line; what is no step, or hardly one, is passed over."""
        told = read_step(line)
        if told is None:
            return
        part, share = told
        before = next((step.share for step in reversed(self.steps) if step.part == part), None)
        if before is None or share < before or share - before >= LEAST or (share == 1 > before):
            self.steps.append(RunStep(part, share, self._now()))


async def train_noting_steps(settings: Settings, database: Database, hear: Hear, company_key: str) -> tuple[str, str]:
    """Retrain as `candor.training_process.train` does, and note its steps with the run while it goes on."""
    return await noting_steps(database, company_key, hear, partial(train, settings, company_key))


async def noting_steps(
    database: Database,
    company_key: str,
    hear: Hear,
    retrain: Callable[[Hear], Awaitable[tuple[str, str]]],
    pause: Pause = asyncio.sleep,
) -> tuple[str, str]:
    """Give a retrain whose steps are noted, and heard by `hear`; return how it ended."""
    heard = StepsHeard()

    def both(line: str) -> None:
        heard.hear(line)
        hear(line)

    noting = asyncio.create_task(_keep_noting(database, company_key, heard, pause))
    try:
        ended = await retrain(both)
    finally:
        noting.cancel()
        await asyncio.gather(noting, return_exceptions=True)
    await _note(database, company_key, heard)
    return ended


async def _keep_noting(database: Database, company_key: str, heard: StepsHeard, pause: Pause) -> None:
    noted = 0
    while True:
        await pause(NOTED_EVERY)
        if len(heard.steps) > noted:
            noted = len(heard.steps)
            await _note(database, company_key, heard)


async def _note(database: Database, company_key: str, heard: StepsHeard) -> None:
    steps = tuple(heard.steps)
    with suppress(Unavailable):  # how long it takes is no reason to stop
        await database.write(lambda conn: jobs.note_steps(conn, job_name(company_key), steps))
