"""Retraining one company: snapshot, nex-cv, fit, gate, then promote or block. Killed anywhere, the live model stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from evaluation.classifier import Progress
from evaluation.gate import decision as gate
from evaluation.gate.decision import GateDecision, GateEvidence, GateReason, GateRules
from evaluation.general_stage import GeneralIntents
from evaluation.invariance.perturbations import Phrasing
from nlu.classifier import model_file, warm_start_file
from nlu.classifier.calibration import Calibration
from nlu.classifier.text_classifier import TextClassifier, fit_from
from nlu.recipe import Recipe
from storage import Connection, Database
from storage.companies.companies import Company
from storage.models import models
from storage.models.models import ModelVersion, VersionStatus
from training import changed
from training import snapshot as snapshots
from training.anchoring import anchor_of
from training.evidence import CASES, candidate_evidence, live_evidence
from training.judging import Judge
from training.known_guesses import KnownGuesses
from training.low_priority import few_collections, one_thread, only_one
from training.measuring import MeasuredModel, Measuring, measure
from training.pruning import prune
from training.recipes import is_better, kept_recipe, suited_recipe
from training.replay import REPLAY, replay
from training.snapshot import DatasetSnapshot

__all__ = ["CandidateOutcome", "Measuring", "Plan", "retrain"]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a retrain works: where model files go, how candidates are measured, when they are blocked.

    `recipe` gives the recipe of each language, `general` what every bot of that language understands beside the FAQ:
    with it the whole decision is measured, without it the FAQ stage alone. With `phrasing` a language's questions are
    asked in other ways too, to see whether the answers stay the same. A version that passes first answers the
    share `canary_share` of the conversations, or all at once where that is 0 or nothing is live. Files of the
    `kept_versions` newest versions are kept to go back to.
    """

    models_dir: Path
    measuring: Measuring = field(default_factory=Measuring)
    rules: GateRules = field(default_factory=GateRules)
    recipe: Callable[[str], Recipe] = Recipe.faq
    general: Callable[[str], GeneralIntents | None] = lambda language: None
    phrasing: Callable[[str], Phrasing | None] = lambda language: None
    canary_share: float = 0.0
    kept_versions: int = 10


