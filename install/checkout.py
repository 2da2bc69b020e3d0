"""The checkout that is set up: one set-up at a time, and what is done is never done again."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from install.failures import explained


@dataclass(frozen=True)
class SetUpStep:
    """A step of the set-up, done once for each content of the files it reads.

    `into` is the folder it fills, removed with which it counts as not done; `covers` are steps that are done with it.
    `check` raises InstallFailed, before anything is done, where something that it needs is missing.
    """

    name: str
    says: str
    commands: Callable[[Checkout], Sequence[Sequence[str]]]
    reads: tuple[str, ...] = ()
    into: str = ".venv"
    covers: tuple[SetUpStep, ...] = ()
    check: Callable[[], None] = field(default=lambda: None)


@dataclass(frozen=True)
class Checkout:
    """The folder of a checkout, and the descriptor that its lock is held by while something is installed (-1: none)."""

    root: Path
    lock: int = -1

    @property
    def python(self) -> str:
        """The interpreter of its environment."""
        return str(self.root / ".venv/bin/python")

    @property
    def uv(self) -> str:
        """The installer of its environment."""
        return str(self.root / ".venv/bin/uv")

    @contextlib.contextmanager
    def alone(self) -> Iterator[Checkout]:
        """Hold the checkout's lock, having waited for whoever has it.

        What is started within holds it too: a set-up that is killed keeps others out until its last child has ended.
        """
        folder = os.open(self.root, os.O_RDONLY)
        try:
            try:
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("another make installs here; waiting until it has ended")
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield Checkout(self.root, folder)
        finally:
            os.close(folder)

    def bring_to(self, step: SetUpStep) -> None:
        """Do a step unless it is done; raises InstallFailed."""
        if self.is_done(step):
            return
        step.check()
        say(step.says)
        for command in step.commands(self):
            self.run(command, step.says)
        for done in (step, *step.covers):
            self.mark(done)

    def is_done(self, step: SetUpStep) -> bool:
        """Tell whether a step was done to its end, from the same files."""
        try:
            return self._stamp(step).read_text() == self._state(step)
        except OSError:
            return False

    def mark(self, step: SetUpStep) -> None:
        """Note that a step is done; raises InstallFailed."""
        try:
            self._stamp(step).parent.mkdir(parents=True, exist_ok=True)
            self._stamp(step).write_text(self._state(step))
        except OSError as error:
            raise explained(step.says, str(error)) from error

    def run(self, command: Sequence[str], says: str) -> None:
        """Run a command to its end in the checkout; raises InstallFailed, saying what it was to do, when it fails."""
        ended = self.start(command)
        output = ended.communicate()[0]
        if ended.returncode:
            raise explained(says, output)

    def start(self, command: Sequence[str], **environment: str) -> subprocess.Popen[str]:
        """Start a command in the checkout, its output kept; raises InstallFailed."""
        try:
            return subprocess.Popen(
                command,
                cwd=self.root,
                env={**os.environ, **environment},
                pass_fds=(self.lock,) if self.lock >= 0 else (),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )
        except OSError as error:
            raise explained(command[0], str(error)) from error

    def _stamp(self, step: SetUpStep) -> Path:
        return self.root / step.into / f".{step.name}.done"

    def _state(self, step: SetUpStep) -> str:
        read = b"".join((self.root / name).read_bytes() for name in step.reads)
        return f"{sys.version_info[0]}.{sys.version_info[1]} {sys.base_prefix} {hashlib.sha256(read).hexdigest()}\n"


def say(line: str) -> None:
    """Print a line of progress at once."""
    print(f"set-up: {line}", flush=True)
