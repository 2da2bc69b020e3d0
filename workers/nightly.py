"""Which company's data is measured: every night of the timetable once, missed ones once at the next start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial

from storage import Connection, jobs
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.database import Database
from storage.models import models
from training.timetable import timetable
from workers.job_runner import JobRunner
from workers.ticks import Now, utc_now

Measure = Callable[[str, str], Awaitable[tuple[str, str]]]
"""Measures the company of that key for that slot; returns measured or failed, with a line of detail."""

_LOOK_BACK = [timedelta(hours=1), timedelta(days=1), timedelta(days=8), timedelta(days=32), timedelta(days=367)]
_A_MOMENT = timedelta(microseconds=1)


def job_name(company_key: str) -> str:
    """Name under which a company's nightly evaluations stand in the job runs."""
    return f"scores:{company_key}"


def due_slot(cron: str, now: datetime, zone: str = "UTC") -> datetime | None:
    """Return the newest moment of the timetable, in UTC, that is not after now, however many were missed before it.

    The timetable goes by the clocks of the IANA time zone.

    >>> due_slot("0 4 * * *", datetime(2026, 3, 9, 3, 59, tzinfo=UTC))
    datetime.datetime(2026, 3, 8, 4, 0, tzinfo=datetime.timezone.utc)
    """
    trigger = timetable(cron, zone)
    for back in _LOOK_BACK:
        moment: datetime | None = trigger.get_next_fire_time(None, now - back)
        newest: datetime | None = None
        while moment is not None and moment <= now:
            newest = moment.astimezone(UTC)
            # Told of the moment before, it gives the same one again for ever in the hour that the autumn repeats.
            moment = trigger.get_next_fire_time(None, newest + _A_MOMENT)
        if newest is not None:
            return newest
    return None


class NightlyScores:
    """Starts the evaluation that is due for each company with a live model."""

    def __init__(
        self,
        database: Database,
        runner: JobRunner,
        measure: Measure,
        cron: str,
        now: Now = utc_now,
    ) -> None:
        self._database = database
        self._runner = runner
        self._measure = measure
        self._cron = cron
        self._now = now

    async def tick(self) -> None:
        """Start one evaluation that is due, when this process has nothing else to run; others wait for a later tick."""
        slot = due_slot(self._cron, self._now())
        if slot is None or self._runner.is_busy:
            return
        for company in await self._database.read(companies.all_companies):
            if await self._database.read(partial(self._is_due, company=company, slot=slot)) and await self._start(
                company.key, _name(slot)
            ):
                return

    async def _start(self, key: str, slot: str) -> bool:
        return await self._runner.claim_and_run(job_name(key), slot, lambda: self._measure(key, slot))

    def _is_due(self, conn: Connection, company: Company, slot: datetime) -> bool:
        job = job_name(company.key)
        begun = jobs.get(conn, job, _name(slot))
        ended = begun is not None and begun.outcome not in (None, jobs.STOPPED)
        return _was_live(conn, company, slot) and not ended and jobs.running(conn, job, self._now()) is None


def _was_live(conn: Connection, company: Company, slot: datetime) -> bool:
    """Tell whether the company had a live model at that moment: what was set up since has missed nothing."""
    return any(version.promoted and version.promoted <= slot for version in models.was_live(conn, company.id))


def _name(slot: datetime) -> str:
    return f"{slot:%Y-%m-%dT%H:%M}"
