"""Training gives way to answering."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from training.low_priority import AlreadyTraining, few_collections, only_one

YIELD = "import os; from training.low_priority import yield_to_others as y; print(y(), os.sched_getscheduler(0))"
REFUSED = "import os; os.sched_setscheduler = lambda *_: (_ for _ in ()).throw(PermissionError()); "


def printed(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_a_training_process_runs_only_when_nobody_else_wants_the_processor() -> None:
    assert printed(YIELD) == f"SCHED_IDLE {os.SCHED_IDLE}"


def test_where_that_is_refused_it_is_as_nice_as_can_be() -> None:
    assert printed(REFUSED + YIELD + "; print(os.nice(0))").splitlines() == ["nice 19 0", "19"]


def test_the_training_lock_is_freed_when_its_process_dies(tmp_path: Path) -> None:
    hold = (
        "import sys; from pathlib import Path; from training.low_priority import only_one\n"
        "with only_one(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", hold, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(AlreadyTraining), only_one(tmp_path):
            pass
        holder.kill()
    with only_one(tmp_path):
        assert (tmp_path / ".training.lock").exists()


def test_garbage_is_looked_for_less_often_while_it_trains_and_as_before_afterwards() -> None:
    before = gc.get_threshold()
    with few_collections():
        assert gc.get_threshold()[0] > 100 * before[0]
    assert gc.get_threshold() == before
