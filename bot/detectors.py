"""The breakdown detectors that companies trained on their own conversations, swapped in whole when one goes live."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import structlog

from bot.guard.guard import Guard
from nlu.breakdown import detector_file
from nlu.breakdown.detector import Detector
from nlu.breakdown.strong import StrongDetector
from nlu.errors import ModelFileError
from storage import Connection, companies, detectors
from storage.detectors import DetectorVersion

log = structlog.get_logger()


class OwnDetectors:
    """The detector of each company that has one of its own; the others are guarded by the starter's.

    `refresh` may run in any thread: a detector is immutable and replaced in one assignment. `load_starter` gives the
    starter's to a guard that was opened before it had been learnt.
    """

    def __init__(self, models_dir: Path, load_starter: Callable[[], Detector | None] | None = None) -> None:
        self._models_dir = models_dir
        self._load_starter = load_starter
        self._starter: Detector | None = None
        self._live: dict[int, int] = {}
        self._detectors: dict[int, StrongDetector] = {}
        self._trouble: dict[int, str] = {}

    def guard(self, company_id: int, starter: Guard) -> Guard:
        """Return the guard with the company's detector; where it has none, with the starter's once there is one."""
        own = self._detectors.get(company_id) or (None if starter.detector else self._starter)
        return replace(starter, detector=own, trouble=None) if own else starter

    def trouble(self, company_id: int) -> str | None:
        """Return why the company's live detector cannot be used."""
        return self._trouble.get(company_id)

    @property
    def awaits_starter(self) -> bool:
        """Whether the starter's detector is still to come."""
        return self._load_starter is not None and self._starter is None

    def refresh(self, conn: Connection) -> list[str]:
        """Load what went live since the last call and return a line for each change or refusal.

        A file that is missing, cut short or altered is refused: the starter's detector then judges.
        """
        if self._load_starter is not None and self._starter is None:
            self._starter = self._load_starter()
        live = detectors.all_live(conn)
        names = {company.id: company.key for company in companies.all_companies(conn)}
        lines = []
        for company_id in self._live.keys() - live.keys():
            self._forget(company_id)
            lines.append(f"{names[company_id]}: the starter's detector judges again.")
        for company_id, version in live.items():
            if self._live.get(company_id) != version.id:
                lines.append(self._swap(company_id, names[company_id], version))
                self._live[company_id] = version.id
        return lines

    def _swap(self, company_id: int, name: str, version: DetectorVersion) -> str:
        try:
            loaded = detector_file.load(self._models_dir / version.file, sha256=version.sha256)[0]
        except ModelFileError as error:
            log.error("detector_refused", company=name, version=version.name, reason=str(error))
            self._forget(company_id)
            self._trouble[company_id] = str(error)
            return f"{name}: detector {version.name} refused: {error}. The starter's detector judges."
        self._detectors[company_id] = loaded
        self._trouble.pop(company_id, None)
        return f"{name}: detector {version.name} judges now."

    def _forget(self, company_id: int) -> None:
        for known in (self._detectors, self._trouble, self._live):
            known.pop(company_id, None)
