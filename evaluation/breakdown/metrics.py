"""The challenge's metrics (Higashinaka et al., LREC 2016, sections 4.1 and 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np

from evaluation.breakdown.dialogues import JudgedUtterance
from evaluation.breakdown.gold import Flags, Floats, Places, Rules, gold_breakdowns, gold_labels
from evaluation.errors import EvaluationError
from nlu.breakdown.dialogue import LABELS, Label, Verdict

_B: Final = LABELS.index(Label.B)
_GROUPINGS: Final = {
    "nb_pb_b": np.eye(3),
    "nb_pbb": np.array([[1, 0], [0, 1], [0, 1]]),
    "nbpb_b": np.array([[1, 0], [1, 0], [0, 1]]),
}
"""What sums the three shares into (NB, PB, B), (NB, PB+B) and (NB+PB, B)."""


@dataclass(frozen=True, slots=True)
class JudgedTurns:
    """Gold and verdicts of n turns as arrays: shares (n, 3), labels as places in LABELS, the dialogue's number."""

    gold: Floats
    predicted: Floats
    gold_label: Places
    gold_breakdown: Flags
    label: Places
    dialogue: Places

    def rows(self, places: Places) -> JudgedTurns:
        """Return the turns at these places, which may repeat."""
        return JudgedTurns(
            self.gold[places],
            self.predicted[places],
            self.gold_label[places],
            self.gold_breakdown[places],
            self.label[places],
            self.dialogue[places],
        )


@dataclass(frozen=True, slots=True)
class BreakdownMetrics:
    """All metrics of some turns; divergences in bits.

    A precision where the label was never predicted, a recall where it never was gold, and an F without either are 0,
    as in the challenge's script.
    """

    accuracy: float
    precision_b: float
    recall_b: float
    f_b: float
    precision_pb_b: float
    recall_pb_b: float
    f_pb_b: float
    jsd_nb_pb_b: float
    jsd_nb_pbb: float
    jsd_nbpb_b: float
    mse_nb_pb_b: float
    mse_nb_pbb: float
    mse_nbpb_b: float
    turns: int

    def to_dict(self) -> dict[str, float]:
        """Return the figures by name."""
        return asdict(self)


def judged(
    targets: Sequence[JudgedUtterance],
    verdicts: Sequence[Verdict],
    *,
    rules: Rules = Rules.SCRIPT,
    threshold: float = 0.0,
) -> JudgedTurns:
    """Put one verdict beside each target; raises EvaluationError without targets or when their numbers differ."""
    if not targets or len(targets) != len(verdicts):
        raise EvaluationError(
            f"Metrics need at least one annotated turn and a verdict for each: {len(targets)} turns, "
            f"{len(verdicts)} verdicts."
        )
    gold = np.array([target.gold.shares() for target in targets])
    numbers: dict[str, int] = {}
    return JudgedTurns(
        gold,
        np.array([verdict.distribution.shares() for verdict in verdicts]),
        gold_labels(gold, threshold, rules),
        gold_breakdowns(gold, threshold, rules),
        np.array([LABELS.index(verdict.label) for verdict in verdicts]),
        np.array([numbers.setdefault(target.dialogue, len(numbers)) for target in targets]),
    )


def figures(turns: JudgedTurns) -> BreakdownMetrics:
    """Return all metrics."""
    found = {"accuracy": float((turns.label == turns.gold_label).mean())}
    found |= _precision_recall_f("b", turns.label == _B, turns.gold_label == _B)
    found |= _precision_recall_f("pb_b", turns.label > 0, turns.gold_breakdown)
    for name, group in _GROUPINGS.items():
        gold, predicted = turns.gold @ group, turns.predicted @ group
        found[f"jsd_{name}"] = float(divergences(gold, predicted).mean())
        found[f"mse_{name}"] = float(((gold - predicted) ** 2).mean())
    return BreakdownMetrics(**found, turns=len(turns.label))


def divergences(p: Floats, q: Floats) -> Floats:
    """Return the Jensen-Shannon divergence of each row of p from that of q, in bits: 0 when equal, at most 1.

    >>> divergences(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([[0.0, 1.0], [0.5, 0.5]])).tolist()
    [1.0, 0.0]
    """
    from scipy.special import rel_entr  # 18 MB, which a server that measures nothing does without

    middle = (p + q) / 2
    bits: Floats = (rel_entr(p, middle) + rel_entr(q, middle)).sum(axis=1) / (2 * np.log(2))
    return bits


def _precision_recall_f(name: str, said: Flags, gold: Flags) -> dict[str, float]:
    hits = int((said & gold).sum())
    precision, recall = _share(hits, int(said.sum())), _share(hits, int(gold.sum()))
    f = _share(2 * precision * recall, precision + recall)
    return {f"precision_{name}": precision, f"recall_{name}": recall, f"f_{name}": f}


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
