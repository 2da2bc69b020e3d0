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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

START_SECONDS = 180
CANDOR = (sys.executable, "-m", "candor")


@dataclass
class Server:
    """A running server: its address, what it printed, and the recruiter's login if this was the first start."""

    address: str
    output: list[str]
    process: subprocess.Popen[str]

    @property
    def login(self) -> tuple[str, str]:
        """E-mail address and password that the first start printed."""
        found = re.search(r"(\S+@\S+)\s+password: (\S+)", "".join(self.output))
        assert found, "the first start printed no login:\n" + "".join(self.output)
        return found.group(1), found.group(2)

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
        process.wait(timeout=30)
        reading.join(timeout=5)


def _collect(process: subprocess.Popen[str], output: list[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        output.append(line)  # noqa: PERF402  a line must be seen when it comes, not when all have come


def _address(process: subprocess.Popen[str], output: list[str]) -> str:
    deadline, wait = time.monotonic() + START_SECONDS, threading.Event()
    while time.monotonic() < deadline:
        wait.wait(0.05)
        found = re.search(r"recruiters\s+(http://[\d.]+:\d+)/admin/", "".join(output))
        if found and _answers(found.group(1)):
            return found.group(1)
        if process.poll() is not None:
            break
    raise AssertionError("the server did not start:\n" + "".join(output))


def _answers(address: str) -> bool:
    try:
        with urlopen(f"{address}/readyz") as response:
            return bool(json.load(response)["not_ready"] == [])
    except URLError:
        return False
