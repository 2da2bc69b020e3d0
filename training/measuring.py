"""Measuring a snapshot with nex-cv: figures for people, cases for the gate, and what they teach about confidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from evaluation import nexcv
from evaluation.classifier import Progress
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.errors import EvaluationError
from evaluation.examination import Examination
from evaluation.gate.cases import KeptCases, Varied, varied_id
from evaluation.general_stage import GeneralIntents
from evaluation.invariance.perturbations import Phrasing
from evaluation.splits.plan import SplitPlan
from nlu.classifier.calibration import Calibration
from nlu.recipe import Recipe
from training.snapshot import DatasetSnapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Measuring(SplitPlan):
    """How nex-cv measures a candidate: on the splits of a plan, answering from `threshold` on, in so many `jobs`."""

    threshold: float = 0.5
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class MeasuredModel:
    """The nex-cv record, its cases, the calibration it teaches, and the questions that were asked in another way.

    Data too small for any setting gives a record without settings that says why, and neither cases nor calibration.
    """

    record: dict[str, Any]
    cases: KeptCases | None = None
    calibration: Calibration | None = None
    variants: Mapping[Varied, str] = field(default_factory=dict)


def measure(
    snapshot: DatasetSnapshot,
    recipe: Recipe,
    measuring: Measuring,
    progress: Progress | None = None,
    general: GeneralIntents | None = None,
    phrasing: Phrasing | None = None,
) -> MeasuredModel:
    """Run nex-cv with this recipe on the snapshot's examples; with `general` the whole decision is measured.

    With `phrasing` a sample of the questions is asked in other ways as well.
    """
    examination = Examination(engine="candor", threshold=measuring.threshold, general=general, phrasing=phrasing)
    factory = partial(CandorClassifier, recipe=recipe, as_given=True)
    run = partial(nexcv.run, snapshot.texts, snapshot.categories, factory, measuring, examination)
    try:
        result = run(jobs=measuring.jobs, progress=progress)
    except EvaluationError as error:
        sizes = {"examples": len(snapshot.texts), "categories": snapshot.distinct_categories}
        how = {"stage": examination.stage, "folds": measuring.folds.value}
        return MeasuredModel(
            {"settings": [], "worst_pairs": [], "seconds": 0.0, "not_measured": str(error), **sizes, **how}
        )
    cases = KeptCases.of(result, snapshot.texts, snapshot.categories, snapshot.standing)
    asked = result.invariance.asked if result.invariance else ()
    return MeasuredModel(result.to_dict(), cases, result.calibration, {varied_id(one): one.variant for one in asked})
