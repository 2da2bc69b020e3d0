"""Two models on the same questions: only those tested in both evaluations that expect the same in both."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from evaluation.gate_cases import KeptCases
from evaluation.gate_reason import ACCURACY_FELL, CATEGORY_GOT_WORSE, ChangedQuestion, Param, Reason
from evaluation.gate_rules import GateRules
from evaluation.nexcv_result import NexCvSettings
from evaluation.paired import Difference, paired_difference

Cause: TypeAlias = Literal["data", "recipe", "both"]

FEWEST_SHARED: Final = 0.3
"""With less than this share of the live model's cases in common, too few are left to speak for the others."""
QUESTIONS_SHOWN: Final = 10
CATEGORIES_NAMED: Final = 5
_FEWEST_LOST: Final = 2
_PLAIN = NexCvSettings(0, 0.0)


@dataclass(frozen=True, slots=True)
class PairedCase:
    """One test of both evaluations: what it expects and the answers of the live model and the candidate."""

    question: str
    gold: str | None
    before: str | None
    after: str | None

    @property
    def gain(self) -> int:
        """1 when only the candidate is right, -1 when only the live model is, else 0."""
        return (self.after == self.gold) - (self.before == self.gold)


@dataclass(frozen=True, slots=True)
class Comparison:
    """`after` against `before`; what differs between the two models is the cause of what is lost."""

    cause: Cause
    after: KeptCases
    before: KeptCases

    def pairs(self, setting: NexCvSettings) -> list[PairedCase] | None:
        """Return the cases that both have, ordered; None when too few are shared to judge by them."""
        before, after = self.before.settings.get(setting, {}), self.after.settings.get(setting, {})
        shared = [
            PairedCase(asked[1], one.gold, before[asked].answer, one.answer)
            for asked, one in sorted(after.items())
            if asked in before and before[asked].gold == one.gold
        ]
        return shared if len(shared) >= max(1, FEWEST_SHARED * len(before)) else None


def accuracy_reason(
    pairs: Sequence[PairedCase], setting: NexCvSettings, cause: Cause, rules: GateRules
) -> Reason | None:
    """Return why these cases block: their accuracy fell by more than the tolerance and by more than noise."""
    before, after = _accuracies(pairs)
    if before - after <= rules.tolerance + 1e-9:
        return None
    fall = _fall(pairs, rules.seed)
    if not fall.beyond_noise:
        return None
    params: dict[str, Param] = {
        "min_category_size": setting.min_category_size,
        "other_min_prop": setting.other_min_prop,
        "before": before,
        "after": after,
        "fall": fall.mean,
        "low": fall.low,
        "high": fall.high,
        "tolerance": rules.tolerance,
        "cause": cause,
        "questions": len({one.question for one in pairs}),
    }
    return Reason(ACCURACY_FELL, params)


def worse_categories(
    comparison: Comparison, texts: Mapping[str, str], rules: GateRules, *, all_of_them: bool
) -> list[Reason]:
    """Name the categories that got worse on all topics, the worst first.

    Those are the ones that fell by more than `category_tolerance` and by more than noise; with `all_of_them` (another
    reason blocks already) every category that lost two questions or more, at most CATEGORIES_NAMED. `texts` holds the
    questions by their id.
    """
    by_category: dict[str, list[PairedCase]] = defaultdict(list)
    for one in comparison.pairs(_PLAIN) or ():
        if one.gold is not None:
            by_category[one.gold].append(one)
    found = []
    for category, pairs in by_category.items():
        lost, gained = _changed(pairs, -1), _changed(pairs, 1)
        if len(lost) - len(gained) < _FEWEST_LOST:
            continue
        serious = _is_serious(pairs, rules)
        if serious or all_of_them:
            found.append((not serious, len(gained) - len(lost), category, _worse(category, pairs, lost, texts)))
    return [reason for *_, reason in sorted(found, key=lambda one: one[:3])[:CATEGORIES_NAMED]]


def _is_serious(pairs: Sequence[PairedCase], rules: GateRules) -> bool:
    before, after = _accuracies(pairs)
    return before - after > rules.category_tolerance and _fall(pairs, rules.seed).beyond_noise


def _worse(category: str, pairs: Sequence[PairedCase], lost: Sequence[PairedCase], texts: Mapping[str, str]) -> Reason:
    before, after = _accuracies(pairs)
    (answer, count), *_ = Counter(one.after for one in lost).most_common(1)
    params: dict[str, Param] = {
        "category": category,
        "tested": len({one.question for one in pairs}),
        "lost": len(lost),
        "before": before,
        "after": after,
        "answer": answer,
        "count": count,
    }
    questions = (
        ChangedQuestion(texts.get(one.question, one.question), category, one.before, one.after)
        for one in sorted(lost, key=lambda one: (one.after != answer, one.question))[:QUESTIONS_SHOWN]
    )
    return Reason(CATEGORY_GOT_WORSE, params, tuple(questions))


def _changed(pairs: Iterable[PairedCase], sign: int) -> list[PairedCase]:
    """Return for each question that over all retries was lost (sign -1) or won (1) one of the cases that show it."""
    by_question: dict[str, list[PairedCase]] = defaultdict(list)
    for one in pairs:
        by_question[one.question].append(one)
    return [
        next(one for one in cases if one.gain == sign)
        for cases in by_question.values()
        if sum(one.gain for one in cases) * sign > 0
    ]


def _accuracies(pairs: Sequence[PairedCase]) -> tuple[float, float]:
    before = sum(one.before == one.gold for one in pairs) / len(pairs)
    return before, before + sum(one.gain for one in pairs) / len(pairs)


def _fall(pairs: Sequence[PairedCase], seed: int) -> Difference:
    """Cases of one question over the retries are drawn together."""
    right_before = [one.before == one.gold for one in pairs]
    right_after = [one.after == one.gold for one in pairs]
    return paired_difference(right_before, right_after, seed=seed, clusters=[one.question for one in pairs])
