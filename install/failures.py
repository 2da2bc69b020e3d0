"""Why a step of the set-up failed, in one line that says what to do."""

from __future__ import annotations

import re

_FULL = re.compile(r"no space left on device|disk quota exceeded|ENOSPC", re.IGNORECASE)
_NO_NETWORK = re.compile(
    r"name resolution|dns error|failed to lookup address|name or service not known|no route to host|"
    r"network is unreachable|connection (?:refused|reset|timed out)|failed to establish a new connection|"
    r"error sending request|tunnel|timed? ?out|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?<=://)[\w.-]+")


class InstallFailed(Exception):
    """The set-up cannot go on; its text is one line for the person who ran `make`."""


class NoNetwork(InstallFailed):
    """A package registry cannot be reached."""


def explained(doing: str, output: str) -> InstallFailed:
    """Return what a command's output says about why it failed.

    >>> print(explained("npm ci", "npm error code ENOTFOUND https://registry.npmjs.org/x"))
    npm ci: registry.npmjs.org cannot be reached; check the network or HTTPS_PROXY, then run make again: it goes on
    >>> print(explained("uv", "error: write failed: No space left on device (os error 28)"))
    uv: no space left on the disk; free 1 GB, then run make again: it goes on
    """
    if _FULL.search(output):
        return InstallFailed(f"{doing}: no space left on the disk; free 1 GB, then run make again: it goes on")
    if _NO_NETWORK.search(output):
        host = _ADDRESS.search(output)
        where = host.group() if host else "the package registry"
        advice = "check the network or HTTPS_PROXY, then run make again: it goes on"
        return NoNetwork(f"{doing}: {where} cannot be reached; {advice}")
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return InstallFailed(f"{doing} failed: {lines[-1] if lines else 'it says nothing of why'}")
