"""What a version changed, compared by its retrain: whoever looks at it first waits for no comparison."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Final

from evaluation.gate.cases import KeptCases
from evaluation.gate.decision import GateEvidence
from evaluation.gate.kept_changes import changes_from, changes_json
from evaluation.gate.version_changes import VersionChanges, changes_between
from storage import Connection, Database
from storage.dataset import categories
from storage.models import models
from storage.models.models import ModelVersion
from training.snapshot import DatasetSnapshot

CHANGED: Final = "changed"
"""Kind under which the comparison is recorded beside a version's figures."""
ORIGINS: Final = "origins"
"""Kind under which is recorded where its new questions came from."""


def keep(
    database: Database,
    snapshot: DatasetSnapshot,
    version_id: int,
    before: GateEvidence | None,
    after: KeptCases | None,
    now: datetime,
) -> None:
    """Record what a version changed beside the live one, where cases of both are known."""
    if before is None or before.cases is None or after is None:
        return
    changes = changes_json(changes_between(before.cases, after))
    its = (snapshot.company.id, version_id, CHANGED, {"merged": sorted(snapshot.merged.items()), **changes})
    database.write_now(lambda conn: models.record_evaluation(conn, *its, seconds=0.0, now=now))


def keep_origins(
    database: Database, snapshot: DatasetSnapshot, version_id: int, live: ModelVersion | None, now: datetime
) -> None:
    """Record where the questions came from that a version was taught and the live one was not: later they may move."""
    new = Counter(origin for origin, added in snapshot.origins if live is None or added > live.created)
    counted = sorted(new.items(), key=lambda one: (-one[1], one[0]))
    its = (snapshot.company.id, version_id, ORIGINS, {"origins": counted})
    database.write_now(lambda conn: models.record_evaluation(conn, *its, seconds=0.0, now=now))


def origins_of(conn: Connection, company_id: int, model_id: int) -> list[tuple[str, int]] | None:
    """Return how many new questions came from where when a version was trained; None where nothing was recorded."""
    record = models.evaluation(conn, company_id, model_id, ORIGINS)
    return None if record is None else [(origin, n) for origin, n in record["origins"]]


def of_version(conn: Connection, company_id: int, model_id: int) -> VersionChanges | None:
    """Return what its retrain found; None where nothing was recorded, or categories were merged or parted since."""
    record = models.evaluation(conn, company_id, model_id, CHANGED)
    if record is None or categories.merged(conn, company_id) != dict(record["merged"]):
        return None
    return changes_from(record)
