"""Progress of long work: a bar on a terminal, a line now and then elsewhere, each step for a process that listens."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import TracebackType

import click
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
        self._part = ""

    def __enter__(self) -> Bar:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def of(self, part: str) -> Bar:
        """Begin anew with another part of the work."""
        self._live.reset(self._task, total=None)
        self._quarter = 0
        self.say(part)
        return self

    def at(self, part: str) -> Bar:
        """Begin anew where that is another part of the work than the last."""
        return self if self._part == f" {part}" else self.of(part)

    def say(self, doing: str) -> None:
        """Say what is done now."""
        self._part = f" {doing}"
        self._live.update(self._task, description=f"{self._label}{self._part}")

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` steps are finished."""
        self._live.update(self._task, completed=done, total=total)
        quarter = 4 * done // total if total else 0
        if not self._console.is_terminal and quarter > self._quarter:
            sys.stderr.write(f"{self._label}{self._part}: {done} of {total}\n")
        self._quarter = quarter


steps_option = click.option("--steps", is_flag=True, hidden=True, help="Write each step as a line of JSON.")


@contextlib.contextmanager
def steps_or_bar(steps: bool) -> Iterator[Callable[[str], Callable[[int, int], None]]]:
    """Give what is told how far each language of a retrain is: as steps on standard output, or as a bar."""
    if steps:
        yield lambda language: partial(write_step, f"answers:{language}")
        return
    with Bar("retraining") as bar:
        yield bar.of


def planned_steps(languages: Sequence[str]) -> None:
    """Tell a process that listens which languages a retrain will measure: nothing of them is done."""
    for language in languages:
        write_step(f"answers:{language}", 0, 1)


def unplanned(languages: Sequence[str]) -> None:
    """Tell nobody."""


def write_step(part: str, done: int, total: int) -> None:
    """Tell a process that listens (`read_step`) that `done` of `total` steps of a part are finished."""
    click.echo(json.dumps({"part": part, "done": done, "total": total}))


def read_step(line: str) -> tuple[str, float] | None:
    """Return the part and the share of it, in [0, 1], that a line of `write_step` tells; None for any other line.

    >>> read_step('{"part": "en", "done": 1, "total": 4}'), read_step("demo v1 (en): promoted")
    (('en', 0.25), None)
    """
    try:
        told = json.loads(line)
        return str(told["part"]), told["done"] / told["total"]
    except (ValueError, TypeError, KeyError, ZeroDivisionError):
        return None
