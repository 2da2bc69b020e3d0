"""Progress of long work: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


class Bar:
    """Shows `done of total` on standard error; call it with both numbers.

    >>> with Bar("fitting") as bar:
    ...     bar(0, 0)
    """

    def __init__(self, label: str) -> None:
        self._label = label
        self._console = Console(stderr=True)
        self._live = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed}/{task.total}"),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
        )
        self._task = self._live.add_task(label, total=None)
        self._quarter = 0

    def __enter__(self) -> Bar:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` steps are finished."""
        self._live.update(self._task, completed=done, total=total)
        quarter = 4 * done // total if total else 0
        if not self._console.is_terminal and quarter > self._quarter:
            sys.stderr.write(f"{self._label}: {done} of {total}\n")
        self._quarter = quarter
