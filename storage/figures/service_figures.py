"""How the service is doing, for the operator's monitoring: figures over all companies, each by an index."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, func, not_, select

from storage.database import leases
from storage.outbox.outbox import Kind
from storage.tables.base import company, job_run
from storage.tables.model import model
from storage.tables.outbox import outbox


@dataclass(frozen=True, slots=True)
class LiveModel:
    """The version that is to answer in a language of a company, and since when."""

    company_id: int
    language: str
    number: int
    promoted: datetime


_SHOWN_AS: Final[dict[Kind, str]] = {
    "confirmation": "mail",
    "access": "mail",
    "openings": "mail",
    "answer": "mail",
    "alert": "alerts",
    "application": "applications",
    "webhook": "webhooks",
    "notice": "mail",
    "report": "mail",
    "reminder": "mail",
}
"""The kinds of what is to be sent, as monitoring tells them apart."""


@dataclass(frozen=True, slots=True)
class Outbox:
    """How many entries of this sort wait to be sent, and since when the oldest does."""

    name: str
    waiting: int
    oldest: datetime | None


@dataclass(frozen=True, slots=True)
class ServiceFigures:
    """One look; `job_ends` is when a run of each job last had each outcome, `jobs_running` counts those under way."""

    companies: dict[int, str]
    models: tuple[LiveModel, ...]
    outboxes: tuple[Outbox, ...]
    job_ends: dict[tuple[str, str], datetime]
    jobs_running: dict[str, int]


def service_figures(conn: Connection, now: datetime) -> ServiceFigures:
    """Return the figures of this moment."""
    live = select(model.c.company_id, model.c.language, model.c.number, model.c.promoted).where(
        model.c.status == "live"
    )
    return ServiceFigures(
        companies={each.id: each.key for each in conn.execute(select(company.c.id, company.c.key))},
        models=tuple(LiveModel(*row) for row in conn.execute(live)),
        outboxes=_outboxes(conn),
        job_ends=_job_ends(conn),
        jobs_running=_running(conn, now),
    )


def _outboxes(conn: Connection) -> tuple[Outbox, ...]:
    waiting = (
        select(outbox.c.kind, func.count(), func.min(outbox.c.created))
        .where(outbox.c.next_try.is_not(None))
        .group_by(outbox.c.kind)
    )
    found = {name: Outbox(name, 0, None) for name in dict.fromkeys(_SHOWN_AS.values())}
    for kind, count, oldest in conn.execute(waiting):
        before = found[_SHOWN_AS[kind]]
        since = oldest if before.oldest is None else min(before.oldest, oldest)
        found[before.name] = Outbox(before.name, before.waiting + count, since)
    return tuple(found.values())


def _job_ends(conn: Connection) -> dict[tuple[str, str], datetime]:
    """By kind of job: what stands before the company's key in its name."""
    what = (job_run.c.job, job_run.c.outcome)
    ends: dict[tuple[str, str], datetime] = {}
    ended = job_run.c.outcome.is_not(None)
    for job, outcome, finished in conn.execute(
        select(*what, func.max(job_run.c.finished)).where(ended).group_by(*what)
    ):
        kind = kind_of(job)
        ends[kind, outcome] = max(finished, ends.get((kind, outcome), finished))
    return ends


def _running(conn: Connection, now: datetime) -> dict[str, int]:
    begun = select(job_run.c.job).where(job_run.c.finished.is_(None), not_(leases.is_free(job_run, now)))
    return dict(Counter(kind_of(job) for job in conn.scalars(begun)))


def kind_of(job: str) -> str:
    """Return the kind of a job.

    >>> kind_of("retrain:acme"), kind_of("scores")
    ('retrain', 'scores')
    """
    return job.partition(":")[0]
