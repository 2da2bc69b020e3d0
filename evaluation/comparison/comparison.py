"""Several classifiers on identical folds: which is better, and is the difference beyond noise? (nex-cv paper, 4.3)"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import combinations
from time import perf_counter
from types import MappingProxyType
from typing import Final

from evaluation import nexcv
from evaluation.classifier import ClassifierFactory, Progress, part_of
from evaluation.comparison.result import Comparison, ComparisonResult, EngineResult
from evaluation.elsewhere.recordings import Recording
from evaluation.errors import EvaluationError
from evaluation.examination import Examination
from evaluation.measures.outcomes import Case, reweighed
from evaluation.measures.paired import paired_difference
from evaluation.nexcv_result import NexCvResult
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings

__all__ = ["ComparisonResult", "run"]

_PLAN: Final = SplitPlan()
_NONE: Final[Mapping[str, Recording]] = MappingProxyType({})


def run(
    texts: Sequence[str],
    categories: Sequence[str],
    engines: Mapping[str, ClassifierFactory],
    plan: SplitPlan = _PLAN,
    *,
    threshold: float = 0.5,
    recordings: Mapping[str, Recording] = _NONE,
    jobs: int = 1,
    progress: Progress | None = None,
) -> ComparisonResult:
    """Measure every engine with nex-cv on the same splits and compare every two of them question by question.

    `recordings` stand beside the engines: in the settings that all of them can answer, and questions that one of them
    lacks are left out for all.
    An engine that fails is listed with what it said, and the others go on. Raises EvaluationError when the data or the
    options cannot be evaluated, fewer than two engines are named or none could be measured.
    """
    started = perf_counter()
    everyone = {**engines, **{name: one.classifier_factory for name, one in recordings.items()}}
    _check(engines.keys(), recordings.keys(), everyone.keys())
    shared, questions = plan.at(*_answered_by_all(plan.settings, recordings)), _recorded_by_all(texts, recordings)
    measure = partial(nexcv.run, texts, categories, plan=shared, jobs=jobs)
    results, failed = _measured(measure, everyone, Examination(threshold=threshold), progress)
    if not results:
        raise EvaluationError(_why_none(failed))
    results = [_only(questions, result) for result in results]
    compared = tuple(one for a, b in combinations(results, 2) for one in _compared(a, b, plan.seed))
    left_out = sum(text not in questions for text in texts)
    told = (compared, tuple(failed), perf_counter() - started, tuple(recordings), left_out)
    return ComparisonResult(tuple(map(EngineResult, results)), *told)


def _check(engines: Set[str], recordings: Set[str], everyone: Set[str]) -> None:
    if both := engines & recordings:
        raise EvaluationError(f"{min(both)!r} names an engine and a recording: give the recording another name.")
    if len(everyone) < 2:
        raise EvaluationError("A comparison needs at least two different engines.")


def _answered_by_all(settings: Sequence[NexCvSettings], recordings: Mapping[str, Recording]) -> Sequence[NexCvSettings]:
    """The settings that every recording answers; raises EvaluationError when there is none."""
    answered = [one for one in settings if all(one in recording.settings for recording in recordings.values())]
    if recordings and not answered:
        raise EvaluationError("The recordings share none of the settings compared: write splits of all three settings.")
    return answered


def _recorded_by_all(texts: Sequence[str], recordings: Mapping[str, Recording]) -> Set[str]:
    """The questions that every recording answers; raises EvaluationError when there is none."""
    asked = set(texts).intersection(*(one.texts for one in recordings.values() if one.texts is not None))
    if not asked:
        raise EvaluationError("No question is in all of the recordings: record the same questions with each.")
    return asked


def _only(questions: Set[str], result: NexCvResult) -> NexCvResult:
    """The result on these questions alone; raises EvaluationError when a retry asks none of them."""
    settings = []
    for one in result.settings:
        retries = [
            replace(retry, cases=reweighed(case for case in retry.cases if case.text in questions))
            for retry in one.retries
        ]
        if not all(retry.cases for retry in retries):
            raise EvaluationError("The recordings have too few of the questions for every retry: record more of them.")
        settings.append(replace(one, retries=tuple(retries)))
    return replace(result, settings=tuple(settings))


def _measured(
    measure: Callable[..., NexCvResult],
    engines: Mapping[str, ClassifierFactory],
    examination: Examination,
    progress: Progress | None,
) -> tuple[list[NexCvResult], list[tuple[str, str]]]:
    """The results of the engines that could be measured, and (name, what it said) of the others."""
    results: list[NexCvResult] = []
    failed: list[tuple[str, str]] = []
    for place, (name, factory) in enumerate(engines.items()):
        try:
            its, part = replace(examination, engine=name), part_of(progress, place, len(engines))
            results.append(measure(factory, examination=its, progress=part))
        except Exception as error:  # whatever somebody else's engine throws, the others go on
            failed.append((name, _in_one_line(error)))
    return results, failed


def _in_one_line(error: Exception) -> str:
    message = " ".join(str(error).split())
    return message if isinstance(error, EvaluationError) else f"{type(error).__name__}: {message}"


def _why_none(failed: Sequence[tuple[str, str]]) -> str:
    """What all of them say alike is the fault of the data or the options."""
    reasons = {why for _, why in failed}
    if len(reasons) == 1:
        return reasons.pop()
    return "No engine could be measured: " + "; ".join(f"{name}: {why}" for name, why in failed)


def _compared(a: NexCvResult, b: NexCvResult, seed: int) -> list[Comparison]:
    """Compare over all settings together, then in each of them."""
    parts: list[tuple[NexCvSettings | None, list[Case], list[Case]]] = [
        (one.settings, one.cases(), other.cases()) for one, other in zip(a.settings, b.settings, strict=True)
    ]
    pooled = [case for _, cases, _ in parts for case in cases], [case for _, _, cases in parts for case in cases]
    return [
        _comparison(a.engine, b.engine, settings, ours, theirs, seed)
        for settings, ours, theirs in [(None, *pooled), *parts]
    ]


def _comparison(
    a: str, b: str, settings: NexCvSettings | None, ours: Sequence[Case], theirs: Sequence[Case], seed: int
) -> Comparison:
    questions, weights = [case.question for case in ours], [case.weight for case in ours]
    right, also = [case.is_accurate for case in ours], [case.is_accurate for case in theirs]
    difference = paired_difference(right, also, seed=seed, clusters=questions, weights=weights)
    apart = [pair for pair, one, other in zip(zip(ours, theirs, strict=True), right, also, strict=True) if one != other]
    return Comparison(a, b, settings, difference, len(questions), len(set(questions)), tuple(apart))
