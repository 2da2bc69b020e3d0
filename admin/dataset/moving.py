"""Whether an import moves so much that it has to be asked about. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from storage.dataset.dataset import LabelConflict

SHARE: Final = 0.05
"""More of all questions than that are much."""
BETWEEN_TWO: Final = 20
"""More questions than that from one category to another are much."""


@dataclass(frozen=True, slots=True)
class Moves:
    """How many questions go to another category, their share of all, and how many from where to where, most first."""

    n: int
    share: float
    pairs: tuple[tuple[str, str, int], ...]

    @property
    def are_many(self) -> bool:
        """Whether that is so much that somebody should look first."""
        return self.share > SHARE or any(n > BETWEEN_TWO for _, _, n in self.pairs)


def moves_of(conflicts: Sequence[LabelConflict], standing: int) -> Moves:
    """Count the moves of an import into a company that has `standing` questions.

    >>> few = moves_of([LabelConflict("Pay?", "en", "salary", "benefits")], 100)
    >>> few.pairs, few.are_many, moves_of([LabelConflict("Pay?", "en", "salary", "benefits")], 19).are_many
    ((('salary', 'benefits', 1),), False, True)
    """
    counted = Counter((one.stood_in, one.imported_as) for one in conflicts)
    pairs = tuple(
        (stood, goes, n) for (stood, goes), n in sorted(counted.items(), key=lambda each: (-each[1], each[0]))
    )
    return Moves(len(conflicts), len(conflicts) / standing if standing else 0.0, pairs)
