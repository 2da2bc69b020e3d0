"""The settings of nex-cv: which categories may serve as negative examples (Algorithms 2 and 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evaluation.errors import EvaluationError


@dataclass(frozen=True, slots=True)
class NexCvSettings:
    """K (`min_category_size`) and P (`other_min_prop`): which categories may serve as negative examples.

    Raises EvaluationError unless K >= 0, P is in [0, 1) and at most one of them is above 0.
    """

    min_category_size: int = 0
    other_min_prop: float = 0.0

    def __post_init__(self) -> None:
        if self.min_category_size < 0:
            raise EvaluationError(f"min_category_size must be 0 or more, not {self.min_category_size}.")
        if not 0 <= self.other_min_prop < 1:
            raise EvaluationError(f"other_min_prop must be at least 0 and below 1, not {self.other_min_prop}.")
        if self.min_category_size and self.other_min_prop:
            raise EvaluationError(
                "min_category_size and other_min_prop cannot both be set: choose one and leave the other 0."
            )

    def low_population(self, categories: Sequence[str]) -> tuple[str, ...]:
        """Return the names, sorted, of the categories that may serve as negative examples.

        With K > 0 those of fewer than K examples (Algorithm 2); with P > 0 the rarest, as many as it takes to hold at
        least the share P of all examples (Algorithm 3). Of two equally rare categories the one later in the alphabet
        goes first, as in the reference implementation.

        >>> NexCvSettings(0, 0.15).low_population(["pay"] * 8 + ["visa"] + ["dog"])
        ('dog', 'visa')
        """
        sizes = Counter(categories)
        if self.min_category_size:
            return tuple(sorted(name for name, size in sizes.items() if size < self.min_category_size))
        popped: list[str] = []
        covered = 0
        for name in sorted(sorted(sizes, reverse=True), key=sizes.__getitem__):
            if covered / len(categories) >= self.other_min_prop:
                break
            popped.append(name)
            covered += sizes[name]
        return tuple(sorted(popped))

    def to_dict(self) -> dict[str, object]:
        """Return {min_category_size, other_min_prop}."""
        return {"min_category_size": self.min_category_size, "other_min_prop": self.other_min_prop}


PLAIN: Final = NexCvSettings(0, 0.0)
"""The setting in which every category is tested and none is held back whole."""
PAIRS_SETTING: Final = NexCvSettings(0, 0.15)
"""The setting whose confusion ranks the pairs of categories (nex-cv paper, section 4.1)."""
THREE_SETTINGS: Final = (PLAIN, PAIRS_SETTING, NexCvSettings(5, 0.0))
"""Those of the paper: plain cross-validation, the rarest 15 % as negatives, categories below 5 as negatives."""
