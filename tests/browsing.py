"""Debian's chromium for tests, and what becomes of a test whose program is missing."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

CHROMIUM = os.environ.get("CANDOR_CHROMIUM", "/usr/bin/chromium")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync")
PATIENCE = 20_000
"""Milliseconds that a page may take to show what a test waits for: a deadline, not a measurement."""

ARTIFACTS = Path(os.environ.get("CANDOR_ARTIFACTS", "artifacts"))
"""Where screenshots are kept."""


def chromium() -> str:
    """Return the path of chromium, or skip the test as `require` does."""
    require(CHROMIUM, "apt-get install chromium, or name one in CANDOR_CHROMIUM")
    return CHROMIUM


def require(program: str, remedy: str) -> None:
    """Skip, loudly, where a program is missing; fail in CI."""
    if shutil.which(program) is None:
        complaint = f"no {program}: {remedy}"
        if os.environ.get("CI") == "true":
            pytest.fail(complaint, pytrace=False)
        pytest.skip(complaint)
