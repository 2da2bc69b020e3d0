"""Two models on the same questions: those tested in both evaluations, judged by what both expect.

A question that an import put into another category is judged by the category it stood in: whoever moves many at once
cannot make them right by moving them. One that a person moved is left out, for the person knows better.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from evaluation.gate.cases import CaseAnswer, KeptCases
from evaluation.gate.reason import ACCURACY_FELL, CATEGORY_GOT_WORSE, ChangedQuestion, GateReason, Param
from evaluation.gate.rules import GateRules
from evaluation.measures.paired import PairedDifference, paired_difference
from evaluation.splits.settings import PLAIN, NexCvSettings

Cause: TypeAlias = Literal["data", "recipe", "both"]

FEWEST_SHARED: Final = 0.3
"""With less than this share of the live model's cases in common, too few are left to speak for the others."""
DAILY: Final = 0.01
"""So far accuracy falls by itself from one retrain to the next, on other data (docs/gate.md: how this was chosen)."""
QUESTIONS_SHOWN: Final = 10
CATEGORIES_NAMED: Final = 5
_FEWEST_LOST: Final = 2


@dataclass(frozen=True, slots=True)
class PairedCase:
    """One test of both evaluations: what it expects and the answers of the live model and the candidate.

    `copy_of` is the question that it asks in other words, or itself; near-copies of one retry weigh 1 between them.
    """

    question: str
    copy_of: str
    gold: str | None
    before: str | None
    after: str | None
    weight: float = 1.0

    @property
    def gain(self) -> int:
        """1 when only the candidate is right, -1 when only the live model is, else 0."""
        return (self.after == self.gold) - (self.before == self.gold)


@dataclass(frozen=True, slots=True)
class GateComparison:
    """`after` against `before`; what differs between the two models is the cause of what is lost.

    `moved` are the questions (ids) that imports put into other categories between them; `reviewed` what the model
    before answered to candidates' questions (ids), as people have judged it.
    """

    cause: Cause
    after: KeptCases
    before: KeptCases
    moved: Collection[str] = field(default_factory=frozenset)
    reviewed: Mapping[str, CaseAnswer] = field(default_factory=dict)

    def pairs(self, setting: NexCvSettings) -> list[PairedCase] | None:
        """Return the cases that both have, ordered; None when too few are shared to judge by them."""
        before, after = self.before.settings.get(setting, {}), self.after.settings.get(setting, {})
        shared = [
            asked
            for asked, one in sorted(after.items())
            if asked in before and self._is_comparable(asked[1], before[asked].gold, one.gold)
        ]
        if len(shared) < max(1, FEWEST_SHARED * len(before)):
            return None
        sides = Counter((retry, self._copied(question)) for retry, question in shared)
        return [
            PairedCase(
                asked[1],
                self._copied(asked[1]),
                before[asked].gold,
                before[asked].answer,
                after[asked].answer,
                weight=1 / sides[asked[0], self._copied(asked[1])],
            )
            for asked in shared
        ]

    def reviewed_pairs(self, setting: NexCvSettings) -> list[PairedCase]:
        """Return the cases of questions that only candidates had asked the model before, where people agree still."""
        return [
            PairedCase(asked[1], self._copied(asked[1]), one.gold, self.reviewed[asked[1]].answer, one.answer)
            for asked, one in sorted(self.after.settings.get(setting, {}).items())
            if asked[1] in self.reviewed
            and asked[1] not in self.before.labels
            and one.gold == self.reviewed[asked[1]].gold
        ]

    def _copied(self, question: str) -> str:
        return self.after.copies.get(question, question)

    def _is_comparable(self, question: str, before: str | None, after: str | None) -> bool:
        return before == after or (question in self.moved and before is not None and after is not None)


