"""nex-cv: cross-validation with plausible negative examples (Kuksenok and Martyniv, 2019, section 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Final

from evaluation import all_taught
from evaluation.all_taught import Judge, Retries
from evaluation.classifier import ClassifierFactory, Measured, Progress
from evaluation.errors import EvaluationError
from evaluation.fitting.recalibration import calibration_of, recalibrated
from evaluation.fitting.runner import Task, measure_all
from evaluation.general_stage import GeneralIntents, MeasuredStage, as_decided
from evaluation.invariance.invariance import Variants, without_variants
from evaluation.invariance.perturbations import Phrasing
from evaluation.measures.intervals import Interval
from evaluation.measures.outcomes import Case, cases_of_split
from evaluation.nexcv_result import PLAIN, NexCvResult, NexCvSettings, RetryResult, SettingResult
from evaluation.splits.folds import Folds, Split, splits, untested_categories

__all__ = ["THREE_SETTINGS", "NexCvResult", "NexCvSettings", "run"]

THREE_SETTINGS: Final = (PLAIN, NexCvSettings(0, 0.15), NexCvSettings(5, 0.0))
"""The settings of the paper: plain cross-validation, the rarest 15 % as negatives, categories below 5 as negatives."""


def run(
    texts: Sequence[str],
    categories: Sequence[str],
    classifier_factory: ClassifierFactory,
    *,
    settings: Sequence[NexCvSettings] = THREE_SETTINGS,
    retries: int = 5,
    test_fraction: float = 0.2,
    threshold: float = 0.5,
    seed: int = 0,
    progress: Progress | None = None,
    jobs: int = 1,
    skip_impossible: bool = False,
    engine: str = "",
    general: GeneralIntents | None = None,
    folds: Folds = Folds.GROUPED,
    phrasing: Phrasing | None = None,
    carry_on: bool = False,
) -> NexCvResult:
    """Measure the classifiers of `classifier_factory` (called with the seed) on the examples.

    A classifier that can be calibrated is, on what all splits held back (see `evaluation.fitting.recalibration`). With
    `general` the whole decision is measured as a candidate gets it; a general intent then stands among the answers as
    `evaluation.general_stage.general_label` names it.

    With `folds` grouped, near-copies of a question stay on one side and weigh one question between them; plain folds
    are those of the reference implementation.

    With `phrasing` a sample of what the first setting holds back is asked in other ways too (`evaluation.invariance`);
    all other figures stay what they are without it. With `carry_on` the accuracy of the bot that learns all examples is
    estimated beside the others (`evaluation.all_taught`), where (0, 0) is among the settings.

    `jobs` processes share the work; the figures are the same whatever their number. `progress(done, total)` counts
    trainings. Raises EvaluationError for data or settings that cannot be evaluated; with `skip_impossible` a setting
    that fails on small data is listed in the result instead, as long as one setting can be run.
    """
    started = perf_counter()
    _check(settings, threshold, jobs)
    groups = folds.groups(texts)
    part = partial(splits, texts, categories, retries=retries, test_fraction=test_fraction, seed=seed, groups=groups)
    plans, skipped = _plans(part, settings, skip_impossible)
    tasks = list(dict.fromkeys(_tasks(split for plan in plans for split in plan.splits)))
    variants = Variants.of(plans[0].splits, texts, categories, phrasing, seed) if phrasing else Variants({}, texts)
    usual = _plain_splits(plans) if carry_on else []
    fewer = all_taught.fewer(texts, categories, usual, seed)
    every = [*tasks, *_tasks(fewer)]
    work = variants.added_to(every, categories)
    asked = measure_all(*work, classifier_factory, seed=seed, jobs=jobs, progress=progress)
    measured = [without_variants(one, task) for one, task in zip(asked, every, strict=True)]
    own, calibration = measured[: len(tasks)], calibration_of(measured[: len(tasks)])
    by_task = _by_task(own, tasks, texts, general)
    results = tuple(_setting_result(plan, by_task, texts, categories, threshold) for plan in plans)
    judge = partial(_judged, texts=texts, categories=categories, threshold=threshold, general=general)
    expected = _all_taught(categories, usual, fewer, dict(zip(every, measured, strict=True)), judge)
    same = variants.answers(tasks, asked[: len(tasks)], calibration, general, threshold) if phrasing else None
    told = (engine, len(texts), len(set(categories)), test_fraction, threshold, seed, perf_counter() - started)
    return NexCvResult(results, tuple(skipped), *told, calibration, _stage(general), folds, same, expected)


def _tasks(parted: Iterable[Split]) -> list[Task]:
    return [(split.train, split.test) for split in parted]


def _stage(general: GeneralIntents | None) -> MeasuredStage:
    return "pipeline" if general else "faq"


def _all_taught(
    categories: Sequence[str],
    usual: Sequence[Split],
    fewer: Sequence[Split],
    measured: Mapping[Task, Measured],
    judge: Judge,
) -> Interval | None:
    """The accuracy to expect of the bot that learns all examples, where that is asked for."""
    if not usual:
        return None
    carried, again = (Retries(each, [measured[one.train, one.test] for one in each]) for each in (usual, fewer))
    return all_taught.expected(categories, carried, again, judge)


@dataclass(frozen=True, slots=True)
class _Plan:
    settings: NexCvSettings
    splits: list[Split]


def _plain_splits(plans: Sequence[_Plan]) -> list[Split]:
    """Return those of (0, 0), none where it is not measured."""
    return next((plan.splits for plan in plans if plan.settings == NexCvSettings()), [])


def _check(settings: Sequence[NexCvSettings], threshold: float, jobs: int) -> None:
    if not settings:
        raise EvaluationError("No setting was given: name at least one (min_category_size, other_min_prop).")
    if not 0 <= threshold <= 1:
        raise EvaluationError(f"threshold must be between 0 and 1, not {threshold}.")
    if jobs < 1:
        raise EvaluationError(f"jobs must be 1 or more, not {jobs}.")


def _plans(
    part: Callable[..., list[Split]], settings: Sequence[NexCvSettings], skip_impossible: bool
) -> tuple[list[_Plan], list[tuple[NexCvSettings, str]]]:
    plans: list[_Plan] = []
    skipped: list[tuple[NexCvSettings, str]] = []
    for one in settings:
        try:
            parted = part(min_category_size=one.min_category_size, other_min_prop=one.other_min_prop)
        except EvaluationError as error:
            if not skip_impossible or len(skipped) + 1 == len(settings):
                raise
            skipped.append((one, str(error)))
        else:
            plans.append(_Plan(one, parted))
    return plans, skipped


def _by_task(
    measured: Sequence[Measured], tasks: Sequence[Task], texts: Sequence[str], general: GeneralIntents | None
) -> dict[Task, Measured]:
    """What was measured with the confidences, and the decision, of a candidate."""
    predicted = recalibrated(measured)
    if general is not None:
        tested = ([texts[row] for row in test] for _, test in tasks)
        predicted = [as_decided(*one, general) for one in zip(predicted, tested, strict=True)]
    return dict(zip(tasks, predicted, strict=True))


def _judged(
    split: Split,
    measured: Measured,
    texts: Sequence[str],
    categories: Sequence[str],
    threshold: float,
    general: GeneralIntents | None,
) -> list[Case]:
    if general is not None:
        measured = as_decided(measured, [texts[row] for row in split.test], general)
    return cases_of_split(split, texts, categories, measured.predictions, threshold)


def _setting_result(
    plan: _Plan,
    measured: Mapping[Task, Measured],
    texts: Sequence[str],
    categories: Sequence[str],
    threshold: float,
) -> SettingResult:
    low = plan.settings.low_population(categories)
    retries = (
        _retry_result(split, measured[split.train, split.test], texts, categories, threshold) for split in plan.splits
    )
    return SettingResult(plan.settings, tuple(retries), low, untested_categories(categories, low, plan.splits))


def _retry_result(
    split: Split, measured: Measured, texts: Sequence[str], categories: Sequence[str], threshold: float
) -> RetryResult:
    cases = cases_of_split(split, texts, categories, measured.predictions, threshold)
    return RetryResult(split.retry, len(split.train), tuple(cases), measured.seconds_fit, measured.seconds_predict)
