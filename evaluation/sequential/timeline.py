"""Examples in the order they were created in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from evaluation.classifier import NO_ANSWER, Label
from evaluation.errors import EvaluationError


@dataclass(frozen=True, slots=True)
class Timeline:
    """Examples, the oldest first; `undated` others had no date and were left out."""

    texts: Sequence[str]
    categories: Sequence[str]
    created: Sequence[datetime]
    undated: int = 0

    @classmethod
    def of(cls, texts: Sequence[str], categories: Sequence[str], created: Sequence[datetime | None]) -> Timeline:
        """Order the examples that have a date; of those of the same moment the first in the data count as older.

        Raises EvaluationError when no example has a date.
        """
        _check(texts, created)
        dated = sorted((when, position) for position, when in enumerate(created) if when is not None)
        order = [position for _, position in dated]
        moments = [when for when, _ in dated]
        return cls([texts[i] for i in order], [categories[i] for i in order], moments, len(texts) - len(order))

    def __len__(self) -> int:
        return len(self.texts)

    def gold(self, position: int, taught: set[str]) -> Label:
        """Return the category of an example, NO_ANSWER where it was not taught yet."""
        category = self.categories[position]
        return category if category in taught else NO_ANSWER


def _check(texts: Sequence[str], created: Sequence[datetime | None]) -> None:
    if len(texts) != len(created):
        raise EvaluationError(f"There are {len(texts)} texts but {len(created)} dates: give one, or None, for each.")
    if not any(created):
        raise EvaluationError(
            "No example has a date: add the column created with ISO dates like 2026-03-31 to see learning over time, "
            "or have random orders drawn (--orders 5)."
        )