def accuracy_reason(
    pairs: Sequence[PairedCase], setting: NexCvSettings, cause: Cause, rules: GateRules
) -> GateReason | None:
    """Return why these cases block: their accuracy fell by more than the tolerance and by more than noise.

    Other data moves accuracy a little by itself: a fall is noise while its interval reaches down to DAILY.
    """
    before, after = accuracies(pairs)
    if before - after <= rules.tolerance + 1e-9:
        return None
    fall = fall_of(pairs, rules)
    if not fall.beyond_noise or fall.low <= min(DAILY, rules.tolerance / 2):
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
        "questions": questions_in(pairs),
    }
    return GateReason(ACCURACY_FELL, params)


def worse_categories(
    comparison: GateComparison, texts: Mapping[str, str], rules: GateRules, *, all_of_them: bool
) -> list[GateReason]:
    """Name the categories that got worse on all topics, the worst first.

    Those are the ones that fell by more than `category_tolerance` and by more than noise; with `all_of_them` (another
    reason blocks already) every category that lost two questions or more, at most CATEGORIES_NAMED. `texts` holds the
    questions by their id.
    """
    by_category: dict[str, list[PairedCase]] = defaultdict(list)
    for one in comparison.pairs(PLAIN) or ():
        if one.gold is not None:
            by_category[one.gold].append(one)
    found = []
    for category, pairs in by_category.items():
        lost, gained = changed(pairs, -1), changed(pairs, 1)
        if len(lost) - len(gained) < _FEWEST_LOST:
            continue
        serious = _is_serious(pairs, rules)
        if serious or all_of_them:
            found.append((not serious, len(gained) - len(lost), category, worse_reason(category, pairs, lost, texts)))
    return [reason for *_, reason in sorted(found, key=lambda one: one[:3])[:CATEGORIES_NAMED]]


def _is_serious(pairs: Sequence[PairedCase], rules: GateRules) -> bool:
    before, after = accuracies(pairs)
    return before - after > rules.category_tolerance and fall_of(pairs, rules).beyond_noise


def worse_reason(
    category: str, pairs: Sequence[PairedCase], lost: Sequence[PairedCase], texts: Mapping[str, str]
) -> GateReason:
    """Return that a category got worse, `pairs` being its cases and `lost` one of each question that was lost."""
    before, after = accuracies(pairs)
    (answer, count), *_ = Counter(one.after for one in lost).most_common(1)
    params: dict[str, Param] = {
        "category": category,
        "tested": questions_in(pairs),
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
    return GateReason(CATEGORY_GOT_WORSE, params, tuple(questions))


def changed(pairs: Iterable[PairedCase], sign: int) -> list[PairedCase]:
    """Return for each question that over all retries was lost (sign -1) or won (1) one of the cases that show it."""
    by_question: dict[str, list[PairedCase]] = defaultdict(list)
    for one in pairs:
        by_question[one.copy_of].append(one)
    return [
        next(one for one in cases if one.gain == sign)
        for cases in by_question.values()
        if sum(one.gain for one in cases) * sign > 0
    ]


def questions_in(pairs: Iterable[PairedCase]) -> int:
    """Return how many questions these cases ask; near-copies ask one."""
    return len({one.copy_of for one in pairs})


def accuracies(pairs: Sequence[PairedCase]) -> tuple[float, float]:
    """Return the shares of cases, by weight, that the one and the other model got right, in [0, 1]."""
    mass = sum(one.weight for one in pairs)
    before = sum(one.weight for one in pairs if one.before == one.gold) / mass
    return before, before + sum(one.weight * one.gain for one in pairs) / mass


def fall_of(pairs: Sequence[PairedCase], rules: GateRules) -> PairedDifference:
    """Return how far they fell; cases of one question and its near-copies over the retries are drawn together."""
    right_before = [one.before == one.gold for one in pairs]
    right_after = [one.after == one.gold for one in pairs]
    clusters, weights = [one.copy_of for one in pairs], [one.weight for one in pairs]
    return paired_difference(
        right_before, right_after, seed=rules.seed, clusters=clusters, level=rules.certainty, weights=weights
    )
