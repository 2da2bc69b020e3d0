"""How far confidence can be trusted: risk-coverage and calibration error."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np


def aurc(confidences: Sequence[float], wrong: Sequence[bool]) -> float | None:
    """Return the area under the risk-coverage curve in [0, 1], smaller is better; None without cases.

    Cases are taken in, the most confident first; after each one the risk is the share of wrong ones so far, and the
    area is the mean of these risks (Geifman et al. 2019). Equally confident cases count as mixed evenly, so the order
    in which they come does not matter.

    >>> round(aurc([0.9, 0.8, 0.1], [False, False, True]), 3)
    0.111
    """
    if not confidences:
        return None
    ranked = sorted(zip(confidences, wrong, strict=True), key=lambda case: -case[0])
    risks: list[float] = []
    for _, tied in groupby(ranked, key=lambda case: case[0]):
        losses = [loss for _, loss in tied]
        risks += [sum(losses) / len(losses)] * len(losses)
    return float(np.mean(np.cumsum(risks) / np.arange(1, len(risks) + 1)))


def expected_calibration_error(confidences: Sequence[float], right: Sequence[bool], bins: int = 15) -> float | None:
    """Return the mean distance of confidence from the share of right ones over equal-width bins of [0, 1].

    Bins weigh as many cases as they hold; each is open below and closed above, the first closed on both sides (Guo et
    al. 2017). None without cases.

    >>> round(expected_calibration_error([0.9, 0.9, 0.2], [True, False, False]), 3)
    0.333
    """
    if not confidences:
        return None
    sure, correct = np.asarray(confidences, dtype=float), np.asarray(right, dtype=float)
    bin_of = np.clip(np.ceil(sure * bins).astype(int) - 1, 0, bins - 1)
    gaps = np.abs(np.bincount(bin_of, weights=sure - correct, minlength=bins))
    return float(gaps.sum() / len(sure))
