"""What the probabilities are worth to somebody who acts on them: ranking, calibration, and stopping the worst turns."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final

import numpy as np

from evaluation.breakdown.gold import Flags, Floats, Places
from evaluation.breakdown.metrics import JudgedTurns
from nlu.breakdown.dialogue import LABELS, Label

BINS: Final = 10
WORST: Final = 0.1
"""The share of turns that a guard stops."""

_B: Final = LABELS.index(Label.B)


@dataclass(frozen=True, slots=True)
class RiskFigures:
    """How well a detector ranks turns, how far its probabilities can be believed, and what stopping the worst brings.

    `auc_b` ranks by P(B) the turns whose gold label is B, `auc_pb_b` by 1 - P(NB) those whose gold label is PB or B
    (the majority label under either rules); both None when all turns are of one kind. `ece` is the mean distance of
    predicted from observed shares. `precision_worst` is the share of gold labels PB or B among the tenth of turns with
    the highest 1 - P(NB), and `base_rate` their share among all turns.
    """

    auc_b: float | None
    auc_pb_b: float | None
    ece: float
    precision_worst: float
    base_rate: float

    def to_dict(self) -> dict[str, float | None]:
        """Return the figures by name."""
        return asdict(self)


def risk_figures(turns: JudgedTurns) -> RiskFigures:
    """Return all figures of this module."""
    risk, broken = 1 - turns.predicted[:, 0], turns.gold_label > 0
    return RiskFigures(
        area_under_curve(turns.predicted[:, _B], turns.gold_label == _B),
        area_under_curve(risk, broken),
        marginal_calibration_error(turns.predicted, turns.gold),
        precision_of_worst(risk, broken),
        float(broken.mean()),
    )


def area_under_curve(scores: Floats, positive: Flags) -> float | None:
    """Return the chance that a positive scores above a negative, ties counting half; None without one of either.

    >>> area_under_curve(np.array([0.9, 0.4, 0.4, 0.1]), np.array([True, True, False, False]))
    0.875
    """
    positives = int(positive.sum())
    negatives = len(positive) - positives
    if not positives or not negatives:
        return None
    _, place = np.unique(scores, return_inverse=True)
    tied_positives = np.bincount(place, weights=positive)
    tied_negatives = np.bincount(place, weights=~positive)
    below = np.cumsum(tied_negatives) - tied_negatives / 2
    return float(tied_positives @ below / (positives * negatives))


def marginal_calibration_error(predicted: Floats, gold: Floats) -> float:
    """Return the mean over the three labels of the distance between predicted and annotators' shares, in bins.

    For each label the turns are put into ten bins of equal width by their predicted share; a bin weighs as many turns
    as it holds. 0 is calibrated; both arrays are (n, 3).

    >>> marginal_calibration_error(np.array([[0.8, 0.1, 0.1]] * 2), np.array([[1.0, 0.0, 0.0], [0.6, 0.2, 0.2]]))
    0.0
    """
    return float(np.mean([_distance(predicted[:, place], gold[:, place]) for place in range(len(LABELS))]))


def reliability(predicted: Floats, gold: Floats) -> list[dict[str, float]]:
    """Return {low, high, turns, predicted, observed} of each bin that holds turns; both arrays (n,), of one label."""
    bins = _bin_of(predicted)
    return [
        {
            "low": place / BINS,
            "high": (place + 1) / BINS,
            "turns": int((bins == place).sum()),
            "predicted": float(predicted[bins == place].mean()),
            "observed": float(gold[bins == place].mean()),
        }
        for place in np.unique(bins).tolist()
    ]


def precision_of_worst(risk: Floats, broken: Flags) -> float:
    """Return the share of broken turns among the tenth with the highest risk, at least one turn.

    Turns that tie at the edge count as mixed evenly, so their order does not matter: a constant gets the base rate.

    >>> precision_of_worst(np.array([0.9] + [0.5] * 9), np.array([True] + [False] * 9))
    1.0
    """
    stopped = max(1, round(WORST * len(risk)))
    edge = np.sort(risk)[-stopped]
    above, tied = risk > edge, risk == edge
    return float((broken[above].sum() + (stopped - above.sum()) * broken[tied].mean()) / stopped)


def _distance(predicted: Floats, gold: Floats) -> float:
    gaps = np.bincount(_bin_of(predicted), weights=predicted - gold, minlength=BINS)
    return float(round(np.abs(gaps).sum() / len(predicted), 12))


def _bin_of(shares: Floats) -> Places:
    places: Places = (np.ceil(shares * BINS) - 1).astype(np.int64)
    return places.clip(0, BINS - 1)
