"""Processes that end without a word at a given step: kill -9, wherever it may come."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event

_STEPS = {"os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "sqlite3.connect", "shutil.move"}
FINISHED, KILLED = 0, 9


def killed_at(step: int, work: Callable[[], object], *, counting: str = "commit") -> bool:
    """Do the work in a child that dies before its step of that number; tell whether it did.

    A step is a rename and the like, or what the engine does by the name of `counting`: a COMMIT, or each statement.
    """
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        assert code in (FINISHED, KILLED), f"the child failed: {code}"
        return code == KILLED
    try:
        _die_at(step, counting)
        work()
        os._exit(FINISHED)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def _die_at(step: int, counting: str) -> None:
    left = [step]

    def count(*_: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            os._exit(KILLED)

    sys.addaudithook(lambda name, _: count() if name in _STEPS else None)
    event.listen(Engine, counting, count)
