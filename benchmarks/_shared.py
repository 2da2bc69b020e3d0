"""What the benchmarks share: the machine they ran on, the public data they read, how figures are printed."""

from __future__ import annotations

import argparse
import csv
import json
import os
import platform
import random
import sys
from collections import defaultdict
from importlib import metadata
from pathlib import Path

from nlu.version import VERSION

LANGUAGES = ("en", "de", "fr", "zh")
"""Those that Candor has starter data for, in the order that figures are printed in."""

PUBLIC_DATA = """\
Set CANDOR_DATA to a folder with the public data sets this benchmark reads:
  clinc150/data_imbalanced.json   CLINC150 (CC BY 3.0), https://github.com/clinc/oos-eval
  banking77/train.csv             BANKING77 (CC BY 4.0), https://github.com/PolyAI-LDN/task-specific-datasets
  dbdc3/DBDC3.zip                 DBDC3 (MIT), https://dbd-challenge.github.io/dbdc3/"""


def machine() -> str:
    """Return one line a figure must never be quoted without: processor, cores, versions."""
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("numpy", "scipy", "scikit-learn"))
    return f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, {versions}, candor {VERSION}"


def server_options(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Return what the command line says, with what is served from: `data_dir`, `database_url` and `processes`.

    Ends the program with one clear line for several processes without PostgreSQL.
    """
    parser.add_argument("--data-dir", type=Path, help="where a demo company has been trained already; it is copied")
    parser.add_argument("--database-url", help="PostgreSQL; by default a file of SQLite")
    parser.add_argument("--processes", type=int, choices=(1, 2), default=1)
    given = parser.parse_args()
    if given.processes > 1 and given.database_url is None:
        parser.error("several processes need PostgreSQL: name it with --database-url")
    return given


def public_data() -> Path:
    """Return the folder of public data sets; ends the program with one clear message where there is none."""
    folder = os.environ.get("CANDOR_DATA")
    if not folder or not Path(folder).is_dir():
        sys.exit(PUBLIC_DATA)
    return Path(folder)


def recombined(folder: Path, examples: int, categories: int, seed: int) -> list[tuple[str, str]]:
    """Return (text, category) rows made from CLINC150 and BANKING77: the head of one row and the tail of another.

    Both rows are of the same category, so the rows stay learnable; sizes are unbalanced as live data is. Seeded.
    """
    chosen = random.Random(seed)
    sources = public_rows(folder)
    names = sorted(chosen.sample(sorted(sources), categories))
    weights = [chosen.paretovariate(1.5) for _ in names]
    found: dict[str, str] = {}
    for name in [*names * 3, *chosen.choices(names, weights, k=examples * 20)]:
        head, tail = (chosen.choice(sources[name]).split() for _ in range(2))
        found.setdefault(" ".join(head[: (len(head) + 1) // 2] + tail[len(tail) // 2 :]), name)
        if len(found) == examples:
            break
    return list(found.items())


def public_rows(folder: Path) -> dict[str, list[str]]:
    """Return the training questions of CLINC150 and BANKING77 by category."""
    rows: dict[str, list[str]] = defaultdict(list)
    for text, category in json.loads((folder / "clinc150/data_imbalanced.json").read_text(encoding="utf-8"))["train"]:
        rows[category].append(text)
    with (folder / "banking77/train.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            rows[row["category"]].append(row["text"])
    return rows


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())
