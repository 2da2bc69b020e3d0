"""How many answers stay the same when a question is asked in another way, on questions that were held back.

A sample of the questions that nex-cv holds back is asked to the models of its folds as it stands and once for each
change (`perturbations`) that makes another text of it. What counts is what a candidate gets: a category, a general
intent or no answer. Questions that get no answer as they stand are left out of the share: a model that answers
nothing never changes an answer, and one that learns to answer more must not look worse for it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain
from typing import Final, TypeAlias

import numpy as np

from evaluation.classifier import Label, Measured, NoAnswer, Prediction
from evaluation.fitting.recalibration import with_calibration
from evaluation.invariance.perturbations import Perturbation, Phrasing, varied
from evaluation.splits.folds import Split, Task
from nlu.classifier.calibration import Calibration
from nlu.words.normalise import normalise

QUESTIONS: Final = 200
"""How many questions are asked in other ways, at most."""

Answering: TypeAlias = Callable[[Sequence[Prediction], Sequence[str]], list[Label]]
"""(predictions, their texts) -> what a candidate gets, NO_ANSWER where that is nothing."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The question at `row` of the data, asked in another way."""

    row: int
    change: Perturbation
    text: str


@dataclass(frozen=True, slots=True)
class ReaskedQuestion:
    """A question asked in two ways, and what each was answered; the question as it stands was."""

    question: str
    change: Perturbation
    variant: str
    plain: str
    other: Label

    @property
    def is_same(self) -> bool:
        """Whether both ways get the same answer."""
        return self.plain == self.other


@dataclass(frozen=True, slots=True)
class Invariance:
    """Every question that is answered and was asked in two ways."""

    asked: tuple[ReaskedQuestion, ...]

    def share(self, change: Perturbation | None = None) -> float | None:
        """Return the share of answers, in [0, 1], that stay the same under a change (None: all); None of no answers."""
        judged = [one for one in self.asked if change in (None, one.change)]
        return sum(one.is_same for one in judged) / len(judged) if judged else None

    def to_dict(self) -> dict[str, object]:
        """Return {questions, share, changes: [{change, asked, share}]}."""
        counts = Counter(one.change for one in self.asked)
        changes = [
            {"change": change.value, "asked": counts[change], "share": self.share(change)}
            for change in Perturbation
            if counts[change]
        ]
        return {"questions": len({one.question for one in self.asked}), "share": self.share(), "changes": changes}


class Variants:
    """The variants that the splits of one setting are asked beside the questions they hold back."""

    def __init__(self, by_task: Mapping[Task, Sequence[Variant]], texts: Sequence[str]) -> None:
        self._by_task, self._texts = by_task, texts
        self._made = [one.text for task in by_task for one in by_task[task]]

    @classmethod
    def of(
        cls, splits: Sequence[Split], texts: Sequence[str], categories: Sequence[str], phrasing: Phrasing, seed: int
    ) -> Variants:
        """Choose up to QUESTIONS questions, one after the other of each category, where splits hold them back first.

        Which they are, and how each is changed, follows from a hash of seed and question, so that most are the same
        when the data has changed a little.
        """
        left, chosen = QUESTIONS, dict[Task, list[Variant]]()
        seen: set[str] = set()
        for split in splits:
            fresh = [row for row in split.test if normalise(texts[row]) not in seen]
            rows = _stratified(fresh, texts, categories, seed)[:left]
            seen |= {normalise(texts[row]) for row in rows}
            left -= len(rows)
            made = [_variants(row, texts[row], phrasing, seed) for row in rows]
            chosen[split.task] = list(chain.from_iterable(made))
        return cls(chosen, texts)

    def added_to(self, tasks: Sequence[Task], categories: Sequence[str]) -> tuple[list[Task], list[str], list[str]]:
        """Return tasks, texts and categories with the variants among the texts to classify.

        They come last and have no category, so that they teach nothing about confidence.
        """
        first, longer = len(self._texts), dict[Task, Task]()
        for task, variants in self._by_task.items():
            longer[task] = task[0], (*task[1], *range(first, first + len(variants)))
            first += len(variants)
        return (
            [longer.get(task, task) for task in tasks],
            [*self._texts, *self._made],
            [*categories, *[""] * len(self._made)],
        )

    def answers(
        self,
        tasks: Sequence[Task],
        measured: Sequence[Measured],
        calibration: Calibration | None,
        answering: Answering,
    ) -> Invariance:
        """Return what came of it; `tasks` are those without variants, `measured` is of those that `added_to` gave.

        All confidences are those of the one calibration that the company's model gets.
        """
        asked: list[ReaskedQuestion] = []
        for task, one in zip(tasks, measured, strict=True):
            variants = self._by_task.get(task, ())
            if variants:
                said = with_calibration(one, calibration).predictions
                asked += self._asked(task, variants, said, answering)
        return Invariance(tuple(asked))

    def _asked(
        self, task: Task, variants: Sequence[Variant], said: Sequence[Prediction], answering: Answering
    ) -> list[ReaskedQuestion]:
        rows = list(dict.fromkeys(one.row for one in variants))
        places = {row: place for place, row in enumerate(task[1])}
        labels = answering([said[places[row]] for row in rows], [self._texts[row] for row in rows])
        plain = {row: label for row, label in zip(rows, labels, strict=True) if not isinstance(label, NoAnswer)}
        made = [both for both in zip(variants, said[len(task[1]) :], strict=True) if both[0].row in plain]
        others = answering([guess for _, guess in made], [one.text for one, _ in made])
        return [
            ReaskedQuestion(self._texts[one.row], one.change, one.text, plain[one.row], label)
            for (one, _), label in zip(made, others, strict=True)
        ]


def without_variants(measured: Measured, task: Task) -> Measured:
    """Return what was measured of the task itself."""
    own, held = len(task[1]), measured.held_back
    if len(measured.predictions) == own:
        return measured
    kept = None if held is None else held.where(np.arange(len(held.texts)) < own)
    return replace(measured, predictions=measured.predictions[:own], held_back=kept)


def _stratified(rows: Sequence[int], texts: Sequence[str], categories: Sequence[str], seed: int) -> list[int]:
    """First the one question of each category whose hash is the smallest, then the second one, and so on."""
    ranks = {row: _rank(seed, texts[row]) for row in rows}
    turns: Counter[str] = Counter()
    order: list[tuple[int, bytes, int]] = []
    for row in sorted(rows, key=ranks.__getitem__):
        order.append((turns[categories[row]], ranks[row], row))
        turns[categories[row]] += 1
    return [row for *_, row in sorted(order)]


def _variants(row: int, text: str, phrasing: Phrasing, seed: int) -> list[Variant]:
    made = (
        (change, varied(text, change, phrasing, random.Random(f"{seed} {change} {text}")))  # noqa: S311
        for change in Perturbation
    )
    return [Variant(row, change, other) for change, other in made if other is not None]


def _rank(seed: int, text: str) -> bytes:
    return blake2b(f"{seed}\0{normalise(text)}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
