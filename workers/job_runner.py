"""Running what is scheduled: once across processes, one at a time, with a record of how it ended."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

import structlog

from storage import Connection, jobs
from storage.database.database import Database
from storage.database.errors import LeaseLost, Unavailable
from storage.jobs import STOPPED, JobRun
from workers.heartbeat import Pause, under_lease
from workers.ticks import Now, utc_now

log = structlog.get_logger()

Work = Callable[[], Awaitable[tuple[str, str]]]
"""Does the work and returns how it ended in one word, with a line of detail."""

AGAIN_SECONDS: Final = 5.0
"""So long after the database took no record of an end it is asked again."""

STOP_SECONDS: Final = 5.0
"""So long a stop waits for what is to be recorded; the rest is found by its lease."""


class JobRunner:
    """Claims `job_run` rows and runs their work in this process, one after the other."""

    def __init__(
        self,
        database: Database,
        now: Now = utc_now,
        *,
        pause: Pause = asyncio.sleep,
        stop_seconds: float = STOP_SECONDS,
    ) -> None:
        self._database = database
        self._now = now
        self._pause = pause
        self._stop_seconds = stop_seconds
        self._one_at_a_time = asyncio.Semaphore(1)
        self._working: dict[asyncio.Task[None], asyncio.Task[tuple[str, str]]] = {}

    @property
    def is_busy(self) -> bool:
        """Whether this process is running something."""
        return bool(self._working)

    async def claim_and_run(self, job: str, slot: str, work: Work) -> bool:
        """Start the work, unless the slot is taken: then False."""
        now = self._now()
        run = await self._database.write(lambda conn: jobs.claim(conn, job, slot, now))
        if run is None:
            return False
        working = asyncio.create_task(self._in_turn(run, work))
        recorded = asyncio.create_task(self._record_end(run, working))
        self._working[recorded] = working
        recorded.add_done_callback(self._working.pop)
        return True

    async def run_now(self, job: str, work: Work) -> bool:
        """Start work that somebody asked for; False when this job is running already, in whatever process."""
        now = self._now()
        running = await self._database.read(lambda conn: jobs.running(conn, job, now))
        return running is None and await self.claim_and_run(job, f"asked-{uuid.uuid4().hex}", work)

    async def take_up_again(self, job: str, work: Work) -> bool:
        """Start the work of this job's newest run anew if it was cut off, in whatever process; False if it was not."""
        now = self._now()
        run = await self._database.read(lambda conn: jobs.cut_off(conn, job, now))
        return run is not None and await self.claim_and_run(job, run.slot, work)

    async def stop(self) -> None:
        """End what runs and record that it was cut off, in STOP_SECONDS at most."""
        for working in self._working.values():
            working.cancel()
        if self._working:
            _, late = await asyncio.wait(self._working, timeout=self._stop_seconds)
            for recording in late:
                recording.cancel()
        await self.idle()

    async def idle(self) -> None:
        """Return when nothing that this process started is running."""
        await asyncio.gather(*self._working, return_exceptions=True)

    async def _in_turn(self, run: JobRun, work: Work) -> tuple[str, str]:
        async def in_turn() -> tuple[str, str]:
            async with self._one_at_a_time:
                return await work()

        async def renew() -> None:
            now = self._now()
            await self._database.write(lambda conn: jobs.renew(conn, run, now))

        return await under_lease(in_turn, renew, self._pause)

    async def _record_end(self, run: JobRun, working: asyncio.Task[tuple[str, str]]) -> None:
        try:
            outcome, detail = await working
        except asyncio.CancelledError:
            outcome, detail = STOPPED, "the server was stopped"
        except LeaseLost as error:
            log.warning("job_lost", job=run.job, slot=run.slot, reason=str(error))
            return
        except Exception as error:
            log.exception("job_failed", job=run.job, slot=run.slot)
            outcome, detail = "failed", f"{type(error).__name__}: {error}"
        log.info("job_finished", job=run.job, outcome=outcome, detail=detail)
        await self._record(run, outcome, detail, self._now())

    async def _record(self, run: JobRun, outcome: str, detail: str, now: datetime) -> None:
        """Ask until it is recorded: what is not would be run again."""

        def end(conn: Connection) -> None:
            jobs.keep(conn, run)
            jobs.finish(conn, run.job, run.slot, outcome, detail, now)

        while True:
            try:
                await self._database.write(end)
                return
            except LeaseLost as error:
                log.warning("job_lost", job=run.job, slot=run.slot, reason=str(error))
                return
            except Unavailable as error:
                log.warning("job_end_not_recorded", job=run.job, slot=run.slot, reason=str(error))
            await self._pause(AGAIN_SECONDS)
