"""Training in its own process, so that answering never waits for it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Sequence

from candor.settings import Settings
from training import child_process

OUTCOMES: dict[int | None, str] = {0: "promoted", 3: "blocked"}
"""What `candor train` says with its exit code."""


LONGEST_LINE = 1024 * 1024


def training_command(company_key: str) -> list[str]:
    """Return the command line that retrains a company; use it with `training_environment`."""
    return [sys.executable, "-m", "candor", "train", "--company", company_key]


Hear = Callable[[str], None]
"""Hears each line that a process writes."""


def training_environment(settings: Settings) -> dict[str, str]:
    """Return an environment that hands these settings, whatever file or option they came from, to another process."""
    dumped = settings.model_dump(mode="json")
    values = {f"CANDOR_{k.upper()}": v if isinstance(v, str) else json.dumps(v) for k, v in dumped.items()}
    return {**{k: v for k, v in os.environ.items() if not k.startswith("CANDOR_")}, **values}


def unheard(line: str) -> None:
    """Take no notice of a line."""


async def train(settings: Settings, company_key: str, hear: Hear = unheard) -> tuple[str, str]:
    """Retrain a company in a process of its own; returns promoted, blocked or failed, and the last line it wrote.

    When the caller is cancelled the process is killed; the live model stays as it was.
    """
    code, said = await in_own_process(settings, [*training_command(company_key), "--steps"], hear)
    return OUTCOMES.get(code, "failed"), said


async def in_own_process(settings: Settings, command: Sequence[str], hear: Hear = unheard) -> tuple[int | None, str]:
    """Run a command under these settings; returns its exit code and the last line it wrote.

    It ends, with all that it started, when the caller is cancelled and when this process dies.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        env=training_environment(settings) | child_process.TIED,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
        limit=LONGEST_LINE,
    )
    assert process.stdin is not None, "it was asked for"
    assert process.stdout is not None, "it was asked for"
    last = ""
    try:
        # Not communicate(): from Python 3.12 on it closes the pipe that the child lives by.
        async for line in process.stdout:
            last = line.decode("utf-8", "replace").strip() or last
            hear(last)
        code = await process.wait()
    finally:
        child_process.end_group(process.pid)
        process.stdin.close()
        await process.wait()
    return code, last
