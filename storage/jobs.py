"""Scheduled work: run once across processes, because one row (job, slot) can be made only once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, insert, select, update

from storage.errors import AlreadyExists
from storage.rows import unique_or
from storage.tables import job_run

LONGEST_RUN: Final = timedelta(hours=2)
"""A run that has not reported its end for so long died with its process."""


@dataclass(frozen=True, slots=True)
class JobRun:
    """One run of a job; `finished` is None while it runs (or when its process died)."""

    job: str
    slot: str
    started: datetime
    finished: datetime | None
    outcome: str | None
    detail: str | None


def claim(conn: Connection, job: str, slot: str, now: datetime) -> bool:
    """Return True for exactly one caller per job and slot, whatever process it is in."""
    try:
        with unique_or(conn, f"{job} {slot} is taken"):
            conn.execute(insert(job_run).values(job=job, slot=slot, started=now))
    except AlreadyExists:
        return False
    return True


def finish(conn: Connection, job: str, slot: str, outcome: str, detail: str | None, now: datetime) -> None:
    """Record how the run ended."""
    one = (job_run.c.job == job, job_run.c.slot == slot)
    conn.execute(update(job_run).where(*one).values(finished=now, outcome=outcome, detail=detail))


def get(conn: Connection, job: str, slot: str) -> JobRun | None:
    """Return the run of this job and slot, None when nobody has claimed it."""
    row = conn.execute(select(*job_run.c).where(job_run.c.job == job, job_run.c.slot == slot)).one_or_none()
    return None if row is None else JobRun(*row)


def recent(conn: Connection, limit: int = 50) -> list[JobRun]:
    """Return the newest runs first."""
    query = select(*job_run.c).order_by(job_run.c.started.desc(), job_run.c.job, job_run.c.slot).limit(limit)
    return [JobRun(*row) for row in conn.execute(query)]


def last_finished(conn: Connection, job: str) -> JobRun | None:
    """Return the run of this job that ended last."""
    ended = select(*job_run.c).where(job_run.c.job == job, job_run.c.finished.is_not(None))
    row = conn.execute(ended.order_by(job_run.c.finished.desc()).limit(1)).one_or_none()
    return None if row is None else JobRun(*row)
