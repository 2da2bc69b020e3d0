"""Categories with too few tested questions for a rule of their own: judged exactly, judged together, or named."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from evaluation.gate.comparison import (
    GateComparison,
    PairedCase,
    accuracies,
    changed,
    fall_of,
    questions_in,
    worse_reason,
)
from evaluation.gate.reason import NOT_JUDGED, SMALL_GOT_WORSE, GateReason
from evaluation.gate.rules import GateRules
from evaluation.splits.settings import PLAIN

SMALL: Final = 10
"""A category of which fewer questions than this are tested is small: too few can tell two models apart."""
FEWEST_JUDGED: Final = 3
"""Of fewer tested questions than this nothing can be said."""
NAMED: Final = 10

_LEAST_RATE: Final = 0.05


def small_categories(comparison: GateComparison, texts: Mapping[str, str], rules: GateRules) -> list[GateReason]:
    """Say which small categories lost far more questions than others do, and whether all of them together fell.

    What people said of the live model's answers to candidates counts with what both were tested with.
    One is named when so many losses, at the rate at which all questions were lost, are less likely than the rules'
    certainty allows, shared among all the small ones (Bonferroni). Together they may fall by half of what one may.
    """
    pairs = comparison.pairs(PLAIN) or []
    small = _small(pairs, comparison.reviewed_pairs(PLAIN))
    if not small:
        return []
    rate = max(_LEAST_RATE, len(changed(pairs, -1)) / max(1, questions_in(pairs)))
    allowed = (1 - rules.certainty) / len(small)
    found = [
        worse_reason(name, cases, changed(cases, -1), texts)
        for name, cases in sorted(small.items())
        if _is_unlikely(cases, rate, allowed)
    ]
    pooled = [one for cases in small.values() for one in cases]
    before, after = accuracies(pooled)
    if found or before - after <= rules.category_tolerance / 2 or not fall_of(pooled, rules).beyond_noise:
        return found
    counts = {"categories": len(small), "tested": questions_in(pooled)}
    return [GateReason(SMALL_GOT_WORSE, {**counts, "before": before, "after": after})]


def not_judged(labels: Mapping[str, str], comparison: GateComparison, pinned: Collection[str]) -> list[GateReason]:
    """Name the categories of `labels` (question id to category) of which too few questions are tested in both.

    Those with a pinned question are judged by it.
    """
    pairs = (comparison.pairs(PLAIN) or []) + comparison.reviewed_pairs(PLAIN)
    tested = Counter(category for category, _ in {(one.gold, one.copy_of) for one in pairs})
    names = sorted({name for name in labels.values() if tested[name] < FEWEST_JUDGED} - set(pinned))
    if not names:
        return []
    return [
        GateReason(NOT_JUDGED, {"categories": len(names), "names": ", ".join(names[:NAMED]), "needed": FEWEST_JUDGED})
    ]


def _small(pairs: Sequence[PairedCase], reviewed: Sequence[PairedCase]) -> dict[str, list[PairedCase]]:
    """Return the cases of the categories of which few questions are tested in both, those reviewed among them."""
    tested, by_category = defaultdict[str, set[str]](set), defaultdict[str, list[PairedCase]](list)
    for one in pairs:
        tested[one.gold or ""].add(one.copy_of)
    for one in (*pairs, *reviewed):
        if one.gold is not None:
            by_category[one.gold].append(one)
    return {name: cases for name, cases in by_category.items() if len(tested[name]) < SMALL}


def _is_unlikely(cases: Sequence[PairedCase], rate: float, allowed: float) -> bool:
    from scipy.special import bdtrc  # 5 MB, which a server that judges no model does without

    lost, gained = len(changed(cases, -1)), len(changed(cases, 1))
    asked = questions_in(cases)
    return lost - gained >= FEWEST_JUDGED and bool(bdtrc(lost - gained - 1, asked, rate) < allowed)
