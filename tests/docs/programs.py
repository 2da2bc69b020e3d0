"""Programs of the system that documents tell people to use."""

from __future__ import annotations

import os
import shutil

import pytest


def installed(name: str, package: str) -> str:
    """Return a program's path; where it is not installed the test is skipped, loudly, and fails in CI."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")  # where Debian puts servers
    if found:
        return found
    complaint = f"{name} is not installed: apt-get install {package}"
    if os.environ.get("CI") == "true":
        pytest.fail(complaint, pytrace=False)
    pytest.skip(complaint)
