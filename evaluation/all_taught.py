"""The accuracy to expect of the bot that learns every example, where a retry is taught four fifths of them.

Each retry is measured once more, on the same questions, taught half of what it is taught. Between the two the share of
wrong answers falls by a power of the number of examples (Cortes et al. 1993, Learning curves: asymptotic values and
rate of convergence); the same power carries it on from what the retry is taught to all there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from evaluation import metrics
from evaluation.folds import Split
from evaluation.intervals import Interval, interval
from evaluation.learning_curve import thinned
from evaluation.outcomes import Case, Outcome

FEWER: Final = 0.5
"""The share of its examples that a retry is taught the second time: half tells the slope well and costs little."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A retry of which `cases` came: they are those of `split.test`, in its order."""

    split: Split
    cases: Sequence[Case]

    @property
    def wrong(self) -> float:
        """What the cases without the right answer weigh."""
        outcomes = metrics.weigh_outcomes(self.cases)
        return sum(outcomes.values()) - outcomes[Outcome.T] - outcomes[Outcome.TO]


def fewer(texts: Sequence[str], categories: Sequence[str], splits: Sequence[Split], seed: int) -> list[Split]:
    """Return the splits with half of the examples of each category, at least one; the test sides stay as they are."""
    return [thinned(texts, categories, split, FEWER, seed) for split in splits]


def expected(categories: Sequence[str], usual: Sequence[Taught], fewer: Sequence[Taught]) -> Interval:
    """Return the accuracy to expect of whoever learns all examples, of retries as they are and taught fewer.

    Each retry is carried on by itself, so that the interval (`evaluation.intervals`) holds what the slope leaves open.
    None where nothing tells the slope: no category that is tested has examples to spare.
    """
    overlap = sum(len(one.split.test) for one in usual) / sum(len(one.split.train) for one in usual)
    values = [_carried_on(categories, *both) for both in zip(usual, fewer, strict=True)]
    return interval(values, overlap=overlap)


def _carried_on(categories: Sequence[str], usual: Taught, fewer: Taught) -> float | None:
    sizes = [Counter(categories[row] for row in rows) for rows in (fewer.split.train, usual.split.train)]
    known = _growth(usual.cases, *sizes)
    missing = _growth(usual.cases, sizes[1], Counter(categories))
    if not known:
        return None
    power = missing / known
    error = usual.wrong / sum(case.weight for case in usual.cases)
    # half a question more on both sides: none wrong in a small test does not mean that none ever will be
    return 1 - error * float(((usual.wrong + 0.5) / (fewer.wrong + 0.5)) ** power)


def _growth(cases: Sequence[Case], before: Counter[str], after: Counter[str]) -> float:
    """Add up over the questions by what factor the examples of their category grew, as a logarithm."""
    return sum(case.weight * log(after[case.category] / before[case.category]) for case in cases)
