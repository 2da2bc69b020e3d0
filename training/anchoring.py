"""The anchor of a retrain: the version that people pinned, or the best of the last days."""

from __future__ import annotations

from datetime import datetime

from evaluation.gate.anchor import best_of
from evaluation.gate.cases import KeptCases
from evaluation.gate.decision import Anchor, GateEvidence
from storage import Connection
from storage.models import gate_settings, models
from storage.models.models import ModelVersion
from training.evidence import CASES
from training.snapshot import DatasetSnapshot


def anchor_of(conn: Connection, snapshot: DatasetSnapshot, live: ModelVersion | None, now: datetime) -> Anchor | None:
    """Return the version that the candidate is compared with beside the live one; None when the live one is the best.

    A pinned one is taken as it is; else those that were live in the last days are compared with each other.
    """
    pinned = gate_settings.pinned(conn, snapshot.company.id, snapshot.language)
    versions = [pinned] if pinned else gate_settings.anchors(conn, snapshot.company.id, snapshot.language, now)
    known = [(version, kept) for version in versions if (kept := _cases(conn, snapshot, version))]
    best = best_of([kept for _, kept in known])
    if best is None:
        return None
    version, kept = known[best]
    record = models.evaluation(conn, snapshot.company.id, version.id)
    if record is None or (live is not None and version.id == live.id):
        return None
    return Anchor(version.name, GateEvidence.from_record(record, cases=kept))


def _cases(conn: Connection, snapshot: DatasetSnapshot, version: ModelVersion) -> KeptCases | None:
    record = models.evaluation(conn, snapshot.company.id, version.id, CASES)
    return KeptCases.from_dict(record).called(snapshot.standing, snapshot.merged) if record else None
