"""Whether this process can serve, and what it cannot do yet: codes for everybody, details for the log alone."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import structlog

from bot.service import Service
from storage import Connection, probe
from storage.companies import companies
from storage.database.database import Database
from storage.database.errors import StorageError
from storage.models import models

log = structlog.get_logger()

T = TypeVar("T")

DEADLINE_SECONDS = 2.0
KEPT_SECONDS = 3.0
"""So long an answer is given again: probing, by whomever, costs no more than one look every few seconds."""

LEAST_FREE_BYTES = 64 * 1024 * 1024

BLOCKING = frozenset({"database_unreachable", "writes_refused", "writes_blocked", "disk_full", "no_language"})
"""The codes of what keeps the whole process from serving; see docs/operating.md for all."""


@dataclass(frozen=True, slots=True)
class ReadinessReport:
    """What is not as it should be, as codes with how often each is met; candidates may be served all the same."""

    not_ready: Counter[str]
    languages: tuple[str, ...]
    guard: str

    @property
    def ready(self) -> bool:
        """Whether the process can serve."""
        return not BLOCKING & self.not_ready.keys()

    def to_dict(self) -> dict[str, Any]:
        """Return the public form: it names no host, no path and no company."""
        return {
            "status": "ready" if self.ready else "not ready",
            "not_ready": [{"code": code, "count": count} for code, count in sorted(self.not_ready.items())],
            "languages": list(self.languages),
            "guard": self.guard,
        }


class Readiness:
    """Looks at database, disk and models; used on the event loop."""

    def __init__(
        self,
        database: Database,
        service: Service,
        data_dir: Path,
        *,
        kept_seconds: float = KEPT_SECONDS,
        deadline_seconds: float = DEADLINE_SECONDS,
    ) -> None:
        self._database, self._service, self._data_dir = database, service, data_dir
        self._kept_seconds, self._deadline_seconds = kept_seconds, deadline_seconds
        self._looking: asyncio.Task[ReadinessReport] | None = None
        self._looked = 0.0
        self._write: asyncio.Task[None] | None = None
        self._told = Counter[str]()

    async def report(self) -> ReadinessReport:
        """Return how things stand, at most `kept_seconds` old; all who ask at once share one look."""
        if self._looking is None or (self._looking.done() and time.monotonic() - self._looked > self._kept_seconds):
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> ReadinessReport:
        pairs, found = await self._read()
        found += await self._written()
        found += await asyncio.to_thread(self._disk)
        found += self._models(pairs)
        report = ReadinessReport(found, self._service.live.languages, self._guard())
        self._looked = time.monotonic()
        self._tell(report)
        return report

    async def _read(self) -> tuple[Pairs, Counter[str]]:
        pairs, trouble = await self._within(
            self._database.read(_served), "database_unreachable", "database_unreachable"
        )
        return pairs or [], trouble

    async def _written(self) -> Counter[str]:
        """Commit a real write; while an earlier one has not come back no other is queued behind it."""
        if self._write is None or self._write.done():
            now = datetime.now(UTC)
            self._write = asyncio.create_task(self._database.write_at_once(lambda conn: probe.write(conn, now)))
        return (await self._within(asyncio.shield(self._write), "writes_blocked", "writes_refused"))[1]

    async def _within(self, work: Awaitable[T], late: str, refused: str) -> tuple[T | None, Counter[str]]:
        try:
            return await asyncio.wait_for(work, self._deadline_seconds), Counter()
        except TimeoutError:
            return None, Counter([late])
        except StorageError as error:
            log.error(refused, reason=str(error))
            return None, Counter([refused])

    def _disk(self) -> Counter[str]:
        try:
            free = shutil.disk_usage(self._data_dir).free
        except OSError as error:
            log.error("data_folder_unusable", reason=error.strerror)
            return Counter(["disk_full"])
        return Counter(["disk_full"] if free < LEAST_FREE_BYTES else [])

    def _models(self, pairs: Pairs) -> Counter[str]:
        codes = Counter(code for pair in pairs if (code := self._trouble(*pair)))
        if pairs and codes["language_loading"] + codes["model_missing"] == len(pairs):
            codes["no_language"] = 1
        return codes

    def _trouble(self, company_id: int, language: str, live: int | None) -> str | None:
        models_now = self._service.live
        if not models_now.answers(company_id, language):
            return "language_loading"
        refusal = models_now.refusals.get((company_id, language))
        if refusal is not None:
            return "model_refused" if refusal.substitute else "model_missing"
        return "not_trained" if live is None else None

    def _guard(self) -> str:
        guard = self._service.guard
        return "off" if guard is None else "signs only" if guard.trouble else "on"

    def _tell(self, report: ReadinessReport) -> None:
        """Log what changed since the last look, for the operator."""
        if report.not_ready != self._told:
            log.info("readiness", ready=report.ready, not_ready=dict(report.not_ready))
        self._told = report.not_ready


Pairs = list[tuple[int, str, int | None]]
"""Company id, language and the id of the live model there, if any."""


def _served(conn: Connection) -> Pairs:
    live = models.live_versions(conn)
    return [
        (company.id, language, live.get((company.id, language)))
        for company in companies.all_companies(conn)
        for language in company.languages
    ]
