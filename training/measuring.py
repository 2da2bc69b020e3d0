"""Measuring a snapshot with nex-cv: figures for people, cases for the gate, and what they teach about confidence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from evaluation import nexcv
from evaluation.candor_engine import CandorClassifier
from evaluation.classifier import Progress
from evaluation.errors import EvaluationError
from evaluation.gate_cases import KeptCases
from evaluation.general_stage import GeneralIntents, MeasuredStage
from nlu.calibration import Calibration
from nlu.recipe import Recipe
from training.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Measuring:
    """How nex-cv measures a candidate."""

    retries: int = 5
    test_fraction: float = 0.2
    threshold: float = 0.5
    seed: int = 0
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Measured:
    """The nex-cv record, its cases and the calibration it teaches.

    Data too small for any setting gives a record without settings that says why, and neither cases nor calibration.
    """

    record: dict[str, Any]
    cases: KeptCases | None = None
    calibration: Calibration | None = None


def measure(
    snapshot: Snapshot,
    recipe: Recipe,
    measuring: Measuring,
    progress: Progress | None = None,
    general: GeneralIntents | None = None,
) -> Measured:
    """Run nex-cv with this recipe on the snapshot's examples; with `general` the whole decision is measured."""
    try:
        result = nexcv.run(
            snapshot.texts,
            snapshot.categories,
            partial(CandorClassifier, recipe=recipe),
            retries=measuring.retries,
            test_fraction=measuring.test_fraction,
            threshold=measuring.threshold,
            seed=measuring.seed,
            jobs=measuring.jobs,
            progress=progress,
            skip_impossible=True,
            engine="candor",
            general=general,
        )
    except EvaluationError as error:
        stage: MeasuredStage = "pipeline" if general else "faq"
        sizes = {"examples": len(snapshot.texts), "categories": snapshot.distinct_categories, "stage": stage}
        return Measured({"settings": [], "worst_pairs": [], "seconds": 0.0, "not_measured": str(error), **sizes})
    cases = KeptCases.of(result, snapshot.texts, snapshot.categories)
    return Measured(result.to_dict(), cases, result.calibration)
