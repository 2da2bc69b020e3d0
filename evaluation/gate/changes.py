"""What was done to the questions that a model learnt from since then: moved, removed, contradicted, swamped."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from evaluation.gate.data import FEWEST_FLIPPED, TaughtExample, flipped_labels
from evaluation.gate.evidence import GateEvidence
from evaluation.gate.reason import CATEGORY_CHANGED, CATEGORY_SWAMPED, FLIPPED_IN_ALL, GateReason
from evaluation.gate.rules import GateRules

CATEGORIES_NAMED: Final = 5
FEWEST_ADDED: Final = 50
"""An import that adds fewer questions than this to a category swamps nothing."""

_MANY: Final = 8
_FEW: Final = 4
_HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class Changed:
    """How many of a category's `own` questions imports moved or removed, and people by hand."""

    own: int
    moved: int
    removed: int
    by_hand: int

    @property
    def in_bulk(self) -> int:
        """How many imports moved or removed."""
        return self.moved + self.removed

    def is_too_much(self, most: float) -> bool:
        """Whether imports changed more than the share `most`, or all together twice that; few questions never are.

        >>> [Changed(30, 12, 0, 0).is_too_much(0.3), Changed(30, 0, 0, 12).is_too_much(0.3)]
        [True, False]
        """
        in_all = self.in_bulk + self.by_hand
        return (
            (self.in_bulk >= _MANY and self.in_bulk > most * self.own)
            or (self.in_bulk >= _FEW and self.in_bulk > max(most, _HALF) * self.own)
            or (in_all > _FEW and in_all > 2 * most * self.own)
        )


def moved_by_imports(before: Mapping[str, str], examples: Sequence[TaughtExample]) -> frozenset[str]:
    """Return the questions (ids) that imports put into another category than `before`, question id to category."""
    return frozenset(
        one.question for one in examples if one.from_import and before.get(one.question, one.category) != one.category
    )


def changed_data(before: Mapping[str, str], candidate: GateEvidence, rules: GateRules) -> list[GateReason]:
    """Say what imports did to the data since `before` that one of them, or all of them, may not do unasked."""
    flipped = _flipped(before, candidate)
    return [
        *_too_many_flipped(before, flipped, candidate.examples, rules),
        *_changed_categories(before, candidate, rules),
        *_swamped_categories(before, candidate, rules),
    ]


def _flipped(before: Mapping[str, str], candidate: GateEvidence) -> dict[str, str]:
    """Return the category that stood before where an import now says another, by question id.

    So does a new question that is a near-copy of one that stood, and still stands, elsewhere.
    """
    found = {one: before[one] for one in moved_by_imports(before, candidate.examples)}
    homes: dict[int, set[str]] = defaultdict(set)
    for one, group in zip(candidate.examples, candidate.groups, strict=False):
        if one.question in before:
            homes[group].add(before[one.question])
    for one, group in zip(candidate.examples, candidate.groups, strict=False):
        if one.from_import and one.question not in before and homes[group] and one.category not in homes[group]:
            found[one.question] = min(homes[group])
    return found


def _too_many_flipped(
    before: Mapping[str, str], flipped: Mapping[str, str], examples: Sequence[TaughtExample], rules: GateRules
) -> list[GateReason]:
    """One import is named; where it took several, how many it took."""
    alone = flipped_labels({**before, **flipped}, examples, rules, len(before))
    sources = {source for one in examples if one.question in flipped for source in one.sources}
    imports = len({source.name for source in sources if source.kind == "import"})
    most = max(rules.most_flipped_in_all * min(len(before), len(examples)), FEWEST_FLIPPED - 1)
    if alone or imports < 2 or len(flipped) <= most:
        return alone
    counts = {"flipped": len(flipped), "share": len(flipped) / min(len(before), len(examples)), "imports": imports}
    return [GateReason(FLIPPED_IN_ALL, {**counts, "most": rules.most_flipped_in_all})]


def _changed_categories(before: Mapping[str, str], candidate: GateEvidence, rules: GateRules) -> list[GateReason]:
    """A category that people deleted is meant to be gone, and one that is empty is named as such."""
    still = {one.category for one in candidate.examples} & set(candidate.standing)
    changed = {name: one for name, one in changes(before, candidate).items() if name in still}
    gone = len(before.keys() - {example.question for example in candidate.examples})
    most = rules.most_changed + gone / max(1, len(before))  # what goes everywhere is no matter of one category
    worst = sorted(changed, key=lambda name: (-(changed[name].in_bulk + changed[name].by_hand), name))
    return [
        GateReason(CATEGORY_CHANGED, _params(name, changed[name]))
        for name in [name for name in worst if changed[name].is_too_much(most)][:CATEGORIES_NAMED]
    ]


def changes(before: Mapping[str, str], candidate: GateEvidence) -> dict[str, Changed]:
    """Return what became of the questions of each category of `before`, question id to category."""
    now = {one.question: one for one in candidate.examples}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for question, category in before.items():
        counts[category][_fate(now.get(question), category, question, candidate.removed)] += 1
    return {
        name: Changed(sum(fates.values()), fates["moved"], fates["removed"], fates["by hand"])
        for name, fates in counts.items()
    }


def _fate(now: TaughtExample | None, category: str, question: str, removed: Collection[str]) -> str:
    if now is None:
        return "removed" if question in removed else "by hand"
    if now.category == category:
        return "stays"
    return "moved" if now.from_import else "by hand"


def _params(name: str, one: Changed) -> dict[str, str | int | float | None]:
    counts = {"own": one.own, "moved": one.moved, "removed": one.removed, "by_hand": one.by_hand}
    return {"category": name, **counts, "share": (one.in_bulk + one.by_hand) / one.own}


def _swamped_categories(before: Mapping[str, str], candidate: GateEvidence, rules: GateRules) -> list[GateReason]:
    """New questions outnumber by far what other categories have: they draw what is asked about anything to them."""
    added = Counter(one.category for one in candidate.examples if one.from_import and one.question not in before)
    sizes = Counter(one.category for one in candidate.examples)
    if len(sizes) < 2:
        return []
    usual, own = median(sizes.values()), Counter(before.values())
    return [
        GateReason(CATEGORY_SWAMPED, {"category": name, "own": own[name], "added": count, "usual": usual})
        for name, count in sorted(added.items())
        if count >= FEWEST_ADDED and count > rules.most_added * usual
    ]
