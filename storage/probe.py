"""A write that is really made, to see that writes are."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, insert, update

from storage.tables.base import job_run

JOB, SLOT = "probe", "write"


def write(conn: Connection, now: datetime) -> None:
    """Note in one row of its own that somebody looked now."""
    its = (job_run.c.job == JOB, job_run.c.slot == SLOT)
    if conn.execute(update(job_run).where(*its).values(started=now, finished=now)).rowcount == 0:
        conn.execute(insert(job_run).values(job=JOB, slot=SLOT, started=now, finished=now))
