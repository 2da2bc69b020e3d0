"""Learning over time: how well a classifier would have done at each moment of a dataset's life.

It follows the sequential evaluation of the nex-cv authors' implementation (README, "Overview": "the results track the
model performance (run time, accuracy, f1) over time"); the paper itself shows such a curve in figure 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Final

from evaluation.classifier import ClassifierFactory, Measured, Progress
from evaluation.errors import EvaluationError
from evaluation.fitting.runner import measure_one
from evaluation.measures.outcomes import Case, reweighed
from evaluation.sequential.result import Course, SequentialResult, SequentialStep, TestOn
from evaluation.sequential.timeline import Timeline
from evaluation.splits.folds import Split

_COURSE: Final = Course()


def run(
    timeline: Timeline,
    classifier_factory: ClassifierFactory,
    course: Course = _COURSE,
    progress: Progress | None = None,
) -> SequentialResult:
    """Train at each moment on the examples created until then and test on questions that are never learnt from.

    Which examples are held back follows from the seed and their texts (see `evaluation.splits.folds`), the same ones at
    every step; with grouped folds no near-copy of them is learnt from, and near-copies weigh one question. A question
    whose category was not learnt yet is a negative example: gold is no answer. Raises EvaluationError.
    """
    started = perf_counter()
    moments = _Moments(timeline, course, course.holdback.split(timeline.texts, timeline.categories))
    sizes = course.schedule.sizes(len(timeline))
    moments.check_start(sizes[0])
    report = progress or (lambda done, total: None)
    report(0, len(sizes))
    steps = []
    for size in sizes:
        steps.append(moments.step(size, classifier_factory))
        report(len(steps), len(sizes))
    return SequentialResult(tuple(steps), course, len(timeline), timeline.undated, perf_counter() - started)


@dataclass(frozen=True, slots=True)
class _Moments:
    """What is taught and asked when the timeline has come to so many examples (`size`)."""

    timeline: Timeline
    course: Course
    held_back: Split

    def check_start(self, size: int) -> None:
        taught = {self.timeline.categories[i] for i in self._learnt(size)}
        if len(taught) < 2 or not self._asked(size):
            raise EvaluationError(
                f"The start has {size} examples, too few to teach two categories and to ask a question: "
                "raise start_share, or add examples with a date."
            )

    def step(self, size: int, factory: ClassifierFactory) -> SequentialStep:
        train = [(self.timeline.texts[i], self.timeline.categories[i]) for i in self._learnt(size)]
        asked, taught = self._asked(size), {category for _, category in train}
        measured = measure_one(train, [self.timeline.texts[i] for i in asked], factory, self.course.holdback.seed)
        return SequentialStep(
            known=size,
            until=self.timeline.created[size - 1],
            trained=len(train),
            categories=len(taught),
            cases=self._cases(asked, measured, taught),
            seconds_fit=measured.seconds_fit,
            seconds_predict=measured.seconds_predict,
        )

    def _cases(self, asked: list[int], measured: Measured, taught: set[str]) -> tuple[Case, ...]:
        texts, categories = self.timeline.texts, self.timeline.categories
        copy_of = dict(zip(self.held_back.test, self.held_back.copy_of, strict=True))
        return reweighed(
            Case(texts[i], categories[i], self.timeline.gold(i, taught), prediction, self.course.threshold, copy_of[i])
            for i, prediction in zip(asked, measured.predictions, strict=True)
        )

    def _learnt(self, size: int) -> list[int]:
        kept = set(self.held_back.test)
        return [i for i in range(size) if i not in kept]

    def _asked(self, size: int) -> list[int]:
        return [i for i in self.held_back.test if i < size or self.course.schedule.test_on is TestOn.ALL]
