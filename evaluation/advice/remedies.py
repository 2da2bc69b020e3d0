"""The remedies for two topics that are mistaken for each other, as changes to the data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluation.splits.folds import Split


class Remedy(StrEnum):
    """What can be done, the smallest change first."""

    MOVE = "move"
    """Examples that look like the other topic go there."""
    SPLIT = "split"
    """A topic that holds two becomes two."""
    MERGE = "merge"
    """The two topics become one, with one answer."""
    ADD = "add"
    """Both topics get as many examples again: the last, because its gain is an estimate."""


@dataclass(frozen=True, slots=True)
class Move:
    """The example at `row` goes from one category to another."""

    row: int
    text: str
    category: str
    to: str


@dataclass(frozen=True, slots=True)
class ChangedData:
    """The categories of all texts and the splits under a remedy; `touched` are the rows that it is about."""

    categories: tuple[str, ...]
    splits: tuple[Split, ...]
    touched: frozenset[int]


def merged(categories: Sequence[str], splits: Sequence[Split], a: str, b: str) -> ChangedData:
    """Put the examples of `b` into `a`."""
    touched = frozenset(i for i, category in enumerate(categories) if category in (a, b))
    return ChangedData(tuple(a if c == b else c for c in categories), tuple(splits), touched)


def moved(categories: Sequence[str], splits: Sequence[Split], moves: Sequence[Move]) -> ChangedData:
    """Put each of these examples into its other category."""
    to = {move.row: move.to for move in moves}
    return ChangedData(tuple(to.get(i, c) for i, c in enumerate(categories)), tuple(splits), frozenset(to))


def parted(categories: Sequence[str], splits: Sequence[Split], category: str, rows: Sequence[int]) -> ChangedData:
    """Make these rows of a category a category of their own, under a name that is not taken."""
    name = category + "\0"
    touched = frozenset(i for i, own in enumerate(categories) if own == category)
    apart = frozenset(rows)
    return ChangedData(tuple(name if i in apart else c for i, c in enumerate(categories)), tuple(splits), touched)
