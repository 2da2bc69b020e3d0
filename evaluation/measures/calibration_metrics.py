"""How far confidence can be trusted: risk-coverage and calibration error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, groupby, repeat
from operator import mul
from typing import Final, TypedDict

import numpy as np
import numpy.typing as npt

from evaluation.classifier import NoAnswer
from evaluation.measures.outcomes import Case

BINS: Final = 15
SMALL_RISK: Final = 0.1
"""The share of wrong answers at which `coverage_at_10` is taken."""
_CURVE_POINTS: Final = 100


class ReliabilityBin(TypedDict):
    """Cases with a confidence in (low, high], their mean confidence and the share of them that was right."""

    low: float
    high: float
    cases: int
    confidence: float
    right: float


class CurvePoint(TypedDict):
    """At this threshold the share `coverage` of all cases is answered, and `risk` of these wrongly."""

    threshold: float
    coverage: float
    risk: float


class ConfidenceFigures(TypedDict):
    """What the confidences of some cases are worth, as JSON values."""

    aurc: float | None
    ece: float | None
    coverage_at_10: float | None
    wrong_answers: float | None
    reliability: list[ReliabilityBin]
    risk_coverage: list[CurvePoint]


def confidence_figures(cases: Sequence[Case]) -> ConfidenceFigures:
    """Return all figures of this module: any guess on a negative example is wrong, and no guess has confidence 0.

    In `aurc` no guess is wrong unless the case is a negative example. `coverage_at_10` is the largest share of cases
    that can be answered with at most 10 % of the answers wrong: a case without a guess cannot, nor is it on the curve.
    `wrong_answers` is the share of wrong ones among the answers at the cases' own threshold (None: nothing was
    answered). Near-copies weigh one question between them in these four; the table and the curve count cases.
    """
    confidences, right = [case.confidence for case in cases], [case.is_right for case in cases]
    wrong, weights = [_is_risk(case) for case in cases], [case.weight for case in cases]
    guessed = [not isinstance(case.prediction, NoAnswer) for case in cases]
    return {
        "aurc": aurc(confidences, wrong, weights),
        "ece": expected_calibration_error(confidences, right, weights=weights),
        "coverage_at_10": coverage_at(confidences, wrong, SMALL_RISK, weights, guessed),
        "wrong_answers": wrong_among_answers(cases),
        "reliability": reliability(confidences, right),
        "risk_coverage": risk_coverage(confidences, wrong, guessed),
    }


def aurc(confidences: Sequence[float], wrong: Sequence[bool], weights: Sequence[float] | None = None) -> float | None:
    """Return the area under the risk-coverage curve in [0, 1], smaller is better; None without cases.

    Cases are taken in, the most confident first; after each one the risk is the share of wrong ones so far, and the
    area is the mean of these risks (Geifman et al. 2019). Equally confident cases count as mixed evenly, so the order
    in which they come does not matter. `weights` are those of the cases, 1 without.

    >>> round(aurc([0.9, 0.8, 0.1], [False, False, True]), 3)
    0.111
    """
    if not confidences:
        return None
    risks: list[float] = []
    masses: list[float] = []
    for losses, own in _tied(zip(confidences, wrong, weights or [1.0] * len(wrong), strict=True)):
        risks += [sum(map(mul, losses, own)) / sum(own)] * len(own)
        masses += own
    mass = np.asarray(masses)
    return float(np.average(np.cumsum(mass * risks) / np.cumsum(mass), weights=mass))


def coverage_at(
    confidences: Sequence[float],
    wrong: Sequence[bool],
    risk: float,
    weights: Sequence[float] | None = None,
    guessed: Sequence[bool] | None = None,
) -> float | None:
    """Return the largest share of cases, the most confident first, of which at most the share `risk` is wrong.

    Equally confident cases are answered together; None without cases. `weights` are those of the cases, 1 without;
    where `guessed` is False there is nothing to answer with.

    >>> coverage_at([0.9, 0.8, 0.7, 0.6], [False, True, False, False], 0.3)
    1.0
    >>> coverage_at([0.9, 0.8], [True, True], 0.1)
    0.0
    """
    if not confidences:
        return None
    masses = weights or [1.0] * len(wrong)
    cases = compress(zip(confidences, wrong, masses, strict=True), guessed or repeat(True))
    answered = lost = most = 0.0
    for losses, own in _tied(cases):
        answered, lost = answered + sum(own), lost + sum(map(mul, losses, own))
        most = answered if lost <= risk * answered else most
    return most / sum(masses)


def _tied(cases: Iterable[tuple[float, bool, float]]) -> Iterator[tuple[list[bool], list[float]]]:
    """Yield losses and weights of the cases (confidence, loss, weight) that are equally confident, the surest first."""
    for _, tied in groupby(sorted(cases, key=lambda case: -case[0]), key=lambda case: case[0]):
        _, losses, own = zip(*tied, strict=True)
        yield list(losses), list(own)


def wrong_among_answers(cases: Sequence[Case]) -> float | None:
    """Return the share of wrong answers among those given at the cases' threshold; None where none was given."""
    given = [case for case in cases if not isinstance(case.answer, NoAnswer)]
    return sum(case.weight for case in given if not case.is_right) / sum(c.weight for c in given) if given else None


