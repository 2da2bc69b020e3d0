"""Why a set-up failed: one line for each way that people meet."""

from __future__ import annotations

import pytest

from install.failures import NoNetwork, explained

PIP = """WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by 'NewConnectionError:
Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/uv/
ERROR: No matching distribution found for uv==0.13.9"""
UV = """error: Failed to fetch: `https://pypi.org/simple/numpy/`
  Caused by: client error (Connect)
  Caused by: dns error
  Caused by: failed to lookup address information: Temporary failure in name resolution"""
NPM = """npm error code ECONNREFUSED
npm error FetchError: request to https://registry.npmjs.org/htmx.org failed, reason: connect ECONNREFUSED 127.0.0.1:9"""


@pytest.mark.parametrize(
    ("output", "host"),
    [(PIP, "the package registry"), (UV, "pypi.org"), (NPM, "registry.npmjs.org")],
)
def test_a_registry_out_of_reach_is_named_with_what_to_do(output: str, host: str) -> None:
    failure = explained("uv", output)
    assert isinstance(failure, NoNetwork)
    assert str(failure).startswith(f"uv: {host} cannot be reached; check the network")
    assert "\n" not in str(failure)


@pytest.mark.parametrize(
    "output",
    [
        "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
        "error: failed to write to file `/x`: No space left on device (os error 28)\nnetwork is unreachable",
        "npm error code ENOSPC",
    ],
)
def test_a_full_disk_is_said_to_be_full(output: str) -> None:
    assert "no space left on the disk; free 1 GB" in str(explained("uv", output))


def test_any_other_failure_is_told_by_its_last_line() -> None:
    assert (
        str(explained("uv", "Resolved\n  × Hash mismatch for `numpy`\n\n")) == "uv failed: × Hash mismatch for `numpy`"
    )
