"""Learning over time: how well a classifier would have done at each moment of a dataset's life.

It follows the sequential evaluation of the nex-cv authors' implementation (README, "Overview": "the results track the
model performance (run time, accuracy, f1) over time"); the paper itself shows such a curve in figure 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from time import perf_counter
from typing import Final

from evaluation.classifier import NO_ANSWER, ClassifierFactory, Label, Progress
from evaluation.errors import EvaluationError
from evaluation.fitting.runner import measure_one
from evaluation.measures.outcomes import Case, reweighed
from evaluation.sequential.result import GrowthSchedule, SequentialResult, SequentialStep, TestOn
from evaluation.splits.folds import Folds, Split, splits

__all__ = ["GrowthSchedule", "SequentialResult", "TestOn", "run"]

_DEFAULT: Final = GrowthSchedule()


def run(
    texts: Sequence[str],
    categories: Sequence[str],
    created: Sequence[datetime | None],
    classifier_factory: ClassifierFactory,
    *,
    schedule: GrowthSchedule = _DEFAULT,
    test_on: TestOn = TestOn.ALL,
    test_fraction: float = 0.2,
    threshold: float = 0.5,
    seed: int = 0,
    progress: Progress | None = None,
    engine: str = "",
    folds: Folds = Folds.GROUPED,
) -> SequentialResult:
    """Train at each moment on the examples created until then and test on questions that are never learnt from.

    Which examples are held back follows from the seed and their texts (see `evaluation.splits.folds`), the same ones at
    every step; with `folds` grouped no near-copy of them is learnt from, and near-copies weigh one question. A question
    whose category was not learnt yet is a negative example: gold is no answer. Of examples created at the same time
    those that come first in the data count as older. Raises EvaluationError.
    """
    started = perf_counter()
    _check(texts, created, threshold)
    dated = [(when, position) for position, when in enumerate(created) if when is not None]
    order = [position for _, position in sorted(dated)]
    timeline = _Timeline([texts[i] for i in order], [categories[i] for i in order], sorted(when for when, _ in dated))
    held_back = timeline.held_back(test_fraction, seed, folds)
    sizes = schedule.sizes(len(order))
    timeline.check_start(sizes[0], held_back.test, test_on)
    report = progress or (lambda done, total: None)
    report(0, len(sizes))
    steps = []
    for size in sizes:
        steps.append(timeline.step(size, held_back, test_on, classifier_factory, threshold, seed))
        report(len(steps), len(sizes))
    undated, seconds = len(texts) - len(order), perf_counter() - started
    settings = (len(order), undated, test_fraction, threshold, seed, folds, seconds)
    return SequentialResult(tuple(steps), schedule, test_on, engine, *settings)


@dataclass(frozen=True, slots=True)
class _Timeline:
    """Examples, the oldest first."""

    texts: Sequence[str]
    categories: Sequence[str]
    created: Sequence[datetime]

    def held_back(self, test_fraction: float, seed: int, folds: Folds) -> Split:
        groups = folds.groups(self.texts)
        parted = splits(self.texts, self.categories, retries=1, test_fraction=test_fraction, seed=seed, groups=groups)
        return parted[0]

    def check_start(self, size: int, held_back: Sequence[int], test_on: TestOn) -> None:
        taught = {self.categories[i] for i in self._learnt(size, held_back)}
        if len(taught) < 2 or not self._asked(size, held_back, test_on):
            raise EvaluationError(
                f"The start has {size} examples, too few to teach two categories and to ask a question: "
                "raise start_share, or add examples with a date."
            )

    def step(
        self,
        size: int,
        held_back: Split,
        test_on: TestOn,
        factory: ClassifierFactory,
        threshold: float,
        seed: int,
    ) -> SequentialStep:
        train = [(self.texts[i], self.categories[i]) for i in self._learnt(size, held_back.test)]
        asked = self._asked(size, held_back.test, test_on)
        taught, copy_of = {category for _, category in train}, dict(zip(held_back.test, held_back.copy_of, strict=True))
        measured = measure_one(train, [self.texts[i] for i in asked], factory, seed)
        cases = reweighed(
            Case(self.texts[i], self.categories[i], self._gold(i, taught), prediction, threshold, copy_of[i])
            for i, prediction in zip(asked, measured.predictions, strict=True)
        )
        seconds = measured.seconds_fit, measured.seconds_predict
        return SequentialStep(size, self.created[size - 1], len(train), len(taught), cases, *seconds)

    def _learnt(self, size: int, held_back: Sequence[int]) -> list[int]:
        kept = set(held_back)
        return [i for i in range(size) if i not in kept]

    def _asked(self, size: int, held_back: Sequence[int], test_on: TestOn) -> list[int]:
        return [i for i in held_back if i < size or test_on is TestOn.ALL]

    def _gold(self, position: int, taught: set[str]) -> Label:
        category = self.categories[position]
        return category if category in taught else NO_ANSWER


def _check(texts: Sequence[str], created: Sequence[datetime | None], threshold: float) -> None:
    if len(texts) != len(created):
        raise EvaluationError(f"There are {len(texts)} texts but {len(created)} dates: give one, or None, for each.")
    if not 0 <= threshold <= 1:
        raise EvaluationError(f"threshold must be between 0 and 1, not {threshold}.")
    if not any(created):
        raise EvaluationError(
            "No example has a date: add the column created with ISO dates like 2026-03-31 to see learning over time, "
            "or have random orders drawn (--orders 5)."
        )
