"""Retraining a company's breakdown detector: fit, measure, gate, promote or block. Killed anywhere, the live one stays.

It learns from the starter's dialogues and the company's own. It is measured by k-fold over whole dialogues, whose fold
follows from a hash of their name, so that one more dialogue moves no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from evaluation.breakdown.detector_gate import Compared, compare
from evaluation.breakdown.dialogues import Dialogue, targets
from evaluation.classifier import Progress
from nlu.breakdown import detector_file
from nlu.breakdown.dialogue import Verdict
from nlu.breakdown.strong import StrongDetector
from storage import Connection, Database
from storage.annotations import annotating
from storage.companies.companies import Company
from storage.models import detectors
from storage.models.detectors import DetectorVersion
from storage.people import audit
from training.detector_measuring import (
    FOLDS,
    DetectorPlan,
    TurnName,
    case,
    cross_validated,
    fit,
    judged_turns,
    live_detector,
    name_of,
)
from training.dialogues import all_dialogues
from training.low_priority import only_one
from training.pruning import prune

__all__ = ["DetectorPlan", "TooFewTurnsError", "Trained", "is_enough", "learnable", "retrain"]

FEWEST_TURNS: Final = 100
FEWEST_DIALOGUES: Final = 10


class TooFewTurnsError(ValueError):
    """There is too little to learn from; the message says how much is missing."""


@dataclass(frozen=True, slots=True)
class Trained:
    """What became of a candidate."""

    version: DetectorVersion
    verdict: Literal["promoted", "blocked"]
    turns: int
    dialogues: int
    compared: tuple[Compared, ...]

    @property
    def reasons(self) -> list[Compared]:
        """Why it was blocked."""
        return [each for each in self.compared if each.is_worse]


def learnable(own: Sequence[Dialogue]) -> tuple[int, int]:
    """Return how many annotated turns, in how many dialogues, there are to learn from."""
    counts = [sum(bool(turn.annotations) for turn in dialogue.turns) for dialogue in own]
    return sum(counts), sum(count > 0 for count in counts)


def is_enough(turns: int, dialogues: int) -> bool:
    """Tell whether a detector can be learnt from so much and compared."""
    return turns >= FEWEST_TURNS and dialogues >= FEWEST_DIALOGUES


def retrain(
    database: Database,
    company: Company,
    plan: DetectorPlan,
    *,
    now: Callable[[], datetime],
    actor: str = "candor",
    progress: Progress | None = None,
) -> Trained:
    """Train, measure and promote or block a detector for the company.

    Raises TooFewTurnsError, and AlreadyTraining when another process is at it.
    """
    with only_one(plan.models_dir / company.key / "detectors"):
        own, taught = database.read_now(
            lambda conn: (all_dialogues(conn, company), annotating.taught(conn, company.id).mark)
        )
        turns, count = learnable(own)
        if not is_enough(turns, count):
            raise TooFewTurnsError(_missing(turns, count))
        return _retrain(database, company, plan, own, taught, now, actor, progress or (lambda done, of: None))


def _retrain(
    database: Database,
    company: Company,
    plan: DetectorPlan,
    own: Sequence[Dialogue],
    taught: str,
    now: Callable[[], datetime],
    actor: str,
    progress: Progress,
) -> Trained:
    everything = [*plan.starter_dialogues, *own]
    said = cross_validated(everything, plan.seed, progress)
    known = live_detector(database, company, plan)
    compared = compare(judged_turns(everything, {one.id for one in own}, said, known), seed=plan.seed)
    learnt = fit(everything, plan.seed)
    progress(FOLDS + 1, FOLDS + 1)
    version = _enter(database, company, plan, learnt, taught, now())
    turns, dialogues = learnable(own)
    trained = Trained(version, "promoted", turns, dialogues, tuple(compared))
    ended = database.write_now(lambda conn: _conclude(conn, company, trained, everything, said, actor, now()))
    prune(database, detectors.VERSIONS, company.id, models_dir=plan.models_dir, keep=plan.kept_versions, now=now())
    return ended


def _enter(
    database: Database, company: Company, plan: DetectorPlan, learnt: StrongDetector, taught: str, now: datetime
) -> DetectorVersion:
    file = f"{company.key}/detectors/{now:%Y%m%dT%H%M%S%f}.candor"
    given = {"company": company.key, "taught": taught, "created": now.isoformat()}
    digest = detector_file.save(plan.models_dir / file, learnt, given)
    return database.write_now(
        lambda conn: detectors.add_candidate(conn, company.id, file=file, sha256=digest, taught=taught, now=now)
    )


def _conclude(
    conn: Connection,
    company: Company,
    trained: Trained,
    everything: Sequence[Dialogue],
    said: Mapping[TurnName, Verdict],
    actor: str,
    now: datetime,
) -> Trained:
    reasons = [each.to_dict() for each in trained.reasons]
    figures = {
        "turns": trained.turns,
        "dialogues": trained.dialogues,
        "compared": [c.to_dict() for c in trained.compared],
    }
    cases = [case(target, said[name_of(target)]) for target in targets(everything)]
    given: dict[str, Any] = {"figures": figures, "cases": cases, "reasons": reasons, "now": now}
    version = detectors.conclude(conn, company.id, trained.version.id, **given)
    verdict: Literal["promoted", "blocked"] = "blocked" if reasons else "promoted"
    audit.write(conn, company.id, actor, f"detector_{verdict}", {"version": version.name}, now)
    return Trained(version, verdict, trained.turns, trained.dialogues, trained.compared)


def _missing(turns: int, dialogues: int) -> str:
    lacks = [
        f"{fewest - have} more {what}"
        for have, fewest, what in ((turns, FEWEST_TURNS, "annotated turns"), (dialogues, FEWEST_DIALOGUES, "dialogues"))
        if have < fewest
    ]
    return (
        f"{turns} annotated turns in {dialogues} dialogues are too few to learn from: annotate {' and '.join(lacks)} "
        f"(at least {FEWEST_TURNS} turns in {FEWEST_DIALOGUES} dialogues)."
    )
