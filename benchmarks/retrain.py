"""What a retrain with the gate costs in processor time, and whether another commit was as often right.

    .venv/bin/python benchmarks/retrain.py [--against COMMIT] [--runs 3] [--data-dir D]

A company with the demo's English questions is trained, one question is added, and `candor train` retrains it: what is
counted is the time of its process and of those it starts, imports and all. Every run begins with the same folder, which
is kept below `D` for the next time (train anew what other code has trained). With --against the same is done with the
code of that commit, the two in turn, so that whatever else the machine does slows both; and nex-cv with halves as folds
says how often each is right on the demo's English and, where CANDOR_DATA names a folder of public data, on BANKING77.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from _shared import machine

ROOT = Path(__file__).parent.parent
QUESTIONS = ROOT / "data" / "demo" / "faq.en.csv"
ADDED = "text,category\nDo you pay for parking at the station?,benefits\n"
COMPANY = ("--name", "Demo", "--careers-url", "https://demo.example", "--contact-email", "jobs@demo.example")
HALVES = ("--stage", "faq", "--language", "en", "--min-category-size", "0", "--test-fraction", "0.5", "--retries", "4")
AIM = "aim: 25 s"


@dataclass(frozen=True)
class Version:
    """The code in `tree`, and a folder of data that it made, ready for the retrain that is measured."""

    name: str
    tree: Path
    data: Path

    def candor(self, *arguments: str, data: Path | None = None) -> float:
        """Run a command of this version on its data (or other); returns the seconds of processor time it took."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        settings = {"CANDOR_DEMO": "false", "CANDOR_DATA_DIR": str(data or self.data), "PYTHONPATH": str(self.tree)}
        command = [sys.executable, "-m", "candor", *arguments]
        with subprocess.Popen(
            command, cwd=self.tree, env=environment | settings, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as process:
            said = process.stderr.read() if process.stderr else b""
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{self.name}: {' '.join(arguments)} ended with {process.returncode}\n{said.decode()}")
        return used.ru_utime + used.ru_stime

    def prepare(self) -> None:
        """Train the company and add the question, unless that was done before."""
        added = self.data / "added.csv"
        if added.exists():
            return
        self.data.mkdir(parents=True)
        self.candor("company", "add", "demo", *COMPANY, "--language", "en")
        self.candor("data", "import", "--company", "demo", str(QUESTIONS))
        self.candor("prepare", "en")
        self.candor("train", "--company", "demo")
        added.write_text(ADDED, encoding="utf-8")
        self.candor("data", "import", "--company", "demo", str(added))

    def retrain(self) -> float:
        """Return the seconds of processor time that the retrain takes, on a copy of the folder."""
        with tempfile.TemporaryDirectory() as folder:
            copied = Path(folder) / "data"
            shutil.copytree(self.data, copied)
            return self.candor("train", "--company", "demo", data=copied)

    def accuracy(self, questions: Path) -> float:
        """Return how often nex-cv finds it right on these questions, with halves as folds."""
        with tempfile.TemporaryDirectory() as folder:
            found = Path(folder) / "found.json"
            self.candor("evaluate", "nex-cv", str(questions), *HALVES, "--out", str(found))
            record = json.loads(found.read_text(encoding="utf-8"))
        return float(record["settings"][0]["accuracy"]["mean"])


def main() -> None:
    """Print seconds of processor time, and with --against the ratio and both accuracies."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="COMMIT", help="Compare with the code of this commit.")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--data-dir", type=Path, help="Where companies are, or will be, trained.")
    given = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as name, checked_out(given.against, Path(name)) as other:
        folder = given.data_dir or Path(name)
        versions = [Version(each, tree, folder / each) for each, tree in [("this", ROOT), *other]]
        for version in versions:
            version.prepare()
        seconds = [[version.retrain() for version in versions] for _ in range(given.runs)]
        for version, its in zip(versions, zip(*seconds, strict=True), strict=True):
            runs = ", ".join(f"{each:.1f}" for each in its)
            print(f"  {version.name:10} retrain {median(its):5.1f} s of processor time ({runs})   {AIM}", flush=True)
        if other:
            ratios = [ours / theirs for ours, theirs in seconds]
            print(f"  ratio {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})", flush=True)
            compare_accuracies(versions)


def compare_accuracies(versions: Sequence[Version]) -> None:
    """Print how often each version is right on the same halves."""
    public = os.environ.get("CANDOR_DATA")
    for questions in (QUESTIONS, *([Path(public) / "banking77" / "train.csv"] if public else [])):
        found = [f"{version.name} {version.accuracy(questions):.4f}" for version in versions]
        print(f"  {questions.parent.name}/{questions.name}, halves: {', '.join(found)}", flush=True)


@contextmanager
def checked_out(commit: str | None, folder: Path) -> Iterator[list[tuple[str, Path]]]:
    """Yield the commit and where it is checked out, below `folder`; nothing without a commit."""
    if commit is None:
        yield []
        return
    tree = folder / "tree"
    git = ["git", "-C", str(ROOT), "worktree"]
    subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
    try:
        yield [(commit, tree)]
    finally:
        subprocess.run([*git, "remove", "--force", str(tree)], check=True)


if __name__ == "__main__":
    main()
