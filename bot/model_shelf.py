"""The files of a company's models: which of them may answer, loading one, and why the live one cannot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import structlog

from nlu import model_file
from nlu.errors import ModelFileError
from nlu.text_classifier import TextClassifier
from storage import Connection, models
from storage.models import ModelVersion

log = structlog.get_logger()

Look: TypeAlias = tuple[tuple[int, ...] | None, ...]
"""How files look from outside: inode, size and time of the last change; None for one that is not there."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the live `version` cannot answer; `substitute` names the earlier one that answers in its place, if any.

    `look` is how the files looked that were tried: once it is another, they are worth trying again.
    """

    version: str
    reason: str
    substitute: str | None
    look: Look


class ModelShelf:
    """The folder that model files stand in."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, company: str, version: ModelVersion) -> TextClassifier:
        """Return the version's model; logs and raises ModelFileError when the file is not the one that was measured."""
        try:
            return model_file.load(self._folder / version.file, sha256=version.sha256)[0]
        except ModelFileError as error:
            log.error("model_refused", company=company, version=version.name, reason=str(error))
            raise

    def look(self, versions: Sequence[ModelVersion]) -> Look:
        """Return how the versions' files look now, without reading them."""
        return tuple(_look(self._folder / version.file) for version in versions)


def _look(file: Path) -> tuple[int, ...] | None:
    try:
        seen = file.stat()
    except OSError:
        return None
    return seen.st_ino, seen.st_size, seen.st_ctime_ns


def servable(conn: Connection, company_id: int, language: str) -> list[ModelVersion]:
    """Return the live version first, then those that were live before, newest first."""
    once_live = [
        version
        for version in models.history(conn, company_id, language)
        if version.promoted and version.can_answer and version.status in ("live", "retired")
    ]
    newest_first = sorted(once_live, key=lambda version: version.promoted or version.created, reverse=True)
    return sorted(newest_first, key=lambda version: version.status != "live")