@dataclass(frozen=True, slots=True)
class CandidateOutcome:
    """What became of one candidate: `settings` are nex-cv's figures per setting, `reasons` why it was blocked.

    `invariance` is the share, in [0, 1], of the answers that stay the same when questions are asked in another way.

    A promoted one whose `status` is "canary" answers a share of the conversations first.
    """

    company: str
    language: str
    version: str
    verdict: gate.GateVerdict
    status: VersionStatus
    settings: tuple[Mapping[str, Any], ...]
    reasons: tuple[GateReason, ...]
    invariance: float | None = None


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fitted model on its way to the gate; `classifier` and `file` are None when the data cannot be learnt from."""

    snapshot: DatasetSnapshot
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
    planned: Callable[[Sequence[str]], None] = lambda _: None,
) -> list[CandidateOutcome]:
    """Retrain the company's languages whose data or recipe changed, or all when none did.

    `planned` is told the languages, in their order; `progress` gives what is told how far measuring one is.
    Raises AlreadyTraining when another process is at it.
    """
    with only_one(plan.models_dir / company.key), one_thread(), few_collections():
        taken = [
            database.read_now(lambda conn, code=code: snapshots.take(conn, company, code, now()))  # type: ignore[misc]
            for code in company.languages
        ]
        taught = [s for s in taken if s.examples] or taken[:1]
        news = [s for s in taught if database.read_now(partial(_is_news, snapshot=s, plan=plan))]
        planned([each.language for each in news or taught])
        return [
            _retrain_language(database, each, plan, now, progress(each.language) if progress else None)
            for each in news or taught
        ]


def _retrain_language(
    database: Database, snapshot: DatasetSnapshot, plan: Plan, now: Callable[[], datetime], progress: Progress | None
) -> CandidateOutcome:
    general, phrasing = plan.general(snapshot.language), plan.phrasing(snapshot.language)
    guesses = KnownGuesses(_guesses_file(snapshot, plan), general) if general else None
    general = guesses.intents if guesses else None
    recipe, measured = _learnt_by(
        database, snapshot, plan, lambda recipe: measure(snapshot, recipe, plan.measuring, progress, general, phrasing)
    )
    if guesses:
        guesses.keep([*snapshot.texts, *measured.variants.values()])
    candidate = _make_candidate(database, snapshot, recipe, measured.calibration, plan, now())
    live, known = database.read_now(lambda conn: _live(conn, snapshot, plan, general))
    compared, asked, measuring = measured, general, plan.measuring
    if known and ((known.stage == "faq" and general) or known.folds is not measuring.folds):
        # An earlier version of Candor measured the FAQ stage alone, or with near-copies on both sides.
        general, measuring = general if known.stage != "faq" else None, replace(measuring, folds=known.folds)
        compared = measure(snapshot, recipe, measuring, progress, general)
    mine = candidate_evidence(snapshot, compared, candidate.classifier, candidate.file, plan.measuring.threshold, asked)
    anchor = database.read_now(lambda conn: anchor_of(conn, snapshot, live, now()))
    if anchor and (mine.stage, mine.folds) != (anchor.evidence.stage, anchor.evidence.folds):
        anchor = None
    judge = Judge(snapshot, recipe, plan.rules, measuring, progress, general)
    decision = judge.decide(mine, known, live.recipe if live else None, anchor)
    _ask_again(database, candidate, live, plan, asked, now())
    changed.keep_origins(database, snapshot, candidate.version_id, live, now())
    changed.keep(database, snapshot, candidate.version_id, known, measured.cases, now())
    share = plan.canary_share if live else 0.0
    version = database.write_now(lambda conn: _conclude(conn, candidate, live, measured, decision, share, now()))
    _prune(database, snapshot, plan, now())
    return CandidateOutcome(
        company=snapshot.company.key,
        language=snapshot.language,
        version=version.name,
        verdict=decision.verdict,
        status=version.status,
        settings=tuple(measured.record["settings"]),
        reasons=decision.reasons,
        invariance=(measured.record.get("invariance") or {}).get("share"),
    )


def _prune(database: Database, snapshot: DatasetSnapshot, plan: Plan, now: datetime) -> None:
    own = (snapshot.company.id, snapshot.language)
    prune(database, models.VERSIONS, *own, models_dir=plan.models_dir, keep=plan.kept_versions, now=now)


def _guesses_file(snapshot: DatasetSnapshot, plan: Plan) -> Path:
    return plan.models_dir / snapshot.company.key / f"{snapshot.language}.general"


def _ask_again(
    database: Database,
    candidate: _Candidate,
    live: ModelVersion | None,
    plan: Plan,
    general: GeneralIntents | None,
    now: datetime,
) -> None:
    """Record which of the questions that candidates asked last would get another answer."""
    classifier, snapshot = candidate.classifier, candidate.snapshot
    if live is None or classifier is None:
        return
    threshold = plan.measuring.threshold
    found = database.read_now(
        lambda conn: replay(conn, snapshot, live, classifier, plan.models_dir, threshold, general)
    )
    if found is not None:
        its = (snapshot.company.id, candidate.version_id, REPLAY, found.to_dict())
        database.write_now(lambda conn: models.record_evaluation(conn, *its, seconds=0.0, now=now))


def _is_news(conn: Connection, snapshot: DatasetSnapshot, plan: Plan) -> bool:
    """Whether neither the live version nor the canary has learnt this data by a recipe that it would be learnt by."""
    asked = plan.recipe(snapshot.language)
    live, canary = (get(conn, snapshot.company.id, snapshot.language) for get in (models.live, models.canary))
    recipes = suited_recipe(asked, snapshot), kept_recipe(asked, snapshot, live)
    learnt = {snapshots.fingerprint(snapshot, recipe) for recipe in recipes if recipe}
    return learnt.isdisjoint(version.fingerprint for version in (live, canary) if version)


def _learnt_by(
    database: Database, snapshot: DatasetSnapshot, plan: Plan, measure_by: Callable[[Recipe], MeasuredModel]
) -> tuple[Recipe, MeasuredModel]:
    """The recipe to learn by, and what it measures: where the data has outgrown the thesaurus, the better of two."""
    asked = plan.recipe(snapshot.language)
    live = database.read_now(lambda conn: models.live(conn, snapshot.company.id, snapshot.language))
    recipe, kept = suited_recipe(asked, snapshot), kept_recipe(asked, snapshot, live)
    measured = measure_by(recipe)
    if kept is not None and is_better(measured_as_kept := measure_by(kept), measured):
        return kept, measured_as_kept
    return recipe, measured


def _make_candidate(
    database: Database,
    snapshot: DatasetSnapshot,
    recipe: Recipe,
    calibration: Calibration | None,
    plan: Plan,
    now: datetime,
) -> _Candidate:
    fingerprint = snapshots.fingerprint(snapshot, recipe)
    classifier, file, digest = None, "", ""
    if snapshot.distinct_categories >= 2:
        classifier, end = fit_from(snapshot.texts, snapshot.categories, recipe, seed=plan.measuring.seed)
        classifier = replace(classifier, calibration=calibration or classifier.calibration)
        file = f"{snapshot.company.key}/{snapshot.language}-{now:%Y%m%dT%H%M%S}-{fingerprint[:12]}.candor"
        given = {"company": snapshot.company.key, "language": snapshot.language, "fingerprint": fingerprint}
        digest = model_file.save(plan.models_dir / file, classifier, {**given, "created": now.isoformat()})
        warm_start_file.save(snapshots.start_file(snapshot, plan.models_dir), end)
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


def _live(
    conn: Connection, snapshot: DatasetSnapshot, plan: Plan, general: GeneralIntents | None
) -> tuple[ModelVersion | None, GateEvidence | None]:
    live = models.live(conn, snapshot.company.id, snapshot.language)
    if live is None:
        return None, None
    return live, live_evidence(conn, live, snapshot, plan.models_dir, plan.measuring.threshold, general)


def _conclude(
    conn: Connection,
    candidate: _Candidate,
    live: ModelVersion | None,
    measured: MeasuredModel,
    decision: GateDecision,
    share: float,
    now: datetime,
) -> ModelVersion:
    company_id, version_id = candidate.snapshot.company.id, candidate.version_id
    seconds = measured.record["seconds"]
    models.record_evaluation(conn, company_id, version_id, "nex-cv", measured.record, seconds, now)
    if measured.cases is not None:
        models.record_evaluation(conn, company_id, version_id, CASES, measured.cases.to_dict(), seconds, now)
    reasons, notes = ([one.to_dict() for one in ones] for ones in (decision.reasons, decision.notes))
    models.record_gate(conn, company_id, version_id, live.id if live else None, decision.verdict, reasons, now, notes)
    if decision.verdict == "blocked":
        return models.block(conn, company_id, version_id)
    if share > 0:
        return models.try_out(conn, company_id, version_id, share, now)
    return models.promote(conn, company_id, version_id, now)
