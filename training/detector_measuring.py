"""Measuring a detector: verdicts on dialogues it has not seen, beside the live detector's on the same turns."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import structlog

from evaluation.breakdown.detector_gate import JudgedTurn
from evaluation.breakdown.dialogues import Dialogue, JudgedUtterance, targets
from evaluation.classifier import Progress
from nlu.breakdown import detector_file
from nlu.breakdown.detector import Detector
from nlu.breakdown.dialogue import Distribution, Label, Verdict
from nlu.breakdown.strong import StrongDetector
from nlu.errors import ModelFileError
from storage import Database
from storage.companies.companies import Company
from storage.models import detectors

log = structlog.get_logger()

FOLDS: Final = 5

TurnName = tuple[str, int]
Said = tuple[Distribution, Verdict]
"""The annotators' shares of a turn as it was measured, and the verdict of a detector that had not seen its dialogue."""


@dataclass(frozen=True, slots=True)
class DetectorPlan:
    """Where detectors are kept, how many, and the starter: its dialogues, and the detector learnt from them alone."""

    models_dir: Path
    starter_dialogues: Sequence[Dialogue]
    starter: Callable[[], Detector]
    seed: int = 0
    kept_versions: int = 10


@dataclass(frozen=True, slots=True)
class LiveDetector:
    """The live detector, and what it said when it was measured."""

    detector: Detector
    measured: Mapping[TurnName, Said]


def fold_of(dialogue: str, seed: int = 0) -> int:
    """Return the fold in which a dialogue is held back.

    >>> fold_of("demo-1") == fold_of("demo-1")
    True
    """
    return hashlib.blake2b(f"{seed} {dialogue}".encode(), digest_size=8).digest()[0] % FOLDS


def cross_validated(everything: Sequence[Dialogue], seed: int, progress: Progress) -> dict[TurnName, Verdict]:
    """Return the verdict on each annotated turn by a detector that learnt from the dialogues of the other folds."""
    said: dict[TurnName, Verdict] = {}
    for fold in range(FOLDS):
        held = [one for one in everything if fold_of(one.id, seed) == fold]
        asked = targets(held)
        if asked:
            detector = fit([one for one in everything if fold_of(one.id, seed) != fold], seed)
            verdicts = detector.judge([target.context for target in asked])
            said |= {name_of(target): verdict for target, verdict in zip(asked, verdicts, strict=True)}
        progress(fold + 1, FOLDS + 1)
    return said


def fit(dialogues: Sequence[Dialogue], seed: int) -> StrongDetector:
    """Return the detector learnt from annotated dialogues."""
    from nlu.breakdown import training  # scikit-learn takes a second to import, and the desk needs none

    return training.fit([one.utterances() for one in dialogues], [one.ratings() for one in dialogues], seed=seed)


def name_of(target: JudgedUtterance) -> TurnName:
    """Return what names an annotated turn."""
    return target.dialogue, target.turn


def live_detector(database: Database, company: Company, plan: DetectorPlan) -> LiveDetector:
    """Return the live detector; one whose file is broken does not judge, so the starter is compared with."""
    live = database.read_now(lambda conn: detectors.live(conn, company.id))
    if live is not None:
        try:
            detector = detector_file.load(plan.models_dir / live.file, sha256=live.sha256)[0]
        except ModelFileError as error:
            log.error("detector_refused", company=company.key, version=live.name, reason=str(error))
        else:
            cases = database.read_now(lambda conn: detectors.cases_of(conn, company.id, live.id))
            return LiveDetector(detector, dict(map(_case_of, cases)))
    return LiveDetector(plan.starter(), _of_starter(plan))


def _of_starter(plan: DetectorPlan) -> dict[TurnName, Said]:
    said = cross_validated(plan.starter_dialogues, plan.seed, lambda done, of: None)
    return {name_of(one): (one.gold, said[name_of(one)]) for one in targets(plan.starter_dialogues)}


def judged_turns(
    everything: Sequence[Dialogue], own: Collection[str], said: Mapping[TurnName, Verdict], known: LiveDetector
) -> list[JudgedTurn]:
    """Put both verdicts beside each turn: what the live detector said when measured, else what it says now."""
    asked = targets(everything)
    unknown = [target for target in asked if name_of(target) not in known.measured]
    verdicts = known.detector.judge([target.context for target in unknown]) if unknown else []
    live = {name_of(target): verdict for target, verdict in zip(unknown, verdicts, strict=True)}
    turns = []
    for target in asked:
        name = name_of(target)
        measured = known.measured.get(name)
        verdict = measured[1] if measured else live[name]
        familiar = measured is not None and measured[0] == target.gold
        turns.append(JudgedTurn(target, said[name], verdict, familiar, target.dialogue in own))
    return turns


def case(target: JudgedUtterance, verdict: Verdict) -> list[Any]:
    """Return what is kept of a measured turn, as JSON."""
    return [*name_of(target), target.gold.shares(), verdict.distribution.shares(), verdict.label.value]


def _case_of(stored: Sequence[Any]) -> tuple[TurnName, Said]:
    dialogue, turn, gold, shares, label = stored
    return (dialogue, turn), (Distribution(*gold), Verdict(Label(label), Distribution(*shares)))
