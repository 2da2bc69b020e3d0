"""Fits and classifies many splits of the same examples, in one process or several, with the same figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final, TypeAlias

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from evaluation.classifier import (
    ClassifierFactory,
    Measured,
    NoAnswer,
    Prediction,
    PreparedTexts,
    Progress,
    SharesTexts,
    is_confidence,
)
from evaluation.errors import EvaluationError
from evaluation.fitting.recalibration import calibration_of, with_calibration
from evaluation.splits.folds import Task, splits
from nlu.understanding import Guess

LARGEST_CALIBRATED: Final = 300_000
"""Examples times categories up to which a single fit is calibrated by splits of its own; larger data needs it less."""

_CALIBRATING_SPLITS: Final = 3

_Work: TypeAlias = Callable[[Task], Measured]


def measure_all(
    tasks: Sequence[Task],
    texts: Sequence[str],
    categories: Sequence[str],
    classifier_factory: ClassifierFactory,
    *,
    seed: int,
    jobs: int,
    progress: Progress | None,
) -> list[Measured]:
    """Fit and classify every task, in order, in so many `jobs`; the figures are the same whatever their number.

    `progress(done, total)` counts tasks. Raises EvaluationError when the classifier answers nonsense.
    """
    if jobs < 1:
        raise EvaluationError(f"jobs must be 1 or more, not {jobs}.")
    work = _work(texts, categories, classifier_factory, seed)
    results = map(work, tasks) if jobs == 1 else _in_processes(work, tasks, jobs)
    measured = []
    for done, result in enumerate(_watched(results, len(tasks), progress)):
        _check_answers(result.predictions, {categories[i] for i in tasks[done][0]}, len(tasks[done][1]))
        measured.append(result)
    return measured


def measure_one(
    train: Sequence[tuple[str, str]], test: Sequence[str], classifier_factory: ClassifierFactory, seed: int
) -> Measured:
    """Fit on (text, category) pairs and classify the test texts; raises EvaluationError as `measure_all` does.

    A classifier that can be calibrated is, on splits of the training pairs: their seconds count as seconds to fit.
    """
    texts, categories = [text for text, _ in train], [category for _, category in train]
    task = tuple(range(len(texts))), tuple(range(len(texts), len(texts) + len(test)))
    work = _work([*texts, *test], [*categories, *[""] * len(test)], classifier_factory, seed)
    measured = work(task)
    _check_answers(measured.predictions, set(categories), len(test))
    if measured.held_back is None or len(texts) * len(set(categories)) > LARGEST_CALIBRATED:
        return measured
    started = perf_counter()
    calibration = calibration_of([work(task) for task in _calibrating_tasks(texts, categories, seed)])
    seconds = measured.seconds_fit + perf_counter() - started
    return replace(with_calibration(measured, calibration), seconds_fit=seconds)


def _calibrating_tasks(texts: Sequence[str], categories: Sequence[str], seed: int) -> list[Task]:
    """Splits of the training side; none when the data cannot be split."""
    try:
        parted = splits(texts, categories, retries=_CALIBRATING_SPLITS, seed=seed)
    except EvaluationError:
        return []
    return [split.task for split in parted]


def _in_processes(work: _Work, tasks: Sequence[Task], jobs: int) -> Iterator[Measured]:
    from joblib import Parallel, delayed  # a server imports this module and measures nothing itself

    measured: Iterator[Measured] = Parallel(jobs, return_as="generator")(
        delayed(_measure)(work, each) for each in tasks
    )
    return measured


def _measure(work: _Work, task: Task) -> Measured:
    """A call of a function: joblib's backends want one that can be hashed, and the examples cannot."""
    return work(task)


def _watched(results: Iterator[Measured], total: int, progress: Progress | None) -> Iterator[Measured]:
    report = progress or (lambda done, total: None)
    report(0, total)
    for done, result in enumerate(results, start=1):
        yield result
        report(done, total)


def _work(texts: Sequence[str], categories: Sequence[str], factory: ClassifierFactory, seed: int) -> _Work:
    classifier = factory(seed)
    if isinstance(classifier, SharesTexts):
        return _OnPreparedTexts(classifier.prepare(texts), categories)
    return _FromScratch(texts, categories, factory, seed)


@dataclass(frozen=True, slots=True)
class _OnPreparedTexts:
    prepared: PreparedTexts
    categories: Sequence[str]

    def __call__(self, task: Task) -> Measured:
        train, test = task
        with threadpool_limits(1):  # the number of threads changes the last digits of matrix products
            return self.prepared.fit_and_classify(self.categories, train, test)


@dataclass(frozen=True, slots=True)
class _FromScratch:
    texts: Sequence[str]
    categories: Sequence[str]
    factory: ClassifierFactory
    seed: int

    def __call__(self, task: Task) -> Measured:
        train, test = task
        with threadpool_limits(1):
            classifier = self.factory(self.seed)
            started = perf_counter()
            classifier.fit([self.texts[i] for i in train], [self.categories[i] for i in train])
            fitted = perf_counter()
            predictions = list(classifier.classify([self.texts[i] for i in test]))
            return Measured(predictions, fitted - started, perf_counter() - fitted)


def _check_answers(predictions: Sequence[Prediction], known: set[str], expected: int) -> None:
    if len(predictions) != expected:
        raise EvaluationError(
            f"The classifier gave {len(predictions)} answers to {expected} texts: it must give one for each."
        )
    for prediction in predictions:
        if isinstance(prediction, NoAnswer):
            continue
        if not isinstance(prediction, Guess):
            kind = type(prediction).__name__
            raise EvaluationError(f"The classifier gave a {kind} as an answer: it must be a Guess or NO_ANSWER.")
        if prediction.intent not in known:
            raise EvaluationError(
                f"The classifier answered {prediction.intent!r}, a category it was never taught: "
                "a fallback must come back as NO_ANSWER."
            )
        if not is_confidence(prediction.confidence):
            raise EvaluationError(
                f"The classifier gave the confidence {prediction.confidence!r}: it must be in [0, 1]."
            )
