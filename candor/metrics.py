"""What /metrics tells besides requests: turns, models, jobs, outboxes, the writer, sockets and connections."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import structlog
from aiohttp import web
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.registry import Collector

from bot.channels.web.state import CHANNEL
from bot.dialogue.storing import Turn
from bot.live import LiveModels
from candor.connections import Connections
from candor.readiness import ReadinessReport
from storage.database.database import Database
from storage.database.errors import StorageError
from storage.figures.service_figures import ServiceFigures, service_figures

log = structlog.get_logger()

KEPT_SECONDS = 10.0
"""So long the database's figures are given again."""


@dataclass(slots=True)
class TurnCounts:
    """Turns of this process since it began, by company and decision (None: a recruiter has the conversation)."""

    turns: Counter[tuple[int, str | None]]

    def hear(self, turn: Turn) -> None:
        """Count a turn; one that is told again counts no second time."""
        if not turn.replayed:
            self.turns[turn.conversation.company_id, turn.decision] += 1


class HouseMetrics(Collector):
    """The figures of the house; `look` before each `collect`, which only writes down what was seen."""

    def __init__(self, app: web.Application, database: Database, live: LiveModels, connections: Connections) -> None:
        self._app, self._database, self._live, self._connections = app, database, live, connections
        self.told = TurnCounts(Counter())
        self._figures: ServiceFigures | None = None
        self._looked = -KEPT_SECONDS
        self._report: ReadinessReport | None = None

    async def look(self, report: ReadinessReport) -> None:
        """Take in how ready the process is, and the database's figures when those seen last are too old."""
        self._report = report
        if time.monotonic() - self._looked < KEPT_SECONDS:
            return
        self._looked, now = time.monotonic(), datetime.now(UTC)
        try:
            self._figures = await self._database.read(lambda conn: service_figures(conn, now))
        except StorageError as error:
            log.error("figures_not_read", reason=str(error))
            self._figures = None

    def collect(self) -> Iterator[Metric]:
        """Yield each metric; those of the database are left out while it cannot be read."""
        yield from self._of_process()
        yield from self._of_readiness()
        if self._figures is not None:
            yield from self._of_turns(self._figures)
            yield from self._of_models(self._figures)
            yield from _of_jobs(self._figures)
            yield from _of_outboxes(self._figures)

    def _of_process(self) -> Iterator[Metric]:
        written = self._database.written
        yield _gauge("candor_writes_waiting", "Writes that wait to be taken up", self._database.queued)
        yield CounterMetricFamily("candor_writes", "Writes that were committed or refused alone", written.works)
        yield CounterMetricFamily("candor_write_failures", "Writes that the database did not take", written.failures)
        yield SummaryMetricFamily(
            "candor_commit_seconds", "Time of the writer's transactions", written.commits, written.seconds
        )
        yield _gauge("candor_sockets", "Open sockets of candidates", len(self._app[CHANNEL].sockets))
        yield _gauge("candor_connections", "Open connections", len(self._connections))
        yield CounterMetricFamily("candor_connections_refused", "Connections refused", self._connections.refused)

    def _of_readiness(self) -> Iterator[Metric]:
        if self._report is not None:
            yield _gauge("candor_ready", "Whether candidates can be served", int(self._report.ready))
            codes = GaugeMetricFamily("candor_not_ready", "What is not ready, as /readyz tells", labels=["code"])
            for code, count in sorted(self._report.not_ready.items()):
                codes.add_metric([code], count)
            yield codes

    def _of_turns(self, figures: ServiceFigures) -> Iterator[Metric]:
        messages = CounterMetricFamily("candor_messages", "Messages of candidates", labels=["company"])
        decisions = CounterMetricFamily(
            "candor_decisions", "What was decided: reply, clarify or defer", labels=["company", "decision"]
        )
        by_company = Counter[str]()
        for (company_id, decision), count in sorted(self.told.turns.items(), key=str):
            company = figures.companies.get(company_id, "new")
            by_company[company] += count
            if decision is not None:
                decisions.add_metric([company, decision], count)
        for company, count in by_company.items():
            messages.add_metric([company], count)
        yield from (messages, decisions)

    def _of_models(self, figures: ServiceFigures) -> Iterator[Metric]:
        where = ["company", "language"]
        live = GaugeMetricFamily(
            "candor_model_live_timestamp_seconds", "Since when a version is live", labels=[*where, "version"]
        )
        answers = GaugeMetricFamily("candor_model_answers", "Whether the live version itself answers", labels=where)
        for each in figures.models:
            here = [figures.companies[each.company_id], each.language]
            live.add_metric([*here, f"v{each.number}"], each.promoted.timestamp())
            loaded = self._live.answers(each.company_id, each.language)
            refused = (each.company_id, each.language) in self._live.refusals
            answers.add_metric(here, int(loaded and not refused))
        yield from (live, answers)


def _of_jobs(figures: ServiceFigures) -> Iterator[Metric]:
    running = GaugeMetricFamily("candor_jobs_running", "Runs that have begun and not ended", labels=["job"])
    for kind, count in sorted(figures.jobs_running.items()):
        running.add_metric([kind], count)
    ends = GaugeMetricFamily(
        "candor_job_last_end_timestamp_seconds", "When a job last ended so", labels=["job", "outcome"]
    )
    for (kind, outcome), finished in sorted(figures.job_ends.items()):
        ends.add_metric([kind, outcome], finished.timestamp())
    yield from (running, ends)


def _of_outboxes(figures: ServiceFigures) -> Iterator[Metric]:
    waiting = GaugeMetricFamily("candor_outbox_waiting", "What waits to go out", labels=["outbox"])
    oldest = GaugeMetricFamily("candor_outbox_oldest_seconds", "Age of what waits longest", labels=["outbox"])
    for each in figures.outboxes:
        waiting.add_metric([each.name], each.waiting)
        age = (datetime.now(UTC) - each.oldest).total_seconds() if each.oldest else 0.0
        oldest.add_metric([each.name], max(0.0, age))
    yield from (waiting, oldest)


def _gauge(name: str, said: str, value: float) -> Metric:
    return GaugeMetricFamily(name, said, value)
