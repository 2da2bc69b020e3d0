"""Whether fewer answers stay the same, when questions are asked in another way, than those of another version."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from evaluation.gate.cases import CaseAnswer, KeptCases, Varied
from evaluation.gate.evidence import GateEvidence
from evaluation.gate.reason import INVARIANCE_FELL, ChangedQuestion, GateReason, Param
from evaluation.gate.rules import GateRules
from evaluation.general_stage import general_intent
from evaluation.measures.paired import PairedDifference, paired_difference

FEWEST_SHARED: Final = 0.3
"""With less than this share of what the live version was asked in common, too little is left to judge by."""
ONE_CHANGE: Final = 2.5
"""How many times as far as all changes together the share of one change may fall."""
FROM_ANCHOR: Final = 1.5
"""How many times as far the shares may fall from an anchor as from the live version (docs/gate.md has the figures)."""
_SHOWN: Final = 10
_READABLE: Final = 40  # characters


@dataclass(frozen=True, slots=True)
class _Pair:
    """A question that both versions answer, asked in one other way: what each made of it."""

    asked: Varied
    before: CaseAnswer
    after: CaseAnswer

    @property
    def change(self) -> str:
        return self.asked[0]

    @property
    def loss(self) -> int:
        return self.before.is_right - self.after.is_right


def invariance_reasons(candidate: GateEvidence, before: GateEvidence, rules: GateRules) -> list[GateReason]:
    """Say that fewer answers stay the same than with the version before (the live one, or an anchor).

    They fell by more than the tolerance and by more than noise.

    That is asked of all changes together, then of each by itself, which may fall by ONE_CHANGE times as much. Only
    questions that both versions answer as they stand are compared, so that one that answers more is not worse for it.
    All changes of a question are drawn together. A version that was recorded without variants is not judged.
    """
    pairs = _pairs(candidate.cases, before.cases)
    by_change = _by_change(pairs)
    whole = _fall(pairs, rules.invariance_tolerance, rules)
    if whole:
        return [_reason("all", pairs, whole, by_change[0], candidate.variants, rules.invariance_tolerance)]
    tolerance = ONE_CHANGE * rules.invariance_tolerance
    for of_one in by_change:
        fall = _fall(of_one, tolerance, rules)
        if fall:
            return [_reason("one", of_one, fall, of_one, candidate.variants, tolerance)]
    return []


def _fall(pairs: Sequence[_Pair], tolerance: float, rules: GateRules) -> PairedDifference | None:
    """How far they fell, where that is more than the tolerance and more than noise."""
    before, after = _shares(pairs)
    if before - after <= tolerance + 1e-9:
        return None
    right = [one.before.is_right for one in pairs], [one.after.is_right for one in pairs]
    clusters = [one.asked[1] for one in pairs]
    fall = paired_difference(*right, clusters=clusters, seed=rules.seed, level=rules.certainty)
    return fall if fall.beyond_noise else None


def _reason(
    changes: str,
    pairs: Sequence[_Pair],
    fall: PairedDifference,
    worst: Sequence[_Pair],
    texts: Mapping[Varied, str],
    tolerance: float,
) -> GateReason:
    before, after = _shares(pairs)
    change_before, change_after = _shares(worst)
    lost = _examples(worst, texts)
    params: dict[str, Param] = {
        "changes": changes,
        "before": before,
        "after": after,
        "fall": fall.mean,
        "low": fall.low,
        "high": fall.high,
        "tolerance": tolerance,
        "questions": len({one.asked[1] for one in pairs}),
        "change": worst[0].change,
        "change_before": change_before,
        "change_after": change_after,
        "example": lost[0].text if lost else None,
    }
    return GateReason(INVARIANCE_FELL, params, tuple(lost))


def _pairs(candidate: KeptCases | None, live: KeptCases | None) -> list[_Pair]:
    if candidate is None or live is None:
        return []
    shared = sorted(candidate.varied.keys() & live.varied.keys())
    if len(shared) < FEWEST_SHARED * len(live.varied):
        return []
    return [_Pair(asked, live.varied[asked], candidate.varied[asked]) for asked in shared]


def _shares(pairs: Sequence[_Pair]) -> tuple[float, float]:
    of = max(1, len(pairs))
    return sum(one.before.is_right for one in pairs) / of, sum(one.after.is_right for one in pairs) / of


def _by_change(pairs: Sequence[_Pair]) -> list[list[_Pair]]:
    """The pairs of each change, that under which most answers were lost first."""
    found: dict[str, list[_Pair]] = defaultdict(list)
    for one in pairs:
        found[one.change].append(one)
    return sorted(found.values(), key=lambda of_one: -sum(one.loss for one in of_one))


def _examples(pairs: Sequence[_Pair], texts: Mapping[Varied, str]) -> list[ChangedQuestion]:
    """The questions that lost their answer, first those on a category that both answered, of a readable length."""
    lost = [
        ChangedQuestion(texts[one.asked], one.after.gold, one.before.answer, one.after.answer)
        for one in pairs
        if one.loss > 0 and one.asked in texts
    ]
    return sorted(lost, key=_how_telling)[:_SHOWN]


def _how_telling(one: ChangedQuestion) -> tuple[bool, bool, int, str]:
    is_general = general_intent(one.expected or "") is not None
    return is_general, one.before != one.expected, abs(len(one.text) - _READABLE), one.text
