"""A server gives back memory that it needed for a moment only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_HELD = "int(open('/proc/self/statm').read().split()[1]) * 4096"
_BLOCKS = "[number.to_bytes(2) * 50_000 for number in range(2_000)]"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
def test_memory_that_became_free_is_given_back() -> None:
    program = f"""
from candor import memory
memory.keep_little()
blocks = {_BLOCKS}
kept = blocks[-1]  # at the end of the pool, so that nothing below it is given back by itself
full = {_HELD}
del blocks
memory.give_back()
print(full - {_HELD})
"""
    freed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert int(freed) > 150_000_000


def test_a_server_that_learns_nothing_imports_nothing_to_learn_with() -> None:
    program = "import sys, candor.opening; print('scipy' in sys.modules, 'sklearn' in sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert loaded.split() == ["False", "False"]
