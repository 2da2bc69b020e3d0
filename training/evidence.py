"""What the gate gets to know of a candidate and of the live model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Final

from evaluation.gate.cases import CaseAnswer, KeptCases, question_id
from evaluation.gate.decision import GateEvidence
from evaluation.general_stage import GeneralIntents
from nlu.classifier import model_file
from nlu.classifier.text_classifier import TextClassifier
from nlu.errors import ModelFileError
from storage import Connection
from storage.models import models
from storage.models.models import ModelVersion
from storage.reviews import reviewed_questions
from training.golden import golden_answers
from training.measuring import MeasuredModel
from training.snapshot import DatasetSnapshot

CASES: Final = "nex-cv-cases"
"""Kind under which the cases of an evaluation are recorded beside its figures."""

_TIMED_QUESTIONS: Final = 50


def candidate_evidence(
    snapshot: DatasetSnapshot,
    measured: MeasuredModel,
    classifier: TextClassifier | None,
    file: Path | None,
    threshold: float,
    general: GeneralIntents | None = None,
) -> GateEvidence:
    """Return what is known of a candidate; without a classifier there is nothing to time."""
    return GateEvidence.from_record(
        measured.record,
        golden_answers(classifier, snapshot.golden, threshold, general),
        measured.cases,
        examples=snapshot.examples,
        groups=snapshot.groups,
        removed=snapshot.removed,
        standing=snapshot.standing,
        variants=measured.variants,
        milliseconds=_milliseconds(classifier, snapshot.texts) if classifier else None,
        megabytes=file.stat().st_size / 1_000_000 if file else None,
    )


def live_evidence(
    conn: Connection,
    live: ModelVersion,
    snapshot: DatasetSnapshot,
    models_dir: Path,
    threshold: float,
    general: GeneralIntents | None = None,
) -> GateEvidence | None:
    """Return what is known of the live model; a damaged file still counts with its record, without golden answers.

    A version that was recorded without cases is judged by its figures alone.
    """
    record = models.evaluation(conn, snapshot.company.id, live.id)
    kept = models.evaluation(conn, snapshot.company.id, live.id, CASES)
    if record is None:
        return None
    try:
        classifier, _ = model_file.load(models_dir / live.file, sha256=live.sha256)
        golden = golden_answers(classifier, snapshot.golden, threshold, general)
    except ModelFileError:
        golden = ()
    cases = KeptCases.from_dict(kept).called(snapshot.standing, snapshot.merged) if kept else None
    said = reviewed_questions.of_version(conn, snapshot.company.id, snapshot.language, live.name)
    reviewed = {question_id(one.question): CaseAnswer(one.category, one.answer) for one in said}
    return GateEvidence.from_record(record, golden, cases, reviewed=reviewed)


def _milliseconds(classifier: TextClassifier, texts: Sequence[str]) -> float:
    """Return the median of the processor time that one question takes, whatever else the machine does."""
    step = max(1, len(texts) // _TIMED_QUESTIONS)
    classifier.rank(texts[0], limit=1)  # the first question loads what later ones find ready
    seconds = []
    for text in texts[::step]:
        started = thread_time()
        classifier.rank(text, limit=1)
        seconds.append(thread_time() - started)
    return median(seconds) * 1000
