"""The breakdown detectors that companies trained on their own conversations, swapped in whole when one goes live."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from bot.guard.guard import Guard
from bot.model_shelf import Look, ModelShelf
from nlu.breakdown import detector_file
from nlu.breakdown.detector import Detector
from nlu.breakdown.strong import StrongDetector
from nlu.errors import ModelFileError
from storage import Connection
from storage.companies import companies
from storage.models import detectors
from storage.models.detectors import DetectorVersion


@dataclass(frozen=True, slots=True)
class OwnDetector:
    """A company's live detector, in memory: it is None when its file was refused, which then looked like `look`."""

    version_id: int
    detector: StrongDetector | None
    trouble: str | None
    look: Look


class OwnDetectors:
    """The detector of each company that has one of its own; the others are guarded by the starter's.

    `refresh` may run in any thread: a detector is immutable and replaced in one assignment. `load_starter` gives the
    starter's to a guard that was opened before it had been learnt.
    """

    def __init__(self, models_dir: Path, load_starter: Callable[[], Detector | None] | None = None) -> None:
        self._shelf = ModelShelf(
            models_dir, "detector", lambda file, digest: detector_file.load(file, sha256=digest)[0]
        )
        self._load_starter = load_starter
        self._starter: Detector | None = None
        self._own: dict[int, OwnDetector] = {}

    def guard(self, company_id: int, starter: Guard) -> Guard:
        """Return the guard with the company's detector; where it has none, with the starter's once there is one."""
        own = self._own.get(company_id)
        detector = (own.detector if own else None) or (None if starter.detector else self._starter)
        return replace(starter, detector=detector, trouble=None) if detector else starter

    def trouble(self, company_id: int) -> str | None:
        """Return why the company's live detector cannot be used."""
        own = self._own.get(company_id)
        return own.trouble if own else None

    def refresh(self, conn: Connection) -> list[str]:
        """Load what went live since the last call and return a line for each change or refusal.

        A file that is missing, cut short or altered is refused: the starter's detector then judges, until that file
        changed or came back.
        """
        if self._load_starter is not None and self._starter is None:
            self._starter = self._load_starter()
        live = detectors.live_versions(conn)
        names = {company.id: company.key for company in companies.all_companies(conn)}
        lines = []
        for company_id in self._own.keys() - live.keys():
            del self._own[company_id]
            lines.append(f"{names[company_id]}: the starter's detector judges again.")
        for company_id, version_id in live.items():
            if self._is_worth_a_try(conn, company_id, version_id):
                version = detectors.get(conn, company_id, version_id)
                self._own[company_id], line = self._take_in(names[company_id], version)
                lines.append(line)
        return lines

    def _is_worth_a_try(self, conn: Connection, company_id: int, version_id: int) -> bool:
        own = self._own.get(company_id)
        if own is None or own.version_id != version_id:
            return True
        return own.detector is None and self._shelf.look([detectors.get(conn, company_id, version_id)]) != own.look

    def _take_in(self, company: str, version: DetectorVersion) -> tuple[OwnDetector, str]:
        look = self._shelf.look([version])
        try:
            loaded = self._shelf.load(company, version)
        except ModelFileError as error:
            line = f"{company}: detector {version.name} refused: {error}. The starter's detector judges."
            return OwnDetector(version.id, None, str(error), look), line
        return OwnDetector(version.id, loaded, None, look), f"{company}: detector {version.name} judges now."
