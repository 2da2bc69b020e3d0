"""Public test sets as (text, category) rows; a row of a test part whose category is empty is one that nothing fits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from evaluation.formats.data_file import read_rows

Rows = list[tuple[str, str]]

NOTHING_FITS = "NO_NODES_DETECTED"


def hint3(name: str) -> Callable[[Path], tuple[Rows, Rows]]:
    """Return the reader of a HINT3 set: its full training part, and its test part."""

    def read(folder: Path) -> tuple[Rows, Rows]:
        train, test = (read_rows(folder / "hint3" / f"{name}_{part}.csv") for part in ("train", "test"))
        asked = [(row.text, "" if row.category == NOTHING_FITS else row.category) for row in test]
        return [(row.text, row.category) for row in train], asked

    return read


def clinc150(name: str) -> Callable[[Path], tuple[Rows, Rows]]:
    """Return the reader of a version of CLINC150: its training part, and its test part with the out-of-scope one."""

    def read(folder: Path) -> tuple[Rows, Rows]:
        parts = json.loads((folder / "clinc150" / f"data_{name}.json").read_text(encoding="utf-8"))
        test = [(text, category) for text, category in parts["test"]]
        return [(text, category) for text, category in parts["train"]], test + [(t, "") for t, _ in parts["oos_test"]]

    return read


def banking77(folder: Path) -> tuple[Rows, Rows]:
    """Read BANKING77: its training and its test part."""
    train, test = (
        [(row.text, row.category) for row in read_rows(folder / "banking77" / f"{part}.csv")]
        for part in ("train", "test")
    )
    return train, test
