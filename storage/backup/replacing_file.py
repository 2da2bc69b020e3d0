"""Replacing an SQLite file: the copy is prepared beside it and renamed over it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL

from nlu.classifier.sealed import sync_folder
from storage.database.errors import StorageError, reason
from storage.database.migrate import one_process_at_a_time

_BESIDE = ("-wal", "-shm", "-journal")


class FileReplacement:
    """See `storage.backup.replacing.Replacement`."""

    def __init__(self, url: URL) -> None:
        self._file = Path(str(url.database))
        self._copy = self._file.with_name(f"{self._file.name}.restoring")

    @property
    def url(self) -> str:
        """Return the copy's URL."""
        return f"sqlite:///{self._copy}"

    def expect_unused(self) -> None:
        """Raise StorageError while a process has the file open."""
        if self._file.exists():
            with _settled(self._file):
                pass

    def load(self, copy: Path, namespace: str | None) -> None:
        """Move the copy beside the file; raise StorageError when it is no sound database."""
        self.discard()
        self._copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(copy, self._copy)
        with closing(sqlite3.connect(self._copy)) as conn:
            try:
                found = conn.execute("PRAGMA quick_check(1)").fetchone()[0]
            except sqlite3.DatabaseError as error:
                found = str(error)
        if found != "ok":
            raise StorageError(f"The database in this backup is broken ({found}): take another one.")

    def swap(self, now: datetime) -> str | None:
        """Rename the copy over the file, which keeps another name."""
        with one_process_at_a_time(self._file.parent):
            with _settled(self._copy):
                pass
            kept = self._keep(now) if self._file.exists() else None
            self._copy.replace(self._file)
            sync_folder(self._file.parent)
        return kept

    def discard(self) -> None:
        """Remove the copy and what SQLite wrote beside it."""
        for end in ("", *_BESIDE):
            Path(f"{self._copy}{end}").unlink(missing_ok=True)

    def _keep(self, now: datetime) -> str:
        """Give the file a second name: the first one never names nothing."""
        kept = self._file.with_name(f"{self._file.name}.replaced-{now:%Y%m%dT%H%M%S%f}")
        with _settled(self._file):
            with suppress(FileNotFoundError):
                kept.unlink()
            os.link(self._file, kept)
        for end in _BESIDE:
            # Left only beside a file that is not sound: it would be read as part of the new one.
            with suppress(FileNotFoundError):
                Path(f"{self._file}{end}").rename(f"{kept}{end}")
        return str(kept)


@contextmanager
def _settled(file: Path) -> Iterator[None]:
    """Bring all of a database into its one file and keep others out; raise StorageError while they have it open.

    SQLite leaves WAL mode only where nobody else has the file open. A file that is no database is left alone.
    """
    with closing(sqlite3.connect(file, timeout=1, isolation_level=None)) as conn:
        try:
            conn.execute("PRAGMA journal_mode=DELETE")
            conn.execute("PRAGMA locking_mode=EXCLUSIVE")
            conn.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise StorageError(f"{file} is in use: stop Candor (and whatever else has it open) first.") from None
            raise StorageError(f"{file} cannot be replaced ({reason(error)}).") from None
        except sqlite3.DatabaseError:
            # Not a database, or broken: nobody works with it.
            pass
        yield
