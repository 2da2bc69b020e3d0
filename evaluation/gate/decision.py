"""Whether a candidate model may replace the live one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from evaluation.gate.cases import KeptCases
from evaluation.gate.changes import changed_data
from evaluation.gate.data import emptied_categories
from evaluation.gate.evidence import Anchor, GateEvidence, GoldenAnswer
from evaluation.gate.invariance import FROM_ANCHOR, invariance_reasons
from evaluation.gate.quality import quality_notes, quality_reasons
from evaluation.gate.reason import (
    BELOW_FLOOR,
    COVERAGE_FELL,
    GOLDEN_CHANGED,
    TOO_FEW_CATEGORIES,
    TOO_LARGE,
    TOO_SLOW,
    GateReason,
    Param,
    causes_first,
)
from evaluation.gate.rules import GateRules
from evaluation.splits.settings import PLAIN

__all__ = ["Anchor", "GateDecision", "GateEvidence", "GateReason", "GateRules", "GateVerdict", "GoldenAnswer", "decide"]

GateVerdict: TypeAlias = Literal["promoted", "blocked"]

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class GateDecision:
    """The verdict, with at least one reason when "blocked" and none when "promoted"; `notes` block nothing.

    The reasons that say what was done to the data come first.
    """

    verdict: GateVerdict
    reasons: tuple[GateReason, ...]
    notes: tuple[GateReason, ...] = ()


def decide(
    candidate: GateEvidence,
    live: GateEvidence | None,
    rules: GateRules | None = None,
    *,
    refitted: KeptCases | None = None,
    anchor: Anchor | None = None,
) -> GateDecision:
    """Compare the candidate with the live model; without one only the rules on the candidate itself can block.

    Where both have cases they are compared question by question. When the recipes differ, `refitted` are the cases of
    the live model's recipe on the candidate's data: they tell what the recipe costs from what the data costs. What
    falls by little each time is seen in the comparison with the `anchor`.

    >>> better = GateEvidence(categories=9, accuracy={PLAIN: 0.8})
    >>> decide(better, GateEvidence(categories=9, accuracy={PLAIN: 0.7})).verdict
    'promoted'
    """
    rules = rules or GateRules()
    reasons = _own_reasons(candidate, rules)
    if live is not None:
        reasons += quality_reasons(candidate, live, rules, refitted) + _golden_reasons(candidate, live)
        reasons += invariance_reasons(candidate, live, rules)
        reasons += _coverage_reasons(candidate, live, rules) + _data_reasons(candidate, live, rules)
    if anchor is not None:
        reasons += _anchor_reasons(candidate, anchor, rules, reasons)
    reasons += _floor_reasons(candidate, live, rules)
    notes = quality_notes(candidate, live) if live is not None else []
    return GateDecision("blocked" if reasons else "promoted", causes_first(reasons), tuple(notes))


def _own_reasons(candidate: GateEvidence, rules: GateRules) -> list[GateReason]:
    found = []
    if candidate.categories < rules.min_categories:
        counts: dict[str, Param] = {"categories": candidate.categories, "needed": rules.min_categories}
        found.append(GateReason(TOO_FEW_CATEGORIES, counts))
    if candidate.milliseconds is not None and candidate.milliseconds > rules.most_milliseconds:
        found.append(GateReason(TOO_SLOW, {"milliseconds": candidate.milliseconds, "most": rules.most_milliseconds}))
    if candidate.megabytes is not None and candidate.megabytes > rules.most_megabytes:
        found.append(GateReason(TOO_LARGE, {"megabytes": candidate.megabytes, "most": rules.most_megabytes}))
    return found


def _golden_reasons(candidate: GateEvidence, live: GateEvidence) -> list[GateReason]:
    """A golden question that the live model gets wrong as well has not changed, so it can't block the way out."""
    before = {golden.question: golden.answer for golden in live.golden}
    return [
        GateReason(GOLDEN_CHANGED, {"question": one.question, "expected": one.expected, "answer": one.answer})
        for one in candidate.golden
        if one.answer != one.expected and before.get(one.question, one.expected) == one.expected
    ]


def _coverage_reasons(candidate: GateEvidence, live: GateEvidence, rules: GateRules) -> list[GateReason]:
    """A live model that is below the floor itself cannot hold up one that answers as little."""
    before, after = live.coverage, candidate.coverage
    if before is None or after is None or not after < rules.coverage_floor <= before:
        return []
    return [GateReason(COVERAGE_FELL, {"before": before, "after": after, "floor": rules.coverage_floor})]


def _floor_reasons(candidate: GateEvidence, live: GateEvidence | None, rules: GateRules) -> list[GateReason]:
    """The floor holds for every candidate but one that is better than a live model that is below it as well."""
    before, after = live.accuracy.get(PLAIN) if live else None, candidate.accuracy.get(PLAIN)
    if after is None or after >= rules.accuracy_floor - _ROUNDING or (before is not None and before < after):
        return []
    return [GateReason(BELOW_FLOOR, {"accuracy": after, "floor": rules.accuracy_floor})]


def _data_reasons(candidate: GateEvidence, before: GateEvidence, rules: GateRules) -> list[GateReason]:
    if before.cases is None or not candidate.examples:
        return []
    emptied = emptied_categories(before.cases.labels, candidate.examples, candidate.standing)
    return emptied + changed_data(before.cases.labels, candidate, rules)


def _anchor_reasons(
    candidate: GateEvidence, anchor: Anchor, rules: GateRules, found: Sequence[GateReason]
) -> list[GateReason]:
    """What the live model's comparison says already is not said twice."""
    invariance_tolerance = FROM_ANCHOR * rules.invariance_tolerance
    apart = replace(rules, tolerance=rules.anchor_tolerance, invariance_tolerance=invariance_tolerance)
    against = quality_reasons(candidate, anchor.evidence, apart) + invariance_reasons(candidate, anchor.evidence, apart)
    against += _data_reasons(candidate, anchor.evidence, rules)
    known = {_about(reason) for reason in found}
    return [reason.against(anchor.version) for reason in against if _about(reason) not in known]


def _about(reason: GateReason) -> tuple[object, ...]:
    return reason.code, *(reason.params.get(name) for name in ("category", "min_category_size", "other_min_prop"))
