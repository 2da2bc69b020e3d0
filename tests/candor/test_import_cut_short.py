"""An import that is killed has happened whole or not at all: questions, categories, answers and the history."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.candor.backup.dying import killed_at
from tests.commanding import Candor

PROFILE = ("--name", "Acme", "--careers-url", "https://acme.example/jobs", "--contact-email", "jobs@acme.example")
ROWS = "text,category,answer\n" + "".join(
    f"question {number} about {topic},{topic},About {topic}: it depends.\n"
    for topic in ("pay", "holidays", "parking")
    for number in range(50)
)
KEPT = ("example", "category", "answer", "answer_version", "dataset_import", "audit")
NOTHING, ALL = [0] * len(KEPT), [150, 3, 3, 3, 1, 1]
EACH_STATEMENT, A_STRIDE = "before_cursor_execute", 3


def counted(folder: Path) -> Sequence[int]:
    """Return how many rows there are of each kind that an import brings."""
    with closing(sqlite3.connect(folder / "candor.db")) as conn:
        return [conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in KEPT]


@pytest.mark.slow
def test_killed_at_any_statement_an_import_has_happened_whole_or_not_at_all(data_dir: Path, tmp_path: Path) -> None:
    candor, file = Candor(data_dir), tmp_path / "questions.csv"
    file.write_text(ROWS, encoding="utf-8")
    candor.run("company", "add", "acme", *PROFILE)
    # What is read once a process is read before children are made of it.
    candor.run("data", "import", "--company", "acme", file, "--dry-run")
    before = counted(data_dir)
    for step in itertools.count(0, A_STRIDE):
        died = killed_at(step, lambda: candor.run("data", "import", "--company", "acme", file), counting=EACH_STATEMENT)
        after = counted(data_dir)
        brought = [new - old for new, old in zip(after, before, strict=True)]
        assert brought in (NOTHING, ALL), step
        if not died or brought == ALL:
            break
    assert step > 3 * A_STRIDE
    assert brought == ALL
