"""Where the questions of a few categories went: a matrix of counts, shaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaluation.measures.pairs import categories_of

SHADES: Final = 4


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A count with its shade from 0 (none of the row's questions) to SHADES (all); `right` on the diagonal."""

    count: int
    shade: int
    right: bool


@dataclass(frozen=True, slots=True)
class Matrix:
    """`rows` has for each category of the names how many of its questions went to each name, elsewhere and nowhere."""

    names: tuple[str, ...]
    rows: Mapping[str, tuple[MatrixCell, ...]]


def confusion_matrix(confusion: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Matrix:
    """Take the rows of the named categories from the JSON form of a confusion; no question is of a general intent."""
    counts = {(one["gold"], one["answered"]): int(one["count"]) for one in confusion}
    return Matrix(tuple(names), {gold: _row(counts, gold, names) for gold in categories_of(*names)})


def _row(
    counts: Mapping[tuple[str | None, str | None], int], gold: str, names: Sequence[str]
) -> tuple[MatrixCell, ...]:
    total = sum(n for (own, _), n in counts.items() if own == gold)
    inside = [counts.get((gold, name), 0) for name in names]
    unanswered = counts.get((gold, None), 0)
    columns = [*inside, total - sum(inside) - unanswered, unanswered]
    return tuple(
        MatrixCell(n, -(-SHADES * n // total) if total else 0, place < len(names) and names[place] == gold)
        for place, n in enumerate(columns)
    )
