"""What was erased leaves SQLite's log as well, where it would stand until the log is written over some day."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing

from storage.notices import ChangeNotice

WAIT_SECONDS = 0.2
"""So long a commit waits for readers of an older state; who still reads then is asked again after the next commit."""

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())


class ErasedTraces:
    """Empties the log of an SQLite file after each commit that erased something."""

    def __init__(self, file: str, tell: Callable[[Sequence[ChangeNotice]], None]) -> None:
        self._file = file
        self._tell = tell
        self._left = False

    def committed(self, notices: Sequence[ChangeNotice]) -> None:
        """Tell of a commit, then remove what is left; in the writer's thread."""
        self._tell(notices)
        self._left = self._left or any(notice.kind == "erasure" for notice in notices)
        self.remove()

    def remove(self) -> None:
        """Remove what is left, if anything is and nobody reads an older state."""
        if self._left:
            self._left = not self._emptied()

    def _emptied(self) -> bool:
        try:
            with closing(sqlite3.connect(self._file, timeout=WAIT_SECONDS)) as conn:
                busy, _, _ = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            log.warning("what was erased stands in the log of the database still: %s", error)
            return False
        return not busy
