"""A server that is killed leaves nobody at work: its trainer and the trainer's workers end with it."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from candor.settings import load_settings
from candor.training_process import in_own_process
from training.aside import aside
from training.data_check import Reference
from training.data_check.check import check_with

PATIENCE = 60.0

WORKER = "import sys, time; alive = open(sys.argv[1], 'w'); print('worker', file=alive, flush=True); time.sleep(3600)"
TRAINER = f"""
import subprocess, sys, time
from training.child_process import end_with_parent
end_with_parent()
subprocess.Popen([sys.executable, "-c", {WORKER!r}, sys.argv[1]])
alive = open(sys.argv[1], "w")
print("trainer", file=alive, flush=True)
time.sleep(3600)
"""
SERVER = f"""
import asyncio, sys
from candor.settings import load_settings
from candor.training_process import in_own_process
asyncio.run(in_own_process(load_settings(), [sys.executable, "-c", {TRAINER!r}, sys.argv[1]]))
"""
CHECKER = """
import asyncio, sys
from tests.candor.test_dying_with_the_server import check_slowly
asyncio.run(check_slowly(sys.argv[1]))
"""


class Signs:
    """A named pipe that every process which opened it keeps open until it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        os.mkfifo(path)
        self._said = ""
        self._reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def read(self, *, until: str | None) -> None:
        """Return when somebody wrote the word, or (None) when all who opened the pipe have ended."""
        waiting = select.poll()
        waiting.register(self._reader, select.POLLIN)
        while until is None or until not in self._said:
            assert waiting.poll(1000 * PATIENCE), f"{until or 'the end'} did not come: {self._said}"
            piece = os.read(self._reader, 1000).decode()
            if not piece:
                assert until is None, f"all ended before {until} was said: {self._said}"
                return
            self._said += piece

    def close(self) -> None:
        os.close(self._reader)


@pytest.fixture
def signs(tmp_path: Path) -> Iterator[Signs]:
    made = Signs(tmp_path / "alive")
    yield made
    made.close()


def stay(path: str) -> Reference:
    """Stand in for reading the reference data: it takes very long."""
    with Path(path).open("w", encoding="utf-8") as alive:
        print("checker", file=alive, flush=True)
        signal.pause()
    raise AssertionError("nobody wakes it")


async def check_slowly(path: str) -> None:
    await aside(check_with, [], "en", partial(stay, path), frozenset())


@pytest.mark.parametrize(("program", "said"), [(SERVER, ("trainer", "worker")), (CHECKER, ("checker",))])
def test_who_works_for_a_server_that_is_killed_ends_at_once(program: str, said: tuple[str, ...], signs: Signs) -> None:
    server = subprocess.Popen([sys.executable, "-c", program, str(signs.path)], cwd=Path(__file__).parents[2])
    for who in said:
        signs.read(until=who)
    server.send_signal(signal.SIGKILL)
    server.wait(PATIENCE)
    signs.read(until=None)


async def test_a_trainer_that_is_not_wanted_any_more_takes_its_workers_along(signs: Signs) -> None:
    training = asyncio.create_task(in_own_process(load_settings(), [sys.executable, "-c", TRAINER, str(signs.path)]))
    await asyncio.to_thread(signs.read, until="worker")
    training.cancel()
    await asyncio.gather(training, return_exceptions=True)
    await asyncio.to_thread(signs.read, until=None)


async def test_a_command_says_how_it_ended_and_its_last_line() -> None:
    said = await in_own_process(load_settings(), [sys.executable, "-c", "print('one'); print('two'); exit(3)"])
    assert said == (3, "two")
