"""A server of its own that a benchmark starts: where it listens, and when it can answer."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

_LONGEST_WAIT = 3600
_LOADING = {"language_loading", "not_trained"}


def address_of(server: subprocess.Popen[bytes], log: Path) -> str:
    """Return the address that a server has written into its log, once it listens."""
    while server.poll() is None:
        if found := re.search(r"http://[\d.]+:\d+", log.read_text("utf-8")):
            return found[0]
        time.sleep(0.2)
    sys.exit(f"the server did not start:\n{log.read_text('utf-8')}")


def wait_until_ready(server: subprocess.Popen[bytes], address: str, seconds_between: float = 1.0) -> None:
    """Wait until every language can be answered, looking every so many seconds."""
    end = time.monotonic() + _LONGEST_WAIT
    while server.poll() is None and time.monotonic() < end:
        try:
            with urlopen(f"{address}/readyz", timeout=30) as answer:
                if not _LOADING & {each["code"] for each in json.load(answer)["not_ready"]}:
                    return
        except (URLError, TimeoutError):
            pass  # not ready yet: 503, or nobody listens
        time.sleep(seconds_between)
    sys.exit("the server was not ready within an hour")
