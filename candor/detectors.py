"""Retraining breakdown detectors: what they learn from, in a process of their own."""

from __future__ import annotations

import sys
from functools import partial

from candor.company_defaults import usual_settings
from candor.product import DATA_FOLDER
from candor.settings import Settings
from candor.starter_models import StarterModels, general_languages
from candor.training_process import in_own_process
from storage.database.database import Database
from training.detector import DetectorPlan
from training.dialogues import starter_dialogues
from workers.detector_schedule import DetectorSchedule
from workers.job_runner import JobRunner

OUTCOMES: dict[int | None, str] = {0: "promoted", 2: "refused", 3: "blocked"}
"""What `candor breakdown retrain` says with its exit code."""


def detector_plan(settings: Settings) -> DetectorPlan:
    """Return how detectors are trained under these settings."""
    models = StarterModels.of(settings)
    return DetectorPlan(
        settings.models_dir,
        starter_dialogues(DATA_FOLDER, general_languages()),
        lambda: models.detector() or models.learn_detector(),
        settings.evaluation.seed,
        settings.storage.kept_versions,
    )


async def train(settings: Settings, company_key: str) -> tuple[str, str]:
    """Retrain a company's detector in a process of its own; see `candor.training_process.train`."""
    command = [sys.executable, "-m", "candor", "breakdown", "retrain", "--company", company_key]
    code, said = await in_own_process(settings, command)
    return OUTCOMES.get(code, "failed"), said


def detector_schedule(settings: Settings, database: Database, runner: JobRunner) -> DetectorSchedule:
    """Return the schedule under these settings; detectors rest as long as corrections do."""
    usual = partial(usual_settings, settings) if settings.guard.detector else None
    return DetectorSchedule(database, runner, partial(train, settings), usual)
