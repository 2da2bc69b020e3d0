"""How the service is doing, for the operator's monitoring: figures over all companies, each by an index."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Table, func, not_, select

from storage import leases
from storage.application_tables import application
from storage.evaluation_tables import alert
from storage.subscription_tables import mail
from storage.tables import company, job_run, model


@dataclass(frozen=True, slots=True)
class LiveModel:
    """The version that is to answer in a language of a company, and since when."""

    company_id: int
    language: str
    number: int
    promoted: datetime


@dataclass(frozen=True, slots=True)
class Outbox:
    """How many entries of an outbox wait, and since when the oldest does."""

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
        outboxes=(
            _outbox(conn, "mail", mail, mail.c.created),
            _outbox(conn, "alerts", alert, alert.c.created),
            _outbox(conn, "applications", application, application.c.sent),
        ),
        job_ends=_job_ends(conn),
        jobs_running=_running(conn, now),
    )


def _outbox(conn: Connection, name: str, table: Table, since: Column[datetime]) -> Outbox:
    waiting = select(func.count(), func.min(since)).select_from(table).where(table.c.next_try.is_not(None))
    return Outbox(name, *conn.execute(waiting).one())


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
