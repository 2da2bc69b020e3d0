"""Retraining one company: snapshot, fit, nex-cv, gate, then promote or block. Killed anywhere, the live model stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from evaluation import gate, nexcv
from evaluation.classifier import Progress
from evaluation.engines import ENGINES
from evaluation.errors import EvaluationError
from evaluation.gate import GateDecision, GateEvidence, GateRules, Reason
from nlu import model_file
from nlu.errors import ModelFileError
from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier, fit
from storage import Connection, Database, models
from storage.companies import Company
from storage.models import ModelVersion
from training import snapshot as snapshots
from training.golden import golden_answers
from training.low_priority import only_one
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
class Plan:
    """How a retrain works: where model files go, how candidates are measured, when they are blocked."""

    models_dir: Path
    measuring: Measuring = Measuring()
    rules: GateRules = field(default_factory=GateRules)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one candidate: `settings` are nex-cv's figures per setting, `reasons` why it was blocked."""

    company: str
    language: str
    version: str
    verdict: gate.Verdict
    settings: tuple[Mapping[str, Any], ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fitted model on its way to the gate; `classifier` is None when the data cannot be learnt from."""

    snapshot: Snapshot
    version_id: int
    classifier: TextClassifier | None


def retrain(
    database: Database, company: Company, plan: Plan, *, now: Callable[[], datetime], progress: Progress | None = None
) -> list[Outcome]:
    """Retrain the company's languages whose data or recipe changed, or all when none did.

    Raises AlreadyTraining when another process is at it.
    """
    with only_one(plan.models_dir / company.key):
        taken = [
            database.read_now(lambda conn, code=code: snapshots.take(conn, company, code))  # type: ignore[misc]
            for code in company.languages
        ]
        taught = [s for s in taken if s.texts] or taken[:1]
        changed = [s for s in taught if database.read_now(partial(_differs_from_live, snapshot=s))]
        return [_retrain_language(database, snapshot, plan, now, progress) for snapshot in changed or taught]


def _retrain_language(
    database: Database, snapshot: Snapshot, plan: Plan, now: Callable[[], datetime], progress: Progress | None
) -> Outcome:
    candidate = _make_candidate(database, snapshot, plan, now())
    record = _measure(candidate, plan.measuring, progress)
    live = database.read_now(lambda conn: models.live(conn, snapshot.company.id, snapshot.language))
    decision = gate.decide(
        _candidate_evidence(candidate, record, plan),
        _live_evidence(database, live, snapshot, plan) if live else None,
        plan.rules,
    )
    version = database.write_now(lambda conn: _conclude(conn, candidate, live, record, decision, now()))
    return Outcome(
        company=snapshot.company.key,
        language=snapshot.language,
        version=version.name,
        verdict=decision.verdict,
        settings=tuple(record["settings"]),
        reasons=decision.reasons,
    )


def _differs_from_live(conn: Connection, snapshot: Snapshot) -> bool:
    live = models.live(conn, snapshot.company.id, snapshot.language)
    return live is None or live.fingerprint != snapshots.fingerprint(snapshot, Recipe.faq())


def _make_candidate(database: Database, snapshot: Snapshot, plan: Plan, now: datetime) -> _Candidate:
    recipe = Recipe.faq()
    fingerprint = snapshots.fingerprint(snapshot, recipe)
    classifier, file, digest = None, "", ""
    if snapshot.distinct_categories >= 2:
        classifier = fit(snapshot.texts, snapshot.categories, recipe, seed=plan.measuring.seed)
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
    return _Candidate(snapshot, version.id, classifier)


def _measure(candidate: _Candidate, measuring: Measuring, progress: Progress | None) -> dict[str, Any]:
    """Return the nex-cv record; data too small for any setting gives a record without settings that says why."""
    snapshot = candidate.snapshot
    try:
        return nexcv.run(
            snapshot.texts,
            snapshot.categories,
            ENGINES["candor"],
            retries=measuring.retries,
            test_fraction=measuring.test_fraction,
            threshold=measuring.threshold,
            seed=measuring.seed,
            jobs=measuring.jobs,
            progress=progress,
            skip_impossible=True,
            engine="candor",
        ).to_dict()
    except EvaluationError as error:
        sizes = {"examples": len(snapshot.texts), "categories": snapshot.distinct_categories}
        return {"settings": [], "worst_pairs": [], "seconds": 0.0, "not_measured": str(error), **sizes}


def _candidate_evidence(candidate: _Candidate, record: dict[str, Any], plan: Plan) -> GateEvidence:
    golden = golden_answers(candidate.classifier, candidate.snapshot.golden, plan.measuring.threshold)
    return GateEvidence.from_record(record, golden)


def _live_evidence(database: Database, live: ModelVersion, snapshot: Snapshot, plan: Plan) -> GateEvidence | None:
    """Return what is known of the live model; a damaged file still counts with its record, without golden answers."""
    record = database.read_now(lambda conn: models.evaluation(conn, snapshot.company.id, live.id))
    try:
        classifier, _ = model_file.load(plan.models_dir / live.file, sha256=live.sha256)
        golden = golden_answers(classifier, snapshot.golden, plan.measuring.threshold)
    except ModelFileError:
        golden = ()
    return GateEvidence.from_record(record, golden) if record else None


def _conclude(
    conn: Connection,
    candidate: _Candidate,
    live: ModelVersion | None,
    record: dict[str, Any],
    decision: GateDecision,
    now: datetime,
) -> ModelVersion:
    company_id = candidate.snapshot.company.id
    reasons = [reason.to_dict() for reason in decision.reasons]
    models.record_evaluation(conn, company_id, candidate.version_id, "nex-cv", record, record["seconds"], now)
    models.record_gate(
        conn, company_id, candidate.version_id, live.id if live else None, decision.verdict, reasons, now
    )
    if decision.verdict == "promoted":
        return models.promote(conn, company_id, candidate.version_id, now)
    return models.block(conn, company_id, candidate.version_id)
