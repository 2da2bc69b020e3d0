"""Questions of the demo company with a fault that is known."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from evaluation.formats.data_file import read_rows

QUESTIONS = Path(__file__).parents[2] / "data" / "demo" / "faq.en.csv"
FIRST = 4_600
"""So many of them are enough: those of the first fifteen voices, as faults among them are measured many times."""
LARGE, SMALL = 9, 4
"""How many topics: small ones to be kept back as unknown, large ones for the faults."""


@dataclass
class Data:
    """Parallel lists, and the sentences that a fault was planted in."""

    texts: list[str]
    categories: list[str]
    planted: set[str]

    def rows_of(self, *names: str) -> list[int]:
        return [i for i, category in enumerate(self.categories) if category in names]


def clean() -> Data:
    rows = read_rows(QUESTIONS)[:FIRST]
    ranked = [name for name, _ in Counter(row.category for row in rows).most_common()]
    chosen = {*ranked[:LARGE], *ranked[-SMALL:]}
    kept = [row for row in rows if row.category in chosen]
    return Data([row.text for row in kept], [row.category for row in kept], set())


def one_topic_as_two() -> Data:
    """The questions on salary are dealt out over "salary" and "rewards", four of them to both."""
    data = clean()
    rows = data.rows_of("salary")
    for row in rows[::2]:
        data.categories[row] = "rewards"
    data.planted = {data.texts[row] for row in rows[:4]}
    for row in rows[:4]:
        data.texts.append(data.texts[row])
        data.categories.append("salary" if data.categories[row] == "rewards" else "rewards")
    return data


def wrong_labels() -> Data:
    """Fifteen questions on salary stand in "internships"."""
    data = clean()
    rows = data.rows_of("salary")[::4][:15]
    for row in rows:
        data.categories[row] = "internships"
    data.planted = {data.texts[row] for row in rows}
    return data
