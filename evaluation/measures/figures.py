"""The five headline figures of a set of test cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from evaluation.measures import metrics
from evaluation.measures.outcomes import Case, Outcome

FIGURES: Final = ("accuracy", "f1_weighted", "f1_macro", "carefulness", "coverage")
"""Names of the figures, in the order in which they are reported."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Shares in [0, 1]; None where there is no case to take the figure from (carefulness: nothing was suppressed).

    Near-copies weigh one question between them; `outcomes` counts every case.
    """

    accuracy: float | None
    f1_weighted: float | None
    f1_macro: float | None
    carefulness: float | None
    coverage: float | None
    outcomes: Mapping[Outcome, int]

    def to_dict(self) -> dict[str, object]:
        """Return the figures and the outcome counts as JSON values."""
        values: dict[str, object] = {name: getattr(self, name) for name in FIGURES}
        return values | {"outcomes": {outcome.value: n for outcome, n in self.outcomes.items()}}


def figures(cases: Sequence[Case]) -> Figures:
    """Take every figure from the cases (one retry, or several pooled)."""
    outcomes, counts = metrics.weigh_outcomes(cases), metrics.weigh_confusion(cases)
    return Figures(
        accuracy=metrics.accuracy(outcomes),
        f1_weighted=metrics.f1_weighted(counts),
        f1_macro=metrics.f1_macro(counts),
        carefulness=metrics.carefulness(outcomes),
        coverage=metrics.coverage(outcomes),
        outcomes=metrics.count_outcomes(cases),
    )