def expected_calibration_error(
    confidences: Sequence[float], right: Sequence[bool], bins: int = BINS, weights: Sequence[float] | None = None
) -> float | None:
    """Return the mean distance of confidence from the share of right ones over equal-width bins of [0, 1].

    Bins weigh as many cases as they hold; each is open below and closed above, the first closed on both sides (Guo et
    al. 2017). None without cases.

    >>> round(expected_calibration_error([0.9, 0.9, 0.2], [True, False, False]), 3)
    0.333
    """
    if not confidences:
        return None
    sure, correct = np.asarray(confidences, dtype=float), np.asarray(right, dtype=float)
    mass = np.ones(len(sure)) if weights is None else np.asarray(weights)
    gaps = np.abs(np.bincount(_bin_of(sure, bins), weights=mass * (sure - correct), minlength=bins))
    return float(gaps.sum() / mass.sum())


def reliability(confidences: Sequence[float], right: Sequence[bool], bins: int = BINS) -> list[ReliabilityBin]:
    """Return the bins of the calibration error that hold any case, the least confident first.

    >>> reliability([0.2, 0.9, 0.9], [False, True, False], bins=2)[-1]
    {'low': 0.5, 'high': 1.0, 'cases': 2, 'confidence': 0.9, 'right': 0.5}
    """
    sure, correct = np.asarray(confidences, dtype=float), np.asarray(right, dtype=float)
    bin_of = _bin_of(sure, bins)
    return [
        {
            "low": place / bins,
            "high": (place + 1) / bins,
            "cases": int((bin_of == place).sum()),
            "confidence": float(sure[bin_of == place].mean()),
            "right": float(correct[bin_of == place].mean()),
        }
        for place in np.unique(bin_of).tolist()
    ]


def risk_coverage(
    confidences: Sequence[float], wrong: Sequence[bool], guessed: Sequence[bool] | None = None
) -> list[CurvePoint]:
    """Return points of the risk-coverage curve, the most confident first, thinned to about a hundred.

    A case without a guess (`guessed` is False) is never answered: the curve ends before it.

    >>> for point in risk_coverage([0.9, 0.8, 0.8, 0.7], [False, False, True, True]):
    ...     print(point["threshold"], point["coverage"], round(point["risk"], 2))
    0.9 0.25 0.0
    0.8 0.75 0.33
    0.7 1.0 0.5
    """
    known = compress(zip(confidences, wrong, strict=True), guessed or repeat(True))
    ranked = sorted(known, key=lambda case: -case[0])
    points: list[CurvePoint] = []
    answered = lost = 0
    for threshold, tied in groupby(ranked, key=lambda case: case[0]):
        losses = [loss for _, loss in tied]
        answered, lost = answered + len(losses), lost + sum(losses)
        points.append({"threshold": threshold, "coverage": answered / len(wrong), "risk": lost / answered})
    step = max(1, len(points) // _CURVE_POINTS)
    return [*points[:-1][step - 1 :: step], *points[-1:]]


def _bin_of(confidences: npt.NDArray[np.float64], bins: int) -> npt.NDArray[np.int64]:
    places: npt.NDArray[np.int64] = np.ceil(confidences * bins).astype(np.int64) - 1
    return places.clip(0, bins - 1)


def _is_risk(case: Case) -> bool:
    unanswerable_unanswered = isinstance(case.gold, NoAnswer) and isinstance(case.prediction, NoAnswer)
    return not case.is_right and not unanswerable_unanswered
