"""Predictors that say the same of every turn: what a detector has to beat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from evaluation.breakdown.dialogues import JudgedUtterance
from evaluation.breakdown.gold import Rules, gold_labels
from evaluation.errors import EvaluationError
from nlu.breakdown.dialogue import LABELS, Distribution, Verdict

MAJORITY = "majority label"
DISTRIBUTION = "training distribution"
OF_THE_EVALUATED = "majority of these turns"
"""The majority label of the evaluated turns themselves, which no training can know."""


def constants(
    training: Sequence[JudgedUtterance], *, rules: Rules = Rules.SCRIPT, threshold: float = 0.0
) -> Mapping[str, Verdict]:
    """Return the two constant verdicts that the training turns suggest, by name.

    The majority label is the most frequent gold label, said with certainty. The training distribution is the mean of
    the annotators' shares, its label the one that these rules make of it. Raises EvaluationError without turns.
    """
    if not training:
        raise EvaluationError("Constant predictors need at least one annotated turn to learn from.")
    gold = np.array([target.gold.shares() for target in training])
    counts = Counter(gold_labels(gold, threshold, rules).tolist())
    majority = max(range(len(LABELS)), key=lambda place: counts[place])
    mean = gold.mean(axis=0)
    usual = int(gold_labels(mean[None], threshold, rules)[0])
    return {
        MAJORITY: Verdict(LABELS[majority], Distribution(*np.eye(3)[majority].tolist())),
        DISTRIBUTION: Verdict(LABELS[usual], Distribution(*mean.tolist())),
    }
