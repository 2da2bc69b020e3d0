"""Running what is scheduled: once across processes, one at a time, with a record of how it ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import structlog

from storage import Connection, jobs
from storage.database import Database
from storage.jobs import LONGEST_RUN, JobRun

log = structlog.get_logger()

Work = Callable[[], Awaitable[tuple[str, str]]]
"""Does the work and returns how it ended in one word, with a line of detail."""

_LOOKED_AT = 1000


class JobRunner:
    """Claims `job_run` rows and runs their work in this process, one after the other."""

    def __init__(self, database: Database, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database = database
        self._now = now
        self._one_at_a_time = asyncio.Semaphore(1)
        self._running: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Whether this process is running something."""
        return bool(self._running)

    async def claim_and_run(self, job: str, slot: str, work: Work) -> bool:
        """Start the work, unless the slot is taken: then False."""
        now = self._now()
        if not await self._database.write(lambda conn: jobs.claim(conn, job, slot, now)):
            return False
        task = asyncio.create_task(self._run(job, slot, work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return True

    async def stop(self) -> None:
        """End what runs and record that it was cut off."""
        # A task that is cancelled before its first step never gets to record anything.
        await asyncio.sleep(0)
        for task in self._running:
            task.cancel()
        await self.idle()

    async def idle(self) -> None:
        """Return when nothing that this process started is running."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _run(self, job: str, slot: str, work: Work) -> None:
        outcome, detail = "stopped", "the server was stopped"
        try:
            async with self._one_at_a_time:
                outcome, detail = await work()
        finally:
            log.info("job_finished", job=job, outcome=outcome, detail=detail)
            now = self._now()
            self._database.write_now(lambda conn: jobs.finish(conn, job, slot, outcome, detail, now))


def is_alive(run: JobRun, now: datetime) -> bool:
    """Tell whether a run has begun, has not ended, and may still be at work."""
    return run.finished is None and now - run.started < LONGEST_RUN


def is_running(conn: Connection, job: str, now: datetime) -> bool:
    """Tell whether a run of this job is at work in some process."""
    return any(run.job == job and is_alive(run, now) for run in jobs.recent(conn, _LOOKED_AT))
