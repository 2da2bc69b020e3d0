"""What a server with the demo company in four languages holds in memory: `candor serve`, once every language answered.

    .venv/bin/python benchmarks/memory.py [--data-dir D]

A server of its own learns what is not in `D` yet (some minutes in an empty one, which is the default), answers a
question in each language and is asked by the kernel's accounts (Linux) what it holds: all of it, and what is its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import Request, urlopen

from _servers import address_of, wait_until_ready
from _shared import machine

AIM = 450
QUESTIONS = {
    "en": "how many days of holiday do I get",
    "de": "Wie viele Urlaubstage habe ich?",
    "fr": "Combien de jours de congés ai-je par an ?",
    "zh": "每年有多少天年假",
}


def main() -> None:
    """Print resident megabytes at the start and after a question in each language."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-dir", type=Path, help="Where the demo company is, or will be, learnt.")
    given = parser.parse_args()
    if not Path("/proc/self/smaps_rollup").exists():
        sys.exit("this needs Linux: /proc/PID/smaps_rollup says what a process holds")
    print(machine())
    with tempfile.TemporaryDirectory() as thrown_away:
        folder = given.data_dir or Path(thrown_away)
        command = [sys.executable, "-m", "candor", "serve", "--port", "0", "--data-dir", str(folder)]
        with (
            (Path(thrown_away) / "log").open("w+b") as log,
            subprocess.Popen(command, stderr=log, stdout=log, env={**os.environ, "PYTHONUNBUFFERED": "1"}) as server,
        ):
            try:
                _measure(server, Path(log.name))
            finally:
                server.terminate()


def _measure(server: subprocess.Popen[bytes], log: Path) -> None:
    address = address_of(server, log)
    wait_until_ready(server, address)
    _print("every language can be answered", server.pid)
    for language, question in QUESTIONS.items():
        _ask(address, question)
        _print(f"after a question ({language})", server.pid)
    held = _held(server.pid)["Rss"]
    print(f"aim: {AIM} MB: {'met' if held <= AIM else 'missed'}")


def _ask(address: str, question: str) -> None:
    opened = _post(f"{address}/api/v1/companies/demo/conversations", {}, {})
    token = {"Authorization": f"Bearer {opened['token']}"}
    path = f"{address}/api/v1/conversations/{opened['conversation']}/messages"
    _post(path, {"client_id": "1", "text": question}, token)


def _post(url: str, body: dict[str, str], headers: dict[str, str]) -> dict[str, str]:
    content = json.dumps(body).encode()
    with urlopen(Request(url, content, {"Content-Type": "application/json", **headers}), timeout=60) as answer:
        found: dict[str, str] = json.load(answer)
    return found


def _held(pid: int) -> dict[str, float]:
    """The process's accounts in megabytes: "Rss" all that is resident, "Anonymous" what is no file's."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    pairs = (line.split() for line in lines[1:])
    return {pair[0].rstrip(":"): int(pair[1]) / 1024 for pair in pairs}


def _print(what: str, pid: int) -> None:
    held = _held(pid)
    print(f"{what:32}{held['Rss']:7.0f} MB, {held['Anonymous']:.0f} of them its own", flush=True)


if __name__ == "__main__":
    main()
