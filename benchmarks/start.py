"""What a start of a server whose models are learnt costs in processor time, until every language can be answered.

    .venv/bin/python benchmarks/start.py --data-dir D [--runs 3]

`D` holds a trained demo company (`benchmarks/dialogues.py --data-dir D` makes one). Each run starts the server twice in
turn: with the fingerprints of the starter data kept from an earlier start, and without them, when all of the data is
read (candor/fingerprints.py).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from _servers import address_of, wait_until_ready
from _shared import machine

_LOOKS_EVERY = 0.1  # seconds
_TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print seconds of processor time with and without what an earlier start has kept, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-dir", type=Path, required=True, help="Where a demo company has been trained.")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    print(machine())
    kept = given.data_dir / "models" / "fingerprints.json"
    seconds: dict[str, list[float]] = {"without": [], "with": []}
    for _ in range(given.runs):
        kept.unlink(missing_ok=True)
        for name, its in seconds.items():
            its.append(_start(given.data_dir))
            print(f"  {name:8}{its[-1]:6.1f} s", flush=True)
    without, kept_there = median(seconds["without"]), median(seconds["with"])
    ratio = kept_there / without
    print(f"kept fingerprints: {kept_there:.1f} s of processor time, without {without:.1f} s: {ratio:.2f} of it")


def _start(data_dir: Path) -> float:
    """Start a server, stop it when it can answer, and return the processor seconds it took."""
    command = [sys.executable, "-m", "candor", "serve", "--port", "0", "--data-dir", str(data_dir)]
    with (
        tempfile.NamedTemporaryFile("w+b") as log,
        subprocess.Popen(command, stderr=log, stdout=log, env={**os.environ, "PYTHONUNBUFFERED": "1"}) as server,
    ):
        try:
            wait_until_ready(server, address_of(server, Path(log.name)), _LOOKS_EVERY)
            fields = Path(f"/proc/{server.pid}/stat").read_text("ascii").rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / _TICKS
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
