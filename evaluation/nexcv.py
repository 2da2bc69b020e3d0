"""nex-cv: cross-validation with plausible negative examples (Kuksenok and Martyniv, 2019, section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from evaluation import all_taught
from evaluation.all_taught import Retries
from evaluation.classifier import ClassifierFactory, Measured, Progress
from evaluation.examination import Examination
from evaluation.fitting.recalibration import calibration_of, recalibrated
from evaluation.fitting.runner import measure_all
from evaluation.invariance.invariance import Invariance, Variants, without_variants
from evaluation.measures.intervals import Interval
from evaluation.measures.outcomes import Case, cases_of_split
from evaluation.nexcv_result import NexCvResult, RetryResult, SettingResult
from evaluation.splits.folds import Split, Task, untested_categories
from evaluation.splits.plan import PartedData, SplitPlan
from evaluation.splits.settings import PLAIN, NexCvSettings
from nlu.classifier.calibration import Calibration

_PLAN: Final = SplitPlan()
_EXAMINATION: Final = Examination()


def run(
    texts: Sequence[str],
    categories: Sequence[str],
    classifier_factory: ClassifierFactory,
    plan: SplitPlan = _PLAN,
    examination: Examination = _EXAMINATION,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> NexCvResult:
    """Measure the classifiers of `classifier_factory` (called with the plan's seed) on the examples.

    A classifier that can be calibrated is, on what all splits held back (see `evaluation.fitting.recalibration`). A
    setting that fails on small data is listed in the result, as long as one setting can be run.

    `jobs` processes share the work; the figures are the same whatever their number. `progress(done, total)` counts
    trainings. Raises EvaluationError for data or values that cannot be evaluated.
    """
    started = perf_counter()
    asked = _Asked.of(texts, categories, plan, examination)
    fitted = measure_all(*asked.work(), classifier_factory, seed=plan.seed, jobs=jobs, progress=progress)
    found = _Found(asked, dict(zip(asked.tasks, fitted, strict=True)))
    calibration = calibration_of(found.own)
    return NexCvResult(
        settings=found.settings(),
        skipped=asked.parted.skipped,
        engine=examination.engine,
        examples=len(texts),
        categories=len(set(categories)),
        plan=plan,
        threshold=examination.threshold,
        stage=examination.stage,
        calibration=calibration,
        invariance=found.invariance(calibration),
        all_taught=found.all_taught(),
        seconds=perf_counter() - started,
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked of the classifier: the splits of the plan, and what the examination adds to them.

    `carried` are the splits to carry on to all examples, `fewer` the same ones taught fewer.
    """

    texts: Sequence[str]
    categories: Sequence[str]
    examination: Examination
    parted: PartedData
    carried: Sequence[Split]
    fewer: Sequence[Split]
    variants: Variants

    @classmethod
    def of(cls, texts: Sequence[str], categories: Sequence[str], plan: SplitPlan, examination: Examination) -> _Asked:
        parted, phrasing = plan.part(texts, categories), examination.phrasing
        carried = parted.splits.get(PLAIN, ()) if examination.carry_on else ()
        fewer = all_taught.fewer(texts, categories, carried, plan.seed)
        first = next(iter(parted.splits.values()))
        variants = Variants.of(first, texts, categories, phrasing, plan.seed) if phrasing else Variants({}, texts)
        return cls(texts, categories, examination, parted, carried, fewer, variants)

    @property
    def tasks(self) -> list[Task]:
        """Those of the plan, then those taught fewer."""
        return [*self.parted.tasks, *(split.task for split in self.fewer)]

    def work(self) -> tuple[list[Task], list[str], list[str]]:
        """Tasks, texts and categories with the variants among the texts to classify."""
        return self.variants.added_to(self.tasks, self.categories)

    def cases(self, split: Split, measured: Measured) -> list[Case]:
        """What becomes of the questions of a split, in its order, with these confidences."""
        decided = self.examination.decided(measured, [self.texts[row] for row in split.test])
        return cases_of_split(split, self.texts, self.categories, decided.predictions, self.examination.threshold)


@dataclass(frozen=True, slots=True)
class _Found:
    """What was measured of each task, the variants of its questions among the predictions."""

    asked: _Asked
    fitted: Mapping[Task, Measured]

    @property
    def own(self) -> list[Measured]:
        """What was measured of the plan's tasks, with confidences as they came."""
        return self._without_variants(self.asked.parted.tasks)

    def settings(self) -> tuple[SettingResult, ...]:
        measured = dict(zip(self.asked.parted.tasks, recalibrated(self.own), strict=True))
        return tuple(self._setting(*one, measured) for one in self.asked.parted.splits.items())

    def invariance(self, calibration: Calibration | None) -> Invariance | None:
        """What becomes of the variants with the one calibration that a company's model gets."""
        if not self.asked.examination.phrasing:
            return None
        tasks, answering = self.asked.parted.tasks, self.asked.examination.answers
        return self.asked.variants.answers(tasks, [self.fitted[task] for task in tasks], calibration, answering)

    def all_taught(self) -> Interval | None:
        """The accuracy to expect of the bot that learns all examples, where that is asked for."""
        if not self.asked.carried:
            return None
        carried, fewer = (
            Retries(splits, self._without_variants([split.task for split in splits]))
            for splits in (self.asked.carried, self.asked.fewer)
        )
        return all_taught.expected(self.asked.categories, carried, fewer, self.asked.cases)

    def _without_variants(self, tasks: Sequence[Task]) -> list[Measured]:
        return [without_variants(self.fitted[task], task) for task in tasks]

    def _setting(
        self, settings: NexCvSettings, splits: Sequence[Split], measured: Mapping[Task, Measured]
    ) -> SettingResult:
        categories = self.asked.categories
        low = settings.low_population(categories)
        retries = tuple(self._retry(split, measured[split.task]) for split in splits)
        return SettingResult(settings, retries, low, untested_categories(categories, low, splits))

    def _retry(self, split: Split, measured: Measured) -> RetryResult:
        cases = tuple(self.asked.cases(split, measured))
        return RetryResult(split.retry, len(split.train), cases, measured.seconds_fit, measured.seconds_predict)
