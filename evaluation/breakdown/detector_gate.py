"""Whether a candidate detector may replace the live one: it must not be worse on the same turns, beyond noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from evaluation.breakdown.dialogues import JudgedUtterance
from evaluation.breakdown.metrics import JudgedTurns, divergences, judged
from evaluation.breakdown.resampling import differences
from evaluation.breakdown.risk import area_under_curve
from nlu.breakdown.dialogue import Verdict

Figure = Literal["jsd", "auc"]
Turns = Literal["familiar", "all"]
TOLERANCE: Final = 0.01
"""So much worse is let pass, of either figure: where few dialogues differ, intervals come out too narrow."""

_WORSE: Final[dict[Figure, int]] = {"jsd": 1, "auc": -1}
"""Which way is worse: a larger divergence, a smaller area."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn with what the candidate and the live detector say of it.

    `familiar`: the live detector was measured on it, and people say the same of it today. `own`: the company's.
    """

    target: JudgedUtterance
    candidate: Verdict
    live: Verdict
    familiar: bool
    own: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure of the live detector (`before`) and the candidate (`after`) on the same turns.

    `low` and `high` are the ends of the 95 % interval of after - before; None where there is too little to tell.
    """

    figure: Figure
    on: Turns
    turns: int
    before: float | None
    after: float | None
    low: float | None
    high: float | None

    @property
    def is_worse(self) -> bool:
        """Whether the candidate is worse by more than TOLERANCE, and chance does not explain it."""
        if self.before is None or self.after is None or self.low is None or self.high is None:
            return False
        way = _WORSE[self.figure]
        return (self.after - self.before) * way > TOLERANCE and min(self.low * way, self.high * way) > 0

    def to_dict(self) -> dict[str, Any]:
        """Return the figure by the names of its fields."""
        return asdict(self)


def compare(turns: Sequence[JudgedTurn], *, seed: int = 0) -> list[Compared]:
    """Return JS divergence and AUC (of PB+B) on familiar turns, and on all turns of the company.

    Familiar turns show whether something was unlearnt, also by labels that newer annotations teach; those of the
    company whether the candidate knows its conversations. The bootstrap draws whole dialogues (`resampling`).
    """
    groups: dict[Turns, list[JudgedTurn]] = {
        "familiar": [turn for turn in turns if turn.familiar],
        "all": [turn for turn in turns if turn.own],
    }
    return [each for on, chosen in groups.items() if chosen for each in _compared(on, chosen, seed)]


def _compared(on: Turns, turns: Sequence[JudgedTurn], seed: int) -> list[Compared]:
    targets = [turn.target for turn in turns]
    after = judged(targets, [turn.candidate for turn in turns])
    before = judged(targets, [turn.live for turn in turns])
    apart = differences(after, before, _figures, seed=seed)
    was, now = _figures(before), _figures(after)
    return [Compared(name, on, len(turns), was[name], now[name], apart[name].low, apart[name].high) for name in _WORSE]


def _figures(turns: JudgedTurns) -> dict[str, float | None]:
    """These two alone: the bootstrap asks for them a thousand times."""
    apart, risk = divergences(turns.gold, turns.predicted), 1 - turns.predicted[:, 0]
    return {"jsd": float(apart.mean()), "auc": area_under_curve(risk, turns.gold_label > 0)}
