"""Measuring a company's data for its curve, in a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from admin.figures import automation_rate
from candor.company_defaults import usual_settings
from candor.settings import Settings
from candor.training_process import in_own_process
from evaluation import nexcv
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.errors import EvaluationError
from evaluation.examination import Examination
from evaluation.measures.samples import case_to_dict
from evaluation.nexcv_result import NexCvResult
from evaluation.ratings.ratings import draw
from evaluation.splits.plan import SplitPlan
from nlu.recipe import Recipe
from storage import Connection
from storage.companies.companies import Company
from storage.database.database import Database
from storage.models import models, score_history
from storage.models.models import ModelVersion
from storage.models.score_history import NightlyScore
from training import snapshot as snapshots
from training.snapshot import DatasetSnapshot
from training.traffic import measure_weeks

AUTOMATION_DAYS = 7
CASES_KEPT = 300
_KEPT = ("min_category_size", "other_min_prop", "accuracy", "f1_weighted", "f1_macro", "carefulness", "coverage")


async def measure(settings: Settings, company_key: str, slot: str) -> tuple[str, str]:
    """Measure a company in a process of its own; returns measured or failed, and the last line it wrote.

    When the caller is cancelled the process is killed; a night is kept whole for a language or not at all.
    """
    command = [sys.executable, "-m", "candor", "evaluate", "nightly", "--company", company_key, "--slot", slot]
    code, said = await in_own_process(settings, command)
    return "measured" if code == 0 else "failed", said


def measure_company(
    database: Database, company: Company, settings: Settings, slot: str, now: Callable[[], datetime]
) -> list[NightlyScore]:
    """Measure today's data of each language with the recipe of its live model, and keep the figures under the slot.

    Languages without a live model, and those that this slot has measured before, are left out. The weeks of
    live traffic that are over by then are measured with them.
    """
    kept, threshold = [], company.settings(partial(usual_settings, settings)).threshold
    for language in company.languages:
        live = database.read_now(partial(_to_measure, company=company, language=language, slot=slot))
        if live is None:
            continue
        snapshot = database.read_now(partial(snapshots.take, company=company, language=language, now=now()))
        measure_weeks(database, company, snapshot, now(), settings.evaluation.seed)
        result, reason = _evaluated(snapshot, Recipe.from_dict(live.recipe), settings, threshold)
        rate = partial(automation_rate, company_id=company.id, now=now(), days=AUTOMATION_DAYS)
        automation = database.read_now(rate)
        score = _score(snapshot, live, slot, result, reason, automation, now())
        cases = _cases(result, settings.evaluation.seed) if result else []
        database.write_now(partial(score_history.add, company_id=company.id, score=score, cases=cases))
        kept.append(score)
    return kept


def _to_measure(conn: Connection, company: Company, language: str, slot: str) -> ModelVersion | None:
    known = score_history.has(conn, company.id, language, slot)
    return None if known else models.live(conn, company.id, language)


def _evaluated(
    snapshot: DatasetSnapshot, recipe: Recipe, settings: Settings, threshold: float
) -> tuple[NexCvResult | None, str | None]:
    plan = SplitPlan(
        retries=settings.schedule.evaluation_retries,
        test_fraction=settings.evaluation.test_fraction,
        seed=settings.evaluation.seed,
    )
    examination, factory = Examination(engine="candor", threshold=threshold), partial(CandorClassifier, recipe=recipe)
    try:
        result = nexcv.run(snapshot.texts, snapshot.categories, factory, plan, examination)
    except EvaluationError as error:
        return None, str(error)
    return result, None


def _score(
    snapshot: DatasetSnapshot,
    live: ModelVersion,
    slot: str,
    result: NexCvResult | None,
    reason: str | None,
    automation: float | None,
    now: datetime,
) -> NightlyScore:
    record: dict[str, Any] = result.to_dict(samples=0) if result else {"settings": []}
    return NightlyScore(
        slot=slot,
        language=snapshot.language,
        model_id=live.id,
        examples=len(snapshot.texts),
        categories=snapshot.distinct_categories,
        automation=automation,
        settings=[{name: setting[name] for name in _KEPT} for setting in record["settings"]],
        not_measured=reason,
        created=now,
    )


def _cases(result: NexCvResult, seed: int) -> list[dict[str, object]]:
    """Return a random sample of the questions with a guess: at (0, 0) every category is asked about."""
    cases = {case.text: case_to_dict(case) | {"threshold": case.threshold} for case in result.settings[0].cases()}
    return draw({text: case for text, case in cases.items() if case["guess"] is not None}, CASES_KEPT, seed)
