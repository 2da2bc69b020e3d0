"""A process that the server starts ends with it, however the server ends, and so does all that it started itself."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing import parent_process
from typing import Any, Final

_LIFELINE: Final = "CANDOR_LIFELINE"

TIED: Final = {_LIFELINE: "stdin"}
"""Environment of a child whose standard input is a pipe that its parent holds open and never writes to."""


def end_with_parent() -> None:
    """End this process and those it started as soon as its parent is gone; a command that a person runs just goes on.

    The system closes a dead process's pipes, also after `kill -9`: nobody has to be alive to tell.
    """
    parent = parent_process()
    if parent is not None:
        _watch(parent.join)
    elif os.environ.pop(_LIFELINE, None):
        _watch(lambda: os.read(0, 1))


def end_group(leader: int) -> None:
    """End all processes of the group: the leader and the workers that it started."""
    with contextlib.suppress(ProcessLookupError):
        # Not SIGKILL: the processes that clear up behind workers ignore SIGTERM and end when those are gone.
        os.killpg(leader, signal.SIGTERM)


def _watch(wait: Callable[[], Any]) -> None:
    def watch() -> None:
        wait()
        if os.getpgrp() == os.getpid():
            end_group(os.getpid())
        os._exit(1)

    threading.Thread(target=watch, name="candor-lifeline", daemon=True).start()
