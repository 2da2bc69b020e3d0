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
from evaluation.gate.cases import KeptCases, Varied, varied_id
from evaluation.general_stage import GeneralIntents, MeasuredStage
from evaluation.invariance.perturbations import Phrasing
from evaluation.splits.folds import Folds
from nlu.classifier.calibration import Calibration
from nlu.recipe import Recipe
from training.snapshot import DatasetSnapshot


@dataclass(frozen=True, slots=True)
class Measuring:
    """How nex-cv measures a candidate."""

    retries: int = 5
    test_fraction: float = 0.2
    threshold: float = 0.5
    seed: int = 0
    jobs: int = 1
    folds: Folds = Folds.GROUPED


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
    try:
        result = nexcv.run(
            snapshot.texts,
            snapshot.categories,
            partial(CandorClassifier, recipe=recipe, as_given=True),
            retries=measuring.retries,
            test_fraction=measuring.test_fraction,
            threshold=measuring.threshold,
            seed=measuring.seed,
            jobs=measuring.jobs,
            progress=progress,
            skip_impossible=True,
            engine="candor",
            general=general,
            folds=measuring.folds,
            phrasing=phrasing,
        )
    except EvaluationError as error:
        stage: MeasuredStage = "pipeline" if general else "faq"
        sizes = {"examples": len(snapshot.texts), "categories": snapshot.distinct_categories}
        how = {"stage": stage, "folds": measuring.folds.value}
        return MeasuredModel(
            {"settings": [], "worst_pairs": [], "seconds": 0.0, "not_measured": str(error), **sizes, **how}
        )
    cases = KeptCases.of(result, snapshot.texts, snapshot.categories, snapshot.standing)
    asked = result.invariance.asked if result.invariance else ()
    return MeasuredModel(result.to_dict(), cases, result.calibration, {varied_id(one): one.variant for one in asked})
