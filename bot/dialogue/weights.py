"""The file of the arbiter's weights: CSV, a line for each reading and evidence, below notes on how they were learnt."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Final

from bot.dialogue.arbiter import Arbiter
from nlu.product_files import DATA_FOLDER

WEIGHTS: Final = DATA_FOLDER / "dialogues" / "weights.csv"
"""Those that come with the product, which `benchmarks/arbiter.py` learns and writes."""


def load_arbiter(file: Path) -> Arbiter:
    """Return the arbiter with the weights of a file."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        return Arbiter({(row["reading"], row["evidence"]): float(row["weight"]) for row in rows})


@cache
def starter_arbiter() -> Arbiter:
    """Return the arbiter that comes with the product, read once."""
    return load_arbiter(WEIGHTS)
