"""What a retrain changed: two versions on the questions both were tested with, and the data each was taught. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from evaluation.gate.cases import CaseAnswer, KeptCases, RetriedQuestion
from evaluation.splits.settings import PLAIN

Kind: TypeAlias = Literal["better", "worse", "other"]


@dataclass(frozen=True, slots=True)
class CategoryScore:
    """Of so many `tested` questions so many were answered rightly, and so many not at all."""

    tested: int = 0
    right: int = 0
    unanswered: int = 0

    @property
    def accuracy(self) -> float | None:
        """The share answered rightly; None without any question."""
        return self.right / self.tested if self.tested else None

    @property
    def deferral(self) -> float | None:
        """The share not answered; None without any question."""
        return self.unanswered / self.tested if self.tested else None


@dataclass(frozen=True, slots=True)
class TaughtChanges:
    """The questions a category was taught before and after: those that came new, came from or went to others, went."""

    before: int = 0
    after: int = 0
    added: int = 0
    moved_in: int = 0
    moved_out: int = 0
    removed: int = 0

    @property
    def is_changed(self) -> bool:
        """Whether anything is not as it was."""
        return any((self.added, self.moved_in, self.moved_out, self.removed))


@dataclass(frozen=True, slots=True)
class CategoryChange:
    """A category before and after, on the questions that both versions were tested with."""

    category: str
    before: CategoryScore
    after: CategoryScore
    taught: TaughtChanges

    @property
    def is_changed(self) -> bool:
        """Whether anything is not as it was."""
        return self.before != self.after or self.taught.is_changed


@dataclass(frozen=True, slots=True)
class ChangedAnswer:
    """A question (id) that is expected to be answered by `gold`, answered differently; None stands for no answer."""

    question: str
    gold: str
    before: str | None
    after: str | None

    @property
    def kind(self) -> Kind:
        """Whether it is right only now, was right only before, or neither.

        >>> ChangedAnswer("q", "pay", None, "pay").kind, ChangedAnswer("q", "pay", "visa", None).kind
        ('better', 'other')
        """
        if self.after == self.gold:
            return "better"
        return "worse" if self.before == self.gold else "other"


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """All of it: both scores on all shared questions, each category, each question answered differently."""

    before: CategoryScore
    after: CategoryScore
    categories: Sequence[CategoryChange] = ()
    answers: Sequence[ChangedAnswer] = ()
    counts: Mapping[Kind, int] = field(default_factory=dict)


def changes_between(before: KeptCases, after: KeptCases) -> VersionChanges:
    """Compare two versions; the categories in which most changed stand first, then by name.

    Only questions count that both were tested with, in the same retry, expecting the same.
    """
    was, now = before.settings.get(PLAIN, {}), after.settings.get(PLAIN, {})
    shared = [asked for asked, one in now.items() if asked in was and was[asked].gold == one.gold]
    answers = _answers(was, now, shared)
    taught = _taught(before.labels, after.labels)
    found = (_scores(was, shared), _scores(now, shared))
    names = {*taught, *found[0], *found[1]} - {None}
    categories = [
        CategoryChange(
            name,
            found[0].get(name, CategoryScore()),
            found[1].get(name, CategoryScore()),
            taught.get(name, TaughtChanges()),
        )
        for name in sorted(name for name in names if name is not None)
    ]
    return VersionChanges(
        _total(found[0]),
        _total(found[1]),
        sorted(categories, key=lambda one: -_weight(one)),
        answers,
        Counter(one.kind for one in answers),
    )


def _answers(
    was: Mapping[RetriedQuestion, CaseAnswer],
    now: Mapping[RetriedQuestion, CaseAnswer],
    shared: Sequence[RetriedQuestion],
) -> list[ChangedAnswer]:
    """Return each question once with each way in which its answer changed: retries that say the same are one."""
    changed = {
        (asked[1], one.gold, was[asked].answer, one.answer): None
        for asked in shared
        if (one := now[asked]).gold is not None and was[asked].answer != one.answer
    }
    found = [ChangedAnswer(question, gold or "", before, after) for question, gold, before, after in changed]
    return sorted(found, key=lambda one: (one.gold, one.kind, one.question, one.before or "", one.after or ""))


def _scores(
    tests: Mapping[RetriedQuestion, CaseAnswer], shared: Sequence[RetriedQuestion]
) -> dict[str | None, CategoryScore]:
    scores: dict[str | None, CategoryScore] = {}
    for one, n in Counter(map(tests.__getitem__, shared)).items():
        so_far = scores.get(one.gold, CategoryScore())
        right, unanswered = (n if one.is_right else 0), (n if one.answer is None else 0)
        scores[one.gold] = CategoryScore(so_far.tested + n, so_far.right + right, so_far.unanswered + unanswered)
    return scores


def _total(scores: Mapping[str | None, CategoryScore]) -> CategoryScore:
    all_ = scores.values()
    return CategoryScore(sum(s.tested for s in all_), sum(s.right for s in all_), sum(s.unanswered for s in all_))


def _taught(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, TaughtChanges]:
    """Count questions by the category they were taught for and are taught for, then what that is to each of the two."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    both = Counter((before.get(question), after.get(question)) for question in before.keys() | after.keys())
    for (was, now), n in both.items():
        if was is not None:
            went = "removed" if now is None else "moved_out"
            counts[was].update({"before": n} | ({went: n} if now != was else {}))
        if now is not None:
            came = "added" if was is None else "moved_in"
            counts[now].update({"after": n} | ({came: n} if now != was else {}))
    return {name: TaughtChanges(**one) for name, one in counts.items()}


def _weight(one: CategoryChange) -> float:
    """How much changed: what moved as much as what is answered differently, for of that no answer can tell."""
    answers = abs(one.after.right - one.before.right) + abs(one.after.unanswered - one.before.unanswered)
    return answers + one.taught.moved_in + one.taught.moved_out + 0.001 * (one.taught.added + one.taught.removed)
