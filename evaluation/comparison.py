"""Several classifiers on identical folds: which is better, and is the difference beyond noise? (nex-cv paper, 4.3)"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from time import perf_counter

from evaluation import nexcv
from evaluation.classifier import ClassifierFactory, Progress
from evaluation.comparison_result import Comparison, ComparisonResult, EngineResult
from evaluation.errors import EvaluationError
from evaluation.nexcv_result import NexCvResult, NexCvSettings
from evaluation.outcomes import Case, Outcome
from evaluation.paired import paired_difference
from nlu.normalise import normalise

__all__ = ["ComparisonResult", "run"]


def run(
    texts: Sequence[str],
    categories: Sequence[str],
    engines: Mapping[str, ClassifierFactory],
    *,
    settings: Sequence[NexCvSettings] = nexcv.THREE_SETTINGS,
    retries: int = 5,
    test_fraction: float = 0.2,
    threshold: float = 0.5,
    seed: int = 0,
    progress: Progress | None = None,
    jobs: int = 1,
) -> ComparisonResult:
    """Measure every engine with nex-cv on the same splits and compare every two of them question by question.

    An engine that fails is listed with what it said, and the others go on. Raises EvaluationError when the data or the
    options cannot be evaluated, fewer than two engines are named or none could be measured.
    """
    started = perf_counter()
    if len(engines) < 2:
        raise EvaluationError("A comparison needs at least two different engines.")
    measure = partial(
        nexcv.run,
        texts,
        categories,
        settings=settings,
        retries=retries,
        test_fraction=test_fraction,
        threshold=threshold,
        seed=seed,
        jobs=jobs,
        skip_impossible=len(settings) > 1,
    )
    results, failed = _measured(measure, engines, progress)
    if not results:
        raise EvaluationError(_why_none(failed))
    compared = tuple(one for a, b in combinations(results, 2) for one in _compared(a, b, seed))
    seconds = perf_counter() - started
    return ComparisonResult(tuple(map(EngineResult, results)), compared, tuple(failed), seconds)


def _measured(
    measure: Callable[..., NexCvResult], engines: Mapping[str, ClassifierFactory], progress: Progress | None
) -> tuple[list[NexCvResult], list[tuple[str, str]]]:
    """The results of the engines that could be measured, and (name, what it said) of the others."""
    results: list[NexCvResult] = []
    failed: list[tuple[str, str]] = []
    for place, (name, factory) in enumerate(engines.items()):
        try:
            results.append(measure(factory, progress=_part(progress, place, len(engines)), engine=name))
        except Exception as error:  # whatever somebody else's engine throws, the others go on
            failed.append((name, _in_one_line(error)))
    return results, failed


def _part(progress: Progress | None, place: int, parts: int) -> Progress | None:
    """The progress of one of several parts that are as long as each other, as progress of the whole."""
    if progress is None:
        return None
    return lambda done, total: progress(place * total + done, parts * total)


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
    questions = [normalise(case.text) for case in ours]
    right, also = [_is_accurate(case) for case in ours], [_is_accurate(case) for case in theirs]
    difference = paired_difference(right, also, seed=seed, clusters=questions)
    apart = [pair for pair, one, other in zip(zip(ours, theirs, strict=True), right, also, strict=True) if one != other]
    return Comparison(a, b, settings, difference, len(questions), len(set(questions)), tuple(apart))


def _is_accurate(case: Case) -> bool:
    return case.outcome in (Outcome.T, Outcome.TO)
