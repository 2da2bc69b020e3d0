"""What learning the starter data of a language costs in processor time, and whether another commit learns the same.

    .venv/bin/python benchmarks/prepare.py [--language de] [--against COMMIT] [--runs 3]

Counted is the time of `candor prepare LANGUAGE`, imports and all: a first start does it for every language. With
--against the code of that commit does it in turn with this one, so that whatever else the machine does slows both; its
models are compared byte by byte.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median

from _shared import machine
from retrain import ROOT, Version, checked_out


def main() -> None:
    """Print seconds of processor time, and with --against the ratio and whether the models are the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", default="de")
    parser.add_argument("--against", metavar="COMMIT", help="Compare with the code of this commit.")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as name, checked_out(given.against, Path(name)) as other:
        folder = Path(name)
        versions = [Version(each, tree, folder / each) for each, tree in [("this", ROOT), *other]]
        seconds = [
            [version.candor("prepare", given.language, data=folder / f"{version.name}-{run}") for version in versions]
            for run in range(given.runs)
        ]
        for version, its in zip(versions, zip(*seconds, strict=True), strict=True):
            runs = ", ".join(f"{each:.1f}" for each in its)
            print(f"  {version.name:10} {given.language} {median(its):5.1f} s of processor time ({runs})", flush=True)
        if other:
            ratios = [ours / theirs for ours, theirs in seconds]
            print(f"  ratio {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
            ours, theirs = (models_in(folder / f"{version.name}-0") for version in versions)
            print(f"  the models are {'the same, byte by byte' if ours == theirs else 'OTHERS'}: {', '.join(ours)}")


def models_in(folder: Path) -> dict[str, bytes]:
    """Return the model of each kind, whatever its file is called."""
    return {file.parent.name: file.read_bytes() for file in sorted(folder.rglob("*.candor"))}


if __name__ == "__main__":
    main()
