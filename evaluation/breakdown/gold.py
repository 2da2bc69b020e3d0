"""The gold label of a turn that many annotators judged: by the challenge's script, or as the paper words it."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from evaluation.errors import EvaluationError

Floats: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]


class Rules(StrEnum):
    """How annotators' shares become a gold label; the two differ where a share is exactly t, and in PB+B.

    SCRIPT (the challenge's evaluation script): the majority label when its share is at least t, else NB. PB+B when
    P(PB) + P(B) is more than P(NB) and at least t, whatever the majority label is.
    PAPER (Higashinaka et al., LREC 2016, section 4.1): the majority label when its share is above t, else NB. PB+B when
    that label is PB or B.
    Ties go to NB before PB before B under both.
    """

    SCRIPT = "script"
    PAPER = "paper"


def gold_labels(shares: Floats, threshold: float, rules: Rules) -> Places:
    """Return for each row (P(NB), P(PB), P(B)) the place of its gold label in `LABELS`.

    >>> gold_labels(np.array([[0.5, 0.0, 0.5], [0.2, 0.5, 0.3], [0.2, 0.4, 0.4]]), 0.5, Rules.SCRIPT).tolist()
    [0, 1, 0]
    >>> gold_labels(np.array([[0.2, 0.5, 0.3]]), 0.5, Rules.PAPER).tolist()
    [0]
    """
    check_threshold(threshold)
    majority: Places = shares.argmax(axis=1)  # the first of equals, which is the order of ties
    ratio = shares.max(axis=1)
    enough = ratio >= threshold if rules is Rules.SCRIPT else ratio > threshold
    return np.where(enough, majority, 0)


def gold_breakdowns(shares: Floats, threshold: float, rules: Rules) -> Flags:
    """Return for each row whether its gold label is PB+B, the two treated as one label.

    >>> gold_breakdowns(np.array([[0.4, 0.3, 0.3], [0.5, 0.25, 0.25]]), 0.0, Rules.SCRIPT).tolist()
    [True, False]
    >>> gold_breakdowns(np.array([[0.4, 0.3, 0.3]]), 0.0, Rules.PAPER).tolist()
    [False]
    """
    if rules is Rules.PAPER:
        return gold_labels(shares, threshold, rules) > 0
    check_threshold(threshold)
    nb, either = shares[:, 0], shares[:, 1] + shares[:, 2]
    return (either > nb) & (either >= threshold)


def check_threshold(threshold: float) -> None:
    """Raise EvaluationError unless the threshold is a share."""
    if not 0 <= threshold <= 1:
        raise EvaluationError(f"The threshold {threshold} is no share: choose one from 0 to 1, such as 0.5.")
