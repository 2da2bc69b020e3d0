"""Training gives way to answering: lowest scheduling class, no work for its own sake, one run a company at a time."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from storage.database.file_lock import Locked, locked

_OBJECTS: Final = 100_000


class AlreadyTraining(RuntimeError):
    """Another process on this machine is training this company."""


def yield_to_others() -> str:
    """Put this process (and those it starts) under SCHED_IDLE, or nice 19 where that is refused; says which."""
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except (AttributeError, OSError):
        os.nice(19)
        return "nice 19"
    return "SCHED_IDLE"


def one_thread() -> contextlib.AbstractContextManager[object]:
    """Return what keeps matrix products of this process to one thread each.

    Several threads wait for each other by turning in circles, which costs more processor time than it saves on small
    matrices, most of all where the machine is busy.
    """
    limits: contextlib.AbstractContextManager[object] = threadpool_limits(1)
    return limits


@contextlib.contextmanager
def few_collections() -> Iterator[None]:
    """Look for garbage in circles less often: a retrain makes millions of objects, and nearly all of them stay."""
    before = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextlib.contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold the folder's training lock; the system frees it however the process ends. Raises AlreadyTraining."""
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(locked(folder / ".training.lock"))
        except Locked:
            raise AlreadyTraining(f"a retrain is already running in {folder}; wait until it has finished") from None
        yield
