"""Whether a candidate answers worse than another model, overall and in single categories."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from evaluation.gate.cases import KeptCases
from evaluation.gate.changes import moved_by_imports
from evaluation.gate.comparison import GateComparison, accuracy_reason, worse_categories
from evaluation.gate.evidence import GateEvidence
from evaluation.gate.reason import ACCURACY_FELL, SETTING_NOT_MEASURED, GateReason, Param
from evaluation.gate.rules import GateRules
from evaluation.gate.small import not_judged, small_categories
from evaluation.splits.settings import PLAIN, NexCvSettings

_ROUNDING = 1e-9


def quality_reasons(
    candidate: GateEvidence, live: GateEvidence, rules: GateRules, refitted: KeptCases | None = None
) -> list[GateReason]:
    """Say where the candidate is worse than the live model (or an anchor): settings first, then categories."""
    moved = moved_by_imports(live.cases.labels, candidate.examples) if live.cases else frozenset()
    comparisons = _comparisons(candidate, live, refitted, moved)
    reasons: list[GateReason] = []
    for setting in live.accuracy:
        fell = _setting_reasons(setting, candidate, live, comparisons, rules)
        reasons += [one for one in fell if _figures(one) not in map(_figures, reasons)]
    if candidate.cases is not None and live.cases is not None:
        overall = GateComparison("both", candidate.cases, live.cases, moved, live.reviewed)
        texts = {one.question: one.text for one in candidate.examples}
        reasons += worse_categories(overall, texts, rules, all_of_them=bool(reasons))
        named = {reason.params.get("category") for reason in reasons}
        small = small_categories(overall, texts, rules)
        reasons += [reason for reason in small if reason.params.get("category") not in named - {None}]
    return reasons


def _figures(reason: GateReason) -> tuple[Param, ...]:
    """What a reason tells but the setting: where no category is small, two settings hold back the same questions."""
    return tuple(value for name, value in reason.params.items() if name not in ("min_category_size", "other_min_prop"))


def quality_notes(candidate: GateEvidence, live: GateEvidence) -> list[GateReason]:
    """Say what could not be judged."""
    if candidate.cases is None or live.cases is None:
        return []
    lost = [
        _not_measured(setting, live)
        for setting in live.accuracy
        if setting not in candidate.accuracy and _is_no_loss(setting, candidate, live)
    ]
    moved = moved_by_imports(live.cases.labels, candidate.examples)
    overall = GateComparison("both", candidate.cases, live.cases, moved, live.reviewed)
    return lost + not_judged(candidate.cases.labels, overall, {one.expected for one in candidate.golden})


def _comparisons(
    candidate: GateEvidence, live: GateEvidence, refitted: KeptCases | None, moved: Collection[str]
) -> list[GateComparison]:
    """What is known best comes first; "both" is asked last, so that it speaks only where neither part does."""
    if candidate.cases is None:
        return []
    found = [GateComparison("recipe", candidate.cases, refitted)] if refitted else []
    if live.cases is not None:
        found.append(GateComparison("data", refitted or candidate.cases, live.cases, moved))
        if refitted:
            found.append(GateComparison("both", candidate.cases, live.cases, moved))
    return found


def _setting_reasons(
    setting: NexCvSettings,
    candidate: GateEvidence,
    live: GateEvidence,
    comparisons: Sequence[GateComparison],
    rules: GateRules,
) -> list[GateReason]:
    before, after = live.accuracy[setting], candidate.accuracy.get(setting)
    if after is None:
        return [] if _is_no_loss(setting, candidate, live) else [_not_measured(setting, live)]
    found: list[GateReason] = []
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
    return [GateReason(ACCURACY_FELL, _where(setting, live) | fell)]


def _is_no_loss(setting: NexCvSettings, candidate: GateEvidence, live: GateEvidence) -> bool:
    """A setting in which the live model had no category hidden from it told what (0, 0) tells."""
    cases = live.cases.settings.get(setting, {}) if live.cases else {}
    hid_nothing = bool(cases) and all(one.gold is not None for one in cases.values())
    return hid_nothing and PLAIN in candidate.accuracy


def _not_measured(setting: NexCvSettings, live: GateEvidence) -> GateReason:
    return GateReason(SETTING_NOT_MEASURED, _where(setting, live))


def _where(setting: NexCvSettings, live: GateEvidence) -> dict[str, Param]:
    sizes = {"min_category_size": setting.min_category_size, "other_min_prop": setting.other_min_prop}
    return {**sizes, "before": live.accuracy[setting]}
