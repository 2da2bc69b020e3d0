"""Whether a candidate model may replace the live one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from evaluation.nexcv_result import NexCvSettings

Verdict: TypeAlias = Literal["promoted", "blocked"]
Param: TypeAlias = str | int | float | None

TOO_FEW_CATEGORIES: Final = "too_few_categories"
"""Params: categories, needed."""
ACCURACY_FELL: Final = "accuracy_fell"
"""Params: min_category_size, other_min_prop, before, after, fall, tolerance (shares in [0, 1])."""
SETTING_NOT_MEASURED: Final = "setting_not_measured"
"""Params: min_category_size, other_min_prop, before."""
GOLDEN_CHANGED: Final = "golden_changed"
"""Params: question, expected, answer (null: no answer is given)."""
REASON_CODES: Final = (TOO_FEW_CATEGORIES, ACCURACY_FELL, SETTING_NOT_MEASURED, GOLDEN_CHANGED)
"""Every code that `decide` can give."""

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class GoldenAnswer:
    """What a model says to a pinned question: `answer` is the category it answers, None when it gives no answer."""

    question: str
    expected: str
    answer: str | None


@dataclass(frozen=True, slots=True)
class GateEvidence:
    """What is known of one model: categories in its data, nex-cv accuracy per setting, answers to golden questions."""

    categories: int
    accuracy: Mapping[NexCvSettings, float] = field(default_factory=dict)
    golden: Sequence[GoldenAnswer] = ()

    @classmethod
    def from_record(cls, record: Mapping[str, Any], golden: Sequence[GoldenAnswer] = ()) -> GateEvidence:
        """Return the evidence held by the JSON form of a nex-cv result (`NexCvResult.to_dict`)."""
        means = {
            NexCvSettings(one["min_category_size"], one["other_min_prop"]): one["accuracy"]["mean"]
            for one in record["settings"]
        }
        known = {setting: mean for setting, mean in means.items() if mean is not None}
        return cls(categories=record["categories"], accuracy=known, golden=golden)


@dataclass(frozen=True, slots=True)
class GateRules:
    """How much worse a candidate may be: `tolerance` is the fall of mean accuracy allowed in each setting."""

    tolerance: float = 0.02
    min_categories: int = 2


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a candidate is blocked: a code of REASON_CODES with its params; the words are in the language files."""

    code: str
    params: Mapping[str, Param]

    def to_dict(self) -> dict[str, object]:
        """Return {code, params}."""
        return {"code": self.code, "params": dict(self.params)}


@dataclass(frozen=True, slots=True)
class GateDecision:
    """The verdict, with at least one reason when it is "blocked" and none when it is "promoted"."""

    verdict: Verdict
    reasons: tuple[Reason, ...]


def decide(candidate: GateEvidence, live: GateEvidence | None, rules: GateRules | None = None) -> GateDecision:
    """Compare the candidate with the live model; without one only the rules on the data can block.

    >>> setting = NexCvSettings(0, 0.0)
    >>> better = GateEvidence(categories=9, accuracy={setting: 0.8})
    >>> decide(better, GateEvidence(categories=9, accuracy={setting: 0.7})).verdict
    'promoted'
    """
    rules = rules or GateRules()
    reasons = _data_reasons(candidate, rules)
    if live is not None:
        reasons += _accuracy_reasons(candidate, live, rules) + _golden_reasons(candidate, live)
    return GateDecision("blocked" if reasons else "promoted", tuple(reasons))


def _data_reasons(candidate: GateEvidence, rules: GateRules) -> list[Reason]:
    if candidate.categories >= rules.min_categories:
        return []
    return [Reason(TOO_FEW_CATEGORIES, {"categories": candidate.categories, "needed": rules.min_categories})]


def _accuracy_reasons(candidate: GateEvidence, live: GateEvidence, rules: GateRules) -> list[Reason]:
    reasons = []
    for setting, before in live.accuracy.items():
        where: dict[str, Param] = {
            "min_category_size": setting.min_category_size,
            "other_min_prop": setting.other_min_prop,
            "before": before,
        }
        after = candidate.accuracy.get(setting)
        if after is None:
            reasons.append(Reason(SETTING_NOT_MEASURED, where))
        elif before - after > rules.tolerance + _ROUNDING:
            fell = {"after": after, "fall": before - after, "tolerance": rules.tolerance}
            reasons.append(Reason(ACCURACY_FELL, where | fell))
    return reasons


def _golden_reasons(candidate: GateEvidence, live: GateEvidence) -> list[Reason]:
    """A golden question that the live model gets wrong as well has not changed, so it can't block the way out."""
    before = {golden.question: golden.answer for golden in live.golden}
    return [
        Reason(GOLDEN_CHANGED, {"question": one.question, "expected": one.expected, "answer": one.answer})
        for one in candidate.golden
        if one.answer != one.expected and before.get(one.question, one.expected) == one.expected
    ]
