"""A real `candor serve` in a process of its own, for tests that need the whole product."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from urllib.request import urlopen

T = TypeVar("T")

START_SECONDS = 600
"""A deadline, for machines that are busy."""
CANDOR = (sys.executable, "-m", "candor")


@dataclass
class Server:
    """A running server: its address and what it printed."""

    address: str
    output: list[str]
    process: subprocess.Popen[str]

    def kill(self) -> None:
        """End the process as `kill -9` does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def serving(data_dir: Path, candor: Sequence[str] = CANDOR, **environment: str) -> Iterator[Server]:
    """Run `candor serve` on a free port; settings as environment variables, such as CANDOR_GATE__TOLERANCE="0.1"."""
    process = subprocess.Popen(
        [*candor, "serve", "--port", "0", "--data-dir", str(data_dir)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | environment,
    )
    output: list[str] = []
    reading = threading.Thread(target=_collect, args=(process, output), daemon=True)
    reading.start()
    try:
        yield Server(_address(process, output), output, process)
    finally:
        process.terminate()
        process.wait(timeout=120)
        reading.join(timeout=5)


def _collect(process: subprocess.Popen[str], output: list[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        output.append(line)  # noqa: PERF402  a line must be seen when it comes, not when all have come


def _address(process: subprocess.Popen[str], output: list[str]) -> str:
    """Return the address that it printed as soon as it is ready there."""

    def ready() -> str | None:
        said = "".join(output)
        assert process.poll() is None, f"the server did not start:\n{said}"
        found = re.search(r"http://[\d.]+:\d+", said)
        return found.group() if found and _is_ready(found.group()) else None

    return wait_for(ready, "the server", START_SECONDS)


def _is_ready(address: str) -> bool:
    try:
        with urlopen(f"{address}/readyz", timeout=10) as response:
            return bool(json.load(response)["not_ready"] == [])
    except OSError:
        return False


def wait_for(met: Callable[[], T | None], what: str, seconds: float) -> T:
    """Return what a condition gives as soon as it gives something; fails after so many seconds."""
    deadline, pause = time.monotonic() + seconds, threading.Event()
    while not (found := met()):
        assert time.monotonic() < deadline, f"waited for {seconds} seconds in vain for {what}"
        pause.wait(0.05)
    return found
