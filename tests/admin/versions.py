"""Versions of the demo company's model as the gate left them: live, or blocked for some reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from admin.models.words import FIGURES
from storage import Connection
from storage.models import models
from storage.models.model_records import GateVerdict
from storage.models.models import ModelVersion
from tests.admin.world import NOW, World

FELL = {"min_category_size": 0, "other_min_prop": 0.15, "before": 0.81, "after": 0.74, "fall": 0.07, "tolerance": 0.02}
WORSE = {
    "category": "salary", "tested": 9, "lost": 5, "before": 0.9, "after": 0.5, "answer": "benefits", "count": 4,
}  # fmt: skip


def record(accuracy: float) -> dict[str, Any]:
    figures = {name: {"mean": accuracy, "low": accuracy - 0.025, "high": accuracy + 0.015} for name in FIGURES}
    settings = [(0, 0.0), (0, 0.15), (5, 0.0)]
    pair = {"a": "benefits", "b": "salary", "confusion": 0.12, "a_as_b": 5, "b_as_a": 2}
    return {
        "settings": [{"min_category_size": k, "other_min_prop": p, **figures, "retries": []} for k, p in settings],
        "worst_pairs": [pair],
        "examples": 1234,
        "categories": 75,
    }


def add_version(
    world: World, accuracy: float = 0.8, reasons: Sequence[dict[str, Any]] = (), *, live_id: int | None = None
) -> ModelVersion:
    """Add a version that was promoted, or blocked for these reasons."""

    def add(conn: Connection) -> ModelVersion:
        new = models.add_candidate(
            conn, world.demo.id, language="en", file="f", sha256="0" * 64, fingerprint="x",
            dataset_revision=1, recipe={}, now=NOW,
        )  # fmt: skip
        models.record_evaluation(conn, world.demo.id, new.id, "nex-cv", record(accuracy), 1.0, NOW)
        verdict: GateVerdict = "blocked" if reasons else "promoted"
        models.record_gate(conn, world.demo.id, new.id, live_id, verdict, reasons, NOW)
        if reasons:
            return models.block(conn, world.demo.id, new.id)
        return models.promote(conn, world.demo.id, new.id, NOW)

    added: ModelVersion = world.now(add)
    return added
