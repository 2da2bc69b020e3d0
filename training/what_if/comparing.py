"""Which questions would be answered differently, and what recruiters' verdicts say of it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypeVar

K = TypeVar("K")
Answered: TypeAlias = str | None
"""A category, or a general intent as an evaluation names it; None where no answer is given."""


class Effect(StrEnum):
    """What would become of a question."""

    NEWLY = "newly"  # answered, and not before
    OTHER = "other"  # answered by something else
    LOST = "lost"  # not answered any more


class Opinion(StrEnum):
    """What recruiters' verdicts say of another answer."""

    BETTER = "better"
    WORSE = "worse"
    UNKNOWN = "unknown"  # nobody has judged the question, or neither answer is right


@dataclass(frozen=True, slots=True)
class TypedQuestion:
    """A question that candidates typed, `times` times; the newest review of it, and the newest verdict.

    `right` are the answers that a recruiter found right: a category, or None where none fits; empty where nobody
    judged it.
    """

    text: str
    times: int
    review: int
    right: tuple[Answered, ...] = ()


@dataclass(frozen=True, slots=True)
class Differing:
    """A question that would be answered differently."""

    asked: TypedQuestion
    before: Answered
    after: Answered

    @property
    def effect(self) -> Effect:
        """What would become of it."""
        if self.before is None:
            return Effect.NEWLY
        return Effect.LOST if self.after is None else Effect.OTHER

    @property
    def opinion(self) -> Opinion:
        """Whether a verdict says that this is better, or worse."""
        right = self.asked.right
        if not right or (self.before in right) == (self.after in right):
            return Opinion.UNKNOWN
        return Opinion.BETTER if self.after in right else Opinion.WORSE

    @property
    def category(self) -> str:
        """The category to list it under: the one that would answer, or else the one that answered."""
        return self.after or self.before or ""


@dataclass(frozen=True, slots=True)
class WhatIfResult:
    """What a draft would do to `questions` stored ones, those that differ; every question counts as often as asked.

    `model` names the file of the model that learnt the draft, None where it would be the live one; `with_pending` tells
    that other changes wait for a retrain and are in what it is compared with. `seconds` is how long it took.
    """

    questions: int
    differing: tuple[Differing, ...]
    model: str | None = None
    with_pending: bool = False
    seconds: float = 0.0

    @property
    def count(self) -> int:
        """How many questions would be answered differently."""
        return sum(one.asked.times for one in self.differing)

    @property
    def effects(self) -> Mapping[Effect, int]:
        """How many questions of each effect."""
        return _counted([(one.effect, one) for one in self.differing])

    @property
    def opinions(self) -> Mapping[Opinion, int]:
        """How many questions of each opinion."""
        return _counted([(one.opinion, one) for one in self.differing])

    @property
    def by_category(self) -> dict[str, list[Differing]]:
        """The differing questions by category, those asked most first; the category with most of them first."""
        groups: dict[str, list[Differing]] = {}
        for one in sorted(self.differing, key=lambda one: (-one.asked.times, one.asked.text)):
            groups.setdefault(one.category, []).append(one)
        return dict(sorted(groups.items(), key=lambda item: (-sum(one.asked.times for one in item[1]), item[0])))


def differing(
    asked: Sequence[TypedQuestion], before: Sequence[Answered], after: Sequence[Answered]
) -> tuple[Differing, ...]:
    """Return those questions whose answer differs; the lists are parallel.

    >>> pay, lunch = TypedQuestion("Pay?", 3, 1, ("salary",)), TypedQuestion("Lunch?", 1, 2)
    >>> [found] = differing([pay, lunch], [None, "benefits"], ["salary", "benefits"])
    >>> found.effect.value, found.opinion.value
    ('newly', 'better')
    """
    answers = zip(asked, before, after, strict=True)
    return tuple(Differing(one, was, would_be) for one, was, would_be in answers if was != would_be)


def _counted(found: Sequence[tuple[K, Differing]]) -> dict[K, int]:
    counts: Counter[K] = Counter()
    for key, one in found:
        counts[key] += one.asked.times
    return dict(counts)
