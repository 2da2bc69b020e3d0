"""Whether a candidate model may replace the live one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from evaluation.gate_cases import KeptCases
from evaluation.gate_comparison import Comparison, accuracy_reason, worse_categories
from evaluation.gate_data import TaughtExample, emptied_categories, flipped_labels
from evaluation.gate_reason import (
    ACCURACY_FELL,
    COVERAGE_FELL,
    GOLDEN_CHANGED,
    SETTING_NOT_MEASURED,
    TOO_FEW_CATEGORIES,
    TOO_LARGE,
    TOO_SLOW,
    Param,
    Reason,
)
from evaluation.gate_rules import GateRules
from evaluation.general_stage import MeasuredStage
from evaluation.nexcv_result import NexCvSettings

__all__ = ["GateDecision", "GateEvidence", "GateRules", "GoldenAnswer", "Reason", "Verdict", "decide"]

Verdict: TypeAlias = Literal["promoted", "blocked"]

_PLAIN = NexCvSettings(0, 0.0)
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class GoldenAnswer:
    """What a model says to a pinned question: `answer` is the category it answers, None when it gives no answer."""

    question: str
    expected: str
    answer: str | None


@dataclass(frozen=True, slots=True)
class GateEvidence:
    """What is known of one model: categories in its data, nex-cv accuracy per setting, answers to golden questions.

    `coverage` is the share of questions answered on all topics; `cases` what each test question came to. Of a
    candidate also the `examples` it learnt from, the names of the company's `standing` categories, how many
    `milliseconds` of processor time an answer takes and how many `megabytes` its file has. None: not known. `stage` is
    what was measured; two models can be compared where that is the same.
    """

    categories: int
    accuracy: Mapping[NexCvSettings, float] = field(default_factory=dict)
    golden: Sequence[GoldenAnswer] = ()
    coverage: float | None = None
    cases: KeptCases | None = None
    examples: Sequence[TaughtExample] = ()
    standing: Collection[str] = ()
    milliseconds: float | None = None
    megabytes: float | None = None
    stage: MeasuredStage = "faq"

    @classmethod
    def from_record(
        cls,
        record: Mapping[str, Any],
        golden: Sequence[GoldenAnswer] = (),
        cases: KeptCases | None = None,
        **known: Any,
    ) -> GateEvidence:
        """Return the evidence in the JSON form of a nex-cv result (`NexCvResult.to_dict`), and what else is known."""
        return cls(
            categories=record["categories"],
            accuracy=_means(record, "accuracy"),
            golden=golden,
            coverage=_means(record, "coverage").get(_PLAIN),
            stage=record.get("stage", "faq"),
            cases=cases,
            **known,
        )


def _means(record: Mapping[str, Any], figure: str) -> dict[NexCvSettings, float]:
    means = {
        NexCvSettings(one["min_category_size"], one["other_min_prop"]): one[figure]["mean"]
        for one in record["settings"]
    }
    return {setting: mean for setting, mean in means.items() if mean is not None}


@dataclass(frozen=True, slots=True)
class GateDecision:
    """The verdict, with at least one reason when it is "blocked" and none when it is "promoted"."""

    verdict: Verdict
    reasons: tuple[Reason, ...]


def decide(
    candidate: GateEvidence,
    live: GateEvidence | None,
    rules: GateRules | None = None,
    *,
    refitted: KeptCases | None = None,
) -> GateDecision:
    """Compare the candidate with the live model; without one only the rules on the candidate itself can block.

    Where both have cases they are compared question by question. When the recipes differ, `refitted` are the cases of
    the live model's recipe on the candidate's data: they tell what the recipe costs from what the data costs.

    >>> setting = NexCvSettings(0, 0.0)
    >>> better = GateEvidence(categories=9, accuracy={setting: 0.8})
    >>> decide(better, GateEvidence(categories=9, accuracy={setting: 0.7})).verdict
    'promoted'
    """
    rules = rules or GateRules()
    reasons = _own_reasons(candidate, rules)
    if live is not None:
        reasons += _quality_reasons(candidate, live, rules, refitted) + _golden_reasons(candidate, live)
        reasons += _coverage_reasons(candidate, live, rules) + _data_reasons(candidate, live, rules)
    return GateDecision("blocked" if reasons else "promoted", tuple(reasons))


def _own_reasons(candidate: GateEvidence, rules: GateRules) -> list[Reason]:
    found = []
    if candidate.categories < rules.min_categories:
        counts: dict[str, Param] = {"categories": candidate.categories, "needed": rules.min_categories}
        found.append(Reason(TOO_FEW_CATEGORIES, counts))
    if candidate.milliseconds is not None and candidate.milliseconds > rules.most_milliseconds:
        found.append(Reason(TOO_SLOW, {"milliseconds": candidate.milliseconds, "most": rules.most_milliseconds}))
    if candidate.megabytes is not None and candidate.megabytes > rules.most_megabytes:
        found.append(Reason(TOO_LARGE, {"megabytes": candidate.megabytes, "most": rules.most_megabytes}))
    return found


def _quality_reasons(
    candidate: GateEvidence, live: GateEvidence, rules: GateRules, refitted: KeptCases | None
) -> list[Reason]:
    comparisons = _comparisons(candidate, live, refitted)
    reasons = []
    for setting in live.accuracy:
        reasons += _setting_reasons(setting, candidate, live, comparisons, rules)
    if candidate.cases is not None and live.cases is not None:
        overall = Comparison("both", candidate.cases, live.cases)
        texts = {one.question: one.text for one in candidate.examples}
        reasons += worse_categories(overall, texts, rules, all_of_them=bool(reasons))
    return reasons


def _comparisons(candidate: GateEvidence, live: GateEvidence, refitted: KeptCases | None) -> list[Comparison]:
    """What is known best comes first; "both" is asked last, so that it speaks only where neither part does."""
    if candidate.cases is None:
        return []
    found = [Comparison("recipe", candidate.cases, refitted)] if refitted else []
    if live.cases is not None:
        found.append(Comparison("data", refitted or candidate.cases, live.cases))
        if refitted:
            found.append(Comparison("both", candidate.cases, live.cases))
    return found


def _setting_reasons(
    setting: NexCvSettings,
    candidate: GateEvidence,
    live: GateEvidence,
    comparisons: Sequence[Comparison],
    rules: GateRules,
) -> list[Reason]:
    before, after = live.accuracy[setting], candidate.accuracy.get(setting)
    where: dict[str, Param] = {
        "min_category_size": setting.min_category_size,
        "other_min_prop": setting.other_min_prop,
        "before": before,
    }
    if after is None:
        return [Reason(SETTING_NOT_MEASURED, where)]
    found: list[Reason] = []
    judged = False
    for comparison in comparisons:
        if comparison.cause == "both" and found:
            break
        pairs = comparison.pairs(setting)
        judged = judged or (pairs is not None and comparison.cause != "recipe")
        reason = accuracy_reason(pairs, setting, comparison.cause, rules) if pairs else None
        found += [reason] if reason else []
    if judged or found or before - after <= rules.tolerance + _ROUNDING:
        return found
    fell: dict[str, Param] = {"after": after, "fall": before - after, "tolerance": rules.tolerance, "cause": None}
    return [Reason(ACCURACY_FELL, where | fell)]


def _golden_reasons(candidate: GateEvidence, live: GateEvidence) -> list[Reason]:
    """A golden question that the live model gets wrong as well has not changed, so it can't block the way out."""
    before = {golden.question: golden.answer for golden in live.golden}
    return [
        Reason(GOLDEN_CHANGED, {"question": one.question, "expected": one.expected, "answer": one.answer})
        for one in candidate.golden
        if one.answer != one.expected and before.get(one.question, one.expected) == one.expected
    ]


def _coverage_reasons(candidate: GateEvidence, live: GateEvidence, rules: GateRules) -> list[Reason]:
    """A live model that is below the floor itself cannot hold up one that answers as little."""
    before, after = live.coverage, candidate.coverage
    if before is None or after is None or not after < rules.coverage_floor <= before:
        return []
    return [Reason(COVERAGE_FELL, {"before": before, "after": after, "floor": rules.coverage_floor})]


def _data_reasons(candidate: GateEvidence, live: GateEvidence, rules: GateRules) -> list[Reason]:
    if live.cases is None or not candidate.examples:
        return []
    before = live.cases.labels
    emptied = emptied_categories(before, candidate.examples, candidate.standing)
    return emptied + flipped_labels(before, candidate.examples, rules)
