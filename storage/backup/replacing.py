"""Putting a restored database in the place of another one, in one step that has happened or has not."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Protocol

from storage.database.engine import parse_url


class Replacement(Protocol):
    """A place beside a database where a copy is prepared before it takes the database's place.

    Each step raises StorageError, and then the database is what it was.
    """

    @property
    def url(self) -> str:
        """Return where the copy is, once it was loaded."""

    def expect_unused(self) -> None:
        """Raise unless no process has the database open."""

    def load(self, copy: Path, namespace: str | None) -> None:
        """Take in what `copying` wrote of a database in that PostgreSQL schema; the file may be used up."""

    def swap(self, now: datetime) -> str | None:
        """Put the copy in the database's place; return where that is kept now, None when there was none."""

    def discard(self) -> None:
        """Remove a copy that was not swapped in."""


def replacement(url: str) -> Replacement:
    """Return how the database at this URL is replaced."""
    # Imported here: only one of them is needed.
    from storage.backup.replacing_file import FileReplacement
    from storage.backup.replacing_schema import SchemaReplacement

    parsed = parse_url(url)
    return FileReplacement(parsed) if parsed.get_backend_name() == "sqlite" else SchemaReplacement(parsed)
