"""The files of a company's versions: which of them may answer, loading one, and why the live one cannot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

import structlog

from nlu.errors import ModelFileError
from storage import Connection
from storage.models import models
from storage.models.lifecycle import Version
from storage.models.models import ModelVersion

log = structlog.get_logger()

T = TypeVar("T")
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


@dataclass(frozen=True, slots=True)
class ModelShelf(Generic[T]):
    """The folder that files of one `noun` stand in, and what reads one whose hash is given."""

    folder: Path
    noun: str
    read: Callable[[Path, str], T]

    def load(self, company: str, version: Version) -> T:
        """Return what the version learnt; logs and raises ModelFileError when the file is not the one measured."""
        try:
            return self.read(self.folder / version.file, version.sha256)
        except ModelFileError as error:
            log.error(f"{self.noun}_refused", company=company, version=version.name, reason=str(error))
            raise

    def look(self, versions: Sequence[Version]) -> Look:
        """Return how the versions' files look now, without reading them."""
        return tuple(_look(self.folder / version.file) for version in versions)


def _look(file: Path) -> tuple[int, ...] | None:
    try:
        seen = file.stat()
    except OSError:
        return None
    return seen.st_ino, seen.st_size, seen.st_ctime_ns


def servable(conn: Connection, company_id: int, language: str) -> list[ModelVersion]:
    """Return the live version first, then those that were live before, newest first."""
    newest_first = models.was_live(conn, company_id, language)[::-1]
    may = [one for one in newest_first if one.can_answer and one.status in ("live", "retired")]
    return sorted(may, key=lambda version: version.status != "live")
