"""From settings to how a retrain works."""

from __future__ import annotations

from candor.settings import Settings
from evaluation.gate import GateRules
from training.measuring import Measuring
from training.retrain import Plan

_OF_THE_CANARY = ("canary_share", "canary_reviews")


def training_plan(settings: Settings) -> Plan:
    """Return the plan that `candor train` and the scheduler follow."""
    return Plan(
        models_dir=settings.models_dir,
        measuring=Measuring(
            retries=settings.evaluation.retries,
            test_fraction=settings.evaluation.test_fraction,
            threshold=settings.bot.threshold,
            seed=settings.evaluation.seed,
            jobs=settings.evaluation.jobs,
        ),
        recipe=settings.nlu.recipe,
        rules=GateRules(**settings.gate.model_dump(exclude=set(_OF_THE_CANARY)), seed=settings.evaluation.seed),
        canary_share=settings.gate.canary_share,
        kept_versions=settings.storage.kept_versions,
    )
