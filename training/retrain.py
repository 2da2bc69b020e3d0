"""Retraining one company: snapshot, nex-cv, fit, gate, then promote or block. Killed anywhere, the live model stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from evaluation import gate
from evaluation.classifier import Progress
from evaluation.gate import GateDecision, GateEvidence, GateRules, Reason
from evaluation.general_stage import GeneralIntents
from nlu import model_file
from nlu.calibration import Calibration, estimated_prior
from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier, fit
from storage import Connection, Database, models
from storage.companies import Company
from storage.models import ModelStatus, ModelVersion
from training import snapshot as snapshots
from training.evidence import CASES, candidate_evidence, live_evidence
from training.judging import Judge
from training.low_priority import only_one
from training.measuring import Measured, Measuring, measure
from training.pruning import prune
from training.snapshot import Snapshot

__all__ = ["Measuring", "Outcome", "Plan", "retrain"]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a retrain works: where model files go, how candidates are measured, when they are blocked.

    `recipe` gives the recipe of each language, `general` what every bot of that language understands beside the FAQ:
    with it the whole decision is measured, without it the FAQ stage alone. A version that passes first answers the
    share `canary_share` of the conversations, or all at once where that is 0 or nothing is live. Files of the
    `kept_versions` newest versions are kept to go back to.
    """

    models_dir: Path
    measuring: Measuring = field(default_factory=Measuring)
    rules: GateRules = field(default_factory=GateRules)
    recipe: Callable[[str], Recipe] = Recipe.faq
    general: Callable[[str], GeneralIntents | None] = lambda language: None
    canary_share: float = 0.0
    kept_versions: int = 10


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one candidate: `settings` are nex-cv's figures per setting, `reasons` why it was blocked.

    A promoted one whose `status` is "canary" answers a share of the conversations first.
    """

    company: str
    language: str
    version: str
    verdict: gate.Verdict
    status: ModelStatus
    settings: tuple[Mapping[str, Any], ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fitted model on its way to the gate; `classifier` and `file` are None when the data cannot be learnt from."""

    snapshot: Snapshot
    version_id: int
    classifier: TextClassifier | None
    file: Path | None


def retrain(
    database: Database,
    company: Company,
    plan: Plan,
    *,
    now: Callable[[], datetime],
    progress: Callable[[str], Progress] | None = None,
) -> list[Outcome]:
    """Retrain the company's languages whose data or recipe changed, or all when none did.

    `progress` gives what is told how far measuring a language is. Raises AlreadyTraining when another process is at it.
    """
    with only_one(plan.models_dir / company.key):
        taken = [
            database.read_now(lambda conn, code=code: snapshots.take(conn, company, code))  # type: ignore[misc]
            for code in company.languages
        ]
        taught = [s for s in taken if s.examples] or taken[:1]
        changed = [s for s in taught if database.read_now(partial(_is_news, snapshot=s, plan=plan))]
        return [
            _retrain_language(database, each, plan, now, progress(each.language) if progress else None)
            for each in changed or taught
        ]


def _retrain_language(
    database: Database, snapshot: Snapshot, plan: Plan, now: Callable[[], datetime], progress: Progress | None
) -> Outcome:
    recipe = _recipe(snapshot, plan)
    general = plan.general(snapshot.language)
    measured = measure(snapshot, recipe, plan.measuring, progress, general)
    candidate = _make_candidate(database, snapshot, recipe, measured.calibration, plan, now())
    live, known = database.read_now(lambda conn: _live(conn, snapshot, plan))
    compared = measured
    if known and known.stage == "faq" and general:  # an earlier version of Candor measured the FAQ stage alone
        general, compared = None, measure(snapshot, recipe, plan.measuring, progress)
    mine = candidate_evidence(snapshot, compared, candidate.classifier, candidate.file, plan.measuring.threshold)
    judge = Judge(snapshot, recipe, plan.rules, plan.measuring, progress, general)
    decision = judge.decide(mine, known, live.recipe if live else None)
    share = plan.canary_share if live else 0.0
    version = database.write_now(lambda conn: _conclude(conn, candidate, live, measured, decision, share, now()))
    prune(database, snapshot.company.id, snapshot.language, plan.models_dir, plan.kept_versions, now())
    return Outcome(
        company=snapshot.company.key,
        language=snapshot.language,
        version=version.name,
        verdict=decision.verdict,
        status=version.status,
        settings=tuple(measured.record["settings"]),
        reasons=decision.reasons,
    )


