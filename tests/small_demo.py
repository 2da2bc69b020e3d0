"""The demo company's files with few questions of each category: imported, learnt and measured in little time."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from pathlib import Path

from candor.demo import DEMO_FOLDER


def small_demo(folder: Path, most: int) -> Path:
    """Write a copy of the demo company's files into a folder, with the first `most` questions of each category."""
    copied = shutil.copytree(DEMO_FOLDER, folder / "demo")
    for path in copied.glob("faq.*.csv"):
        with path.open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        taken = Counter[str]()
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, rows[0])
            writer.writeheader()
            for row in rows:
                taken[row["category"]] += 1
                if taken[row["category"]] <= most:
                    writer.writerow(row)
    return copied
