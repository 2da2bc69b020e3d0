"""The accuracy to expect of the bot that learns every example, where a retry is taught four fifths of them.

Each retry is measured once more, on the same questions, taught half of what it is taught. Between the two the share of
wrong answers falls by a power of the number of examples (Cortes et al. 1993, Learning curves: asymptotic values and
rate of convergence); the same power carries it on from what the retry is taught to all there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean
from typing import Final, TypeAlias

from evaluation.classifier import Measured
from evaluation.fitting.recalibration import leaving_out, recalibrated
from evaluation.learning_curve import thinned
from evaluation.measures import metrics
from evaluation.measures.intervals import Interval, interval
from evaluation.measures.outcomes import Case, Outcome
from evaluation.splits.folds import Split

FEWER: Final = 0.5
"""The share of its examples that a retry is taught the second time: half tells the slope well and costs little."""

_PARTS: Final = 10


@dataclass(frozen=True, slots=True)
class Retries:
    """The splits of all retries and what was measured of them, in the same order, with confidences as they came."""

    splits: Sequence[Split]
    measured: Sequence[Measured]


Judge: TypeAlias = Callable[[Split, Measured], list[Case]]
"""What becomes of the questions of a split, in its order, with these confidences."""


def fewer(texts: Sequence[str], categories: Sequence[str], splits: Sequence[Split], seed: int) -> list[Split]:
    """Return the splits with half of the examples of each category, at least one; the test sides stay as they are."""
    return [thinned(texts, categories, split, FEWER, seed) for split in splits]


def expected(categories: Sequence[str], usual: Retries, fewer: Retries, judge: Judge) -> Interval:
    """Return the accuracy to expect of a bot that learns all examples, from retries as they are and taught fewer.

    Each retry is carried on by itself, so that the interval holds what the slope leaves open.
    The retries share one calibration of confidence; what that leaves open is found by learning it without a tenth of
    the questions, each in turn (the jackknife, Efron and Tibshirani 1993, chapter 11). None where nothing tells the
    slope: no category that is tested has examples to spare.
    """

    def carried_on(both: tuple[Sequence[Measured], Sequence[Measured]]) -> list[float]:
        pairs = zip(usual.splits, both[0], fewer.splits, both[1], strict=True)
        found = (_carried_on(categories, (a, judge(a, one)), (b, judge(b, other))) for a, one, b, other in pairs)
        return [value for value in found if value is not None]

    values = carried_on((recalibrated(usual.measured), recalibrated(fewer.measured)))
    without = zip(leaving_out(usual.measured, _PARTS), leaving_out(fewer.measured, _PARTS), strict=True)
    shared = _jackknife([fmean(carried_on(both)) for both in without]) if values else 0.0
    overlap = sum(len(one.test) for one in usual.splits) / sum(len(one.train) for one in usual.splits)
    return interval(values, overlap=overlap, shared=shared)


def _jackknife(means: Sequence[float]) -> float:
    middle = fmean(means)
    return (len(means) - 1) / len(means) * sum((mean - middle) ** 2 for mean in means)


def _carried_on(
    categories: Sequence[str], usual: tuple[Split, Sequence[Case]], fewer: tuple[Split, Sequence[Case]]
) -> float | None:
    few, taught = (Counter(categories[row] for row in split.train) for split, _ in (fewer, usual))
    cases = usual[1]
    known, missing = _growth(cases, few, taught), _growth(cases, taught, Counter(categories))
    if not known:
        return None
    wrong, wrong_with_fewer = _wrong(cases), _wrong(fewer[1])
    # half a question more on both sides: none wrong in a small test does not mean that none ever will be
    factor = float(((wrong + 0.5) / (wrong_with_fewer + 0.5)) ** (missing / known))
    return 1 - wrong / sum(case.weight for case in cases) * factor


def _growth(cases: Sequence[Case], before: Counter[str], after: Counter[str]) -> float:
    """Add up over the questions by what factor the examples of their category grew, as a logarithm."""
    return sum(case.weight * log(after[case.category] / before[case.category]) for case in cases)


def _wrong(cases: Sequence[Case]) -> float:
    """What the cases without the right answer weigh."""
    outcomes = metrics.weigh_outcomes(cases)
    return sum(outcomes.values()) - outcomes[Outcome.T] - outcomes[Outcome.TO]
