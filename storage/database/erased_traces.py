"""What was erased leaves SQLite's log as well, where it would stand until the log is written over some day."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing

from storage.database.notices import ChangeNotice

WAIT_SECONDS = 0.2
"""So long a commit that erases waits for readers of an older state; after each later one they are only looked for."""

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())


class ErasedTraces:
    """Empties the log of an SQLite file after each commit that erased something, and what a killed process left."""

    def __init__(self, file: str, tell: Callable[[Sequence[ChangeNotice]], None]) -> None:
        self._file = file
        self._tell = tell
        self._left = self._begun = False

    def committed(self, notices: Sequence[ChangeNotice]) -> None:
        """Tell of a commit, then remove what is left; in the writer's thread."""
        self._tell(notices)
        erased = any(notice.kind == "erasure" for notice in notices)
        self._left = self._left or erased or not self._begun  # a killed process may have left something
        self._begun = True
        self.remove(WAIT_SECONDS if erased else 0)

    def remove(self, wait: float = WAIT_SECONDS) -> None:
        """Remove what is left, if anything is and nobody reads an older state for so many seconds."""
        if self._left:
            self._left = not self._emptied(wait)

    def _emptied(self, wait: float) -> bool:
        try:
            with closing(sqlite3.connect(self._file, timeout=wait)) as conn:
                busy, _, _ = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            log.warning("what was erased stands in the log of the database still: %s", error)
            return False
        return not busy