def _is_news(conn: Connection, snapshot: Snapshot, plan: Plan) -> bool:
    """Whether neither the live version nor the canary has learnt this data by this recipe."""
    fingerprint = snapshots.fingerprint(snapshot, _recipe(snapshot, plan))
    answering = (get(conn, snapshot.company.id, snapshot.language) for get in (models.live, models.canary))
    return fingerprint not in {version.fingerprint for version in answering if version}


def _recipe(snapshot: Snapshot, plan: Plan) -> Recipe:
    """The language's recipe, expecting as many questions about something else as recruiters have found."""
    recipe = plan.recipe(snapshot.language)
    prior = estimated_prior(recipe.negative_prior, snapshot.dismissed, snapshot.reviewed)
    return replace(recipe, negative_prior=prior).suited(len(snapshot.examples), snapshot.distinct_categories)


def _make_candidate(
    database: Database,
    snapshot: Snapshot,
    recipe: Recipe,
    calibration: Calibration | None,
    plan: Plan,
    now: datetime,
) -> _Candidate:
    fingerprint = snapshots.fingerprint(snapshot, recipe)
    classifier, file, digest = None, "", ""
    if snapshot.distinct_categories >= 2:
        classifier = fit(snapshot.texts, snapshot.categories, recipe, seed=plan.measuring.seed)
        classifier = replace(classifier, calibration=calibration or classifier.calibration)
        file = f"{snapshot.company.key}/{snapshot.language}-{now:%Y%m%dT%H%M%S}-{fingerprint[:12]}.candor"
        given = {"company": snapshot.company.key, "language": snapshot.language, "fingerprint": fingerprint}
        digest = model_file.save(plan.models_dir / file, classifier, {**given, "created": now.isoformat()})
    version = database.write_now(
        lambda conn: models.add_candidate(
            conn,
            snapshot.company.id,
            language=snapshot.language,
            file=file,
            sha256=digest,
            fingerprint=fingerprint,
            dataset_revision=snapshot.company.dataset_revision,
            recipe=recipe.to_dict(),
            now=now,
        )
    )
    return _Candidate(snapshot, version.id, classifier, plan.models_dir / file if file else None)


def _live(conn: Connection, snapshot: Snapshot, plan: Plan) -> tuple[ModelVersion | None, GateEvidence | None]:
    live = models.live(conn, snapshot.company.id, snapshot.language)
    if live is None:
        return None, None
    return live, live_evidence(conn, live, snapshot, plan.models_dir, plan.measuring.threshold)


def _conclude(
    conn: Connection,
    candidate: _Candidate,
    live: ModelVersion | None,
    measured: Measured,
    decision: GateDecision,
    share: float,
    now: datetime,
) -> ModelVersion:
    company_id, version_id = candidate.snapshot.company.id, candidate.version_id
    seconds = measured.record["seconds"]
    models.record_evaluation(conn, company_id, version_id, "nex-cv", measured.record, seconds, now)
    if measured.cases is not None:
        models.record_evaluation(conn, company_id, version_id, CASES, measured.cases.to_dict(), seconds, now)
    reasons = [reason.to_dict() for reason in decision.reasons]
    models.record_gate(conn, company_id, version_id, live.id if live else None, decision.verdict, reasons, now)
    if decision.verdict == "blocked":
        return models.block(conn, company_id, version_id)
    if share > 0:
        return models.try_out(conn, company_id, version_id, share, now)
    return models.promote(conn, company_id, version_id, now)
