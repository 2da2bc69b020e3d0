"""Scheduled work: done once across processes, because one row (job, slot) is made once and leased to who does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, case, insert, or_, select, update

from storage.database import leases
from storage.database.errors import AlreadyExists
from storage.database.rows import unique_or
from storage.tables.base import job_run

MOST_DEATHS: Final = 3
"""A run that so many processes died at is not begun again: it may be what kills them."""

STOPPED: Final = "stopped"
"""The outcome of a run that was cut off because its process was told to stop."""

_LATE: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class RunStep:
    """The share in [0, 1] of a part of a run that was done at a moment.

    A part that is done over begins anew at a lower share; all parts that are planned stand first, with share 0.
    """

    part: str
    share: float
    at: datetime


@dataclass(frozen=True, slots=True)
class JobRun:
    """One run of a job; `finished` is None while it runs, and when its process died: then the lease runs out."""

    job: str
    slot: str
    started: datetime
    finished: datetime | None
    outcome: str | None
    detail: str | None
    leased_by: str | None = None
    leased_until: datetime | None = None
    deaths: int = 0
    steps: tuple[RunStep, ...] = ()


_COLUMNS = [job_run.c[name] for name in JobRun.__slots__]


def claim(conn: Connection, job: str, slot: str, now: datetime) -> JobRun | None:
    """Return the run to exactly one caller per job and slot, whatever process it is in, and None to the others.

    A run that was cut off, because its process was stopped or died, can be claimed again; after MOST_DEATHS deaths it
    has failed. Who has a run renews its lease.
    """
    mine = {"started": now, "finished": None, "outcome": None, "detail": None, "steps": None} | leases.new_lease(now)
    try:
        with unique_or(conn, f"{job} {slot} is taken"):
            conn.execute(insert(job_run).values(job=job, slot=slot, deaths=0, **mine))
    except AlreadyExists:
        if not _claim_again(conn, job, slot, mine, now):
            return None
    return get(conn, job, slot)


def _claim_again(conn: Connection, job: str, slot: str, mine: dict[str, Any], now: datetime) -> bool:
    its, died = _one(job, slot), _has_died(now)
    last = (*its, died, job_run.c.deaths >= MOST_DEATHS - 1)
    failed = {"finished": now, "outcome": "failed", "detail": f"its process died {MOST_DEATHS} times"}
    conn.execute(update(job_run).where(*last).values(failed | {"deaths": MOST_DEATHS}))
    deaths = case((job_run.c.finished.is_(None), job_run.c.deaths + 1), else_=job_run.c.deaths)
    again = update(job_run).where(*its, or_(died, job_run.c.outcome == STOPPED)).values(mine | {"deaths": deaths})
    return conn.execute(again).rowcount == 1


def renew(conn: Connection, run: JobRun, now: datetime) -> None:
    """Say that who claimed the run is alive; raise LeaseLost when another has taken it over."""
    leases.renew(conn, job_run, _one(run.job, run.slot), run.leased_by, now)


def keep(conn: Connection, run: JobRun) -> None:
    """Make sure until the end of the transaction that nobody else has claimed the run; raise LeaseLost."""
    leases.keep(conn, job_run, _one(run.job, run.slot), run.leased_by)


def finish(conn: Connection, job: str, slot: str, outcome: str, detail: str | None, now: datetime) -> None:
    """Record how the run ended."""
    conn.execute(update(job_run).where(*_one(job, slot)).values(finished=now, outcome=outcome, detail=detail))


def note_steps(conn: Connection, job: str, steps: Sequence[RunStep]) -> None:
    """Record how far the run of this job has come that is not finished."""
    at_it = (job_run.c.job == job, job_run.c.finished.is_(None))
    told = [(step.part, step.share, step.at.isoformat()) for step in steps]
    conn.execute(update(job_run).where(*at_it).values(steps=told))


def get(conn: Connection, job: str, slot: str) -> JobRun | None:
    """Return the run of this job and slot, None when nobody has claimed it."""
    row = conn.execute(select(*_COLUMNS).where(*_one(job, slot))).one_or_none()
    return None if row is None else _run(row)


def running(conn: Connection, job: str, now: datetime) -> JobRun | None:
    """Return the run of this job that some process is at."""
    at_it = (job_run.c.job == job, job_run.c.finished.is_(None), ~leases.is_free(job_run, now))
    row = conn.execute(select(*_COLUMNS).where(*at_it).order_by(job_run.c.started.desc()).limit(1)).one_or_none()
    return None if row is None else _run(row)


def cut_off(conn: Connection, job: str, now: datetime) -> JobRun | None:
    """Return the newest run of this job if it was cut off, within a day, and nobody is at it."""
    query = select(*_COLUMNS, _has_died(now)).where(job_run.c.job == job, job_run.c.started > now - _LATE)
    row = conn.execute(query.order_by(job_run.c.started.desc(), job_run.c.slot).limit(1)).one_or_none()
    if row is None:
        return None
    *values, has_died = row
    run = _run(values)
    return run if has_died or run.outcome == STOPPED else None


def recent(conn: Connection, limit: int = 50) -> list[JobRun]:
    """Return the newest runs first."""
    query = select(*_COLUMNS).order_by(job_run.c.started.desc(), job_run.c.job, job_run.c.slot).limit(limit)
    return [_run(row) for row in conn.execute(query)]


def finished_with_steps(conn: Connection, job: str, limit: int = 10) -> list[JobRun]:
    """Return the runs of this job that ended last and whose steps are known, newest first."""
    ended = select(*_COLUMNS).where(job_run.c.job == job, job_run.c.finished.is_not(None))
    rows = conn.execute(ended.order_by(job_run.c.finished.desc(), job_run.c.slot).limit(limit))
    return [run for run in map(_run, rows) if run.steps]


def last_finished(conn: Connection, job: str) -> JobRun | None:
    """Return the run of this job that ended last."""
    ended = select(*_COLUMNS).where(job_run.c.job == job, job_run.c.finished.is_not(None))
    row = conn.execute(ended.order_by(job_run.c.finished.desc(), job_run.c.slot).limit(1)).one_or_none()
    return None if row is None else _run(row)


def _run(row: Sequence[Any]) -> JobRun:
    *values, told = row
    steps = tuple(RunStep(part, share, datetime.fromisoformat(at)) for part, share, at in told or ())
    return replace(JobRun(*values), steps=steps)


def _one(job: str, slot: str) -> tuple[ColumnElement[bool], ...]:
    return job_run.c.job == job, job_run.c.slot == slot


def _has_died(now: datetime) -> ColumnElement[bool]:
    return and_(job_run.c.finished.is_(None), leases.is_free(job_run, now))
