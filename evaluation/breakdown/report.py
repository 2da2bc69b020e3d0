"""What a detector's verdicts on annotated dialogues are worth, beside predictors that always say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.breakdown.constants import MAJORITY, OF_THE_EVALUATED, constants
from evaluation.breakdown.dialogues import JudgedUtterance
from evaluation.breakdown.gold import Rules
from evaluation.breakdown.metrics import BreakdownMetrics, JudgedTurns, figures, judged
from evaluation.breakdown.resampling import RESAMPLES, intervals
from evaluation.breakdown.risk import RiskFigures, reliability, risk_figures
from evaluation.measures.intervals import Interval
from nlu.breakdown.dialogue import LABELS, Verdict


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant predictor: what it says, and what that is worth on the same turns."""

    verdict: Verdict
    figures: BreakdownMetrics
    risk: RiskFigures


@dataclass(frozen=True, slots=True)
class BreakdownReport:
    """All that is known of one detector's verdicts, and the rules under which it was measured.

    `constants_from_training` is False where the constants had to be taken from the gold turns themselves, which
    flatters them.
    """

    rules: Rules
    threshold: float
    turns: JudgedTurns
    figures: BreakdownMetrics
    risk: RiskFigures
    intervals: Mapping[str, Interval]
    constants: Mapping[str, Constant]
    constants_from_training: bool
    systems: Mapping[str, BreakdownMetrics]

    @property
    def always_the_same(self) -> Constant:
        """The majority label of the evaluated turns, said of every one."""
        return self.constants[OF_THE_EVALUATED if self.constants_from_training else MAJORITY]

    def to_dict(self) -> dict[str, object]:
        """Return the challenge's metrics and the risk figures by name, and the rest beside them, as JSON values."""
        return {
            **self.figures.to_dict(),
            **self.risk.to_dict(),
            "rules": str(self.rules),
            "threshold": self.threshold,
            "intervals": {name: found.to_dict() for name, found in self.intervals.items()},
            "constants": {name: _constant_values(constant) for name, constant in self.constants.items()},
            "constants_from": "training" if self.constants_from_training else "gold",
            "systems": {name: found.to_dict() for name, found in self.systems.items()},
            "reliability": {
                label: reliability(self.turns.predicted[:, place], self.turns.gold[:, place])
                for place, label in enumerate(LABELS)
            },
        }


def report(
    targets: Sequence[JudgedUtterance],
    verdicts: Sequence[Verdict],
    *,
    training: Sequence[JudgedUtterance] | None = None,
    rules: Rules = Rules.SCRIPT,
    threshold: float = 0.0,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> BreakdownReport:
    """Measure one verdict for each target; constants are learnt from `training`, or else from the targets.

    With training, the majority label of the targets stands beside them. Raises EvaluationError without targets, with
    training that is empty, or when the numbers differ.
    """
    turns = judged(targets, verdicts, rules=rules, threshold=threshold)
    found = {}
    for name, verdict in _constant_verdicts(targets, training, rules, threshold).items():
        same = judged(targets, [verdict] * len(targets), rules=rules, threshold=threshold)
        found[name] = Constant(verdict, figures(same), risk_figures(same))
    systems = np.array([target.system for target in targets])
    return BreakdownReport(
        rules,
        threshold,
        turns,
        figures(turns),
        risk_figures(turns),
        intervals(turns, seed=seed, resamples=resamples),
        found,
        training is not None,
        {name: figures(turns.rows(np.flatnonzero(systems == name))) for name in np.unique(systems).tolist()},
    )


def _constant_verdicts(
    targets: Sequence[JudgedUtterance], training: Sequence[JudgedUtterance] | None, rules: Rules, threshold: float
) -> dict[str, Verdict]:
    """Those that training suggests and, beside them, the majority label of the evaluated turns."""
    evaluated = constants(targets, rules=rules, threshold=threshold)
    if training is None:
        return dict(evaluated)
    return {**constants(training, rules=rules, threshold=threshold), OF_THE_EVALUATED: evaluated[MAJORITY]}


def _constant_values(constant: Constant) -> dict[str, object]:
    return {
        "label": str(constant.verdict.label),
        "distribution": list(constant.verdict.distribution.shares()),
        **constant.figures.to_dict(),
        **constant.risk.to_dict(),
    }
