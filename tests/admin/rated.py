"""Nights that were measured, and pairs that people rated, in the demo company."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from storage import Connection
from storage.models import models, score_history
from storage.models.models import ModelVersion
from storage.models.score_history import NightlyScore
from storage.reviews import ratings
from storage.reviews.ratings import NewPair, Pair, Vote
from tests.admin.world import NOW, World

PAIRS = (
    NewPair("How much will I earn?", "About salary: it depends.", "salary", "salary", 0.9, 0.5),
    NewPair("Is there a bonus?", "About salary: it depends.", "salary", "benefits", 0.8, 0.5),
    NewPair("May I bring my dog?", "", "pets", None, 0.1, 0.5),
)


def settings(accuracy: float) -> list[dict[str, Any]]:
    """Return nex-cv's three settings with this mean."""
    figure = {"mean": accuracy, "low": accuracy - 0.025, "high": accuracy + 0.015}
    return [
        {"min_category_size": k, "other_min_prop": p, "accuracy": figure} for k, p in ((0, 0.0), (0, 0.15), (5, 0.0))
    ]


def live_version(world: World) -> ModelVersion:
    """Return the demo company's live version, made if there is none."""
    found: ModelVersion | None = world.now(lambda conn: models.live(conn, world.demo.id, "en"))
    return found or world.now(lambda conn: _add_version(conn, world.demo.id))


def _add_version(conn: Connection, company_id: int) -> ModelVersion:
    new = models.add_candidate(
        conn, company_id, language="en", file="f", sha256="0" * 64, fingerprint="x",
        dataset_revision=1, recipe={}, now=NOW,
    )  # fmt: skip
    models.record_evaluation(conn, company_id, new.id, "nex-cv", {"settings": settings(0.8)}, 1.0, NOW)
    return models.promote(conn, company_id, new.id, NOW)


def add_nights(world: World, *means: float, cases: list[dict[str, Any]] | None = None) -> None:
    """Let the demo company be measured in these nights, from 1 March 2026 on."""
    version = live_version(world)

    def add(conn: Connection) -> None:
        for night, mean in enumerate(means or (0.7, 0.8)):
            created = NOW + timedelta(days=night)
            slot = f"{created:%Y-%m-%d}T04:00"
            score = NightlyScore(slot, "en", version.id, 100 + night, 12, 0.65, settings(mean), None, created)
            score_history.add(conn, world.demo.id, score, cases or [])

    world.now(add)


def add_sample(world: World, votes: dict[str, tuple[Vote, ...]] | None = None) -> int:
    """Draw PAIRS for rating, with these votes of each rater in their order; return the sample's id."""
    version = live_version(world)

    def add(conn: Connection) -> int:
        sample = ratings.add_sample(
            conn, world.demo.id, version.id, PAIRS, source="nightly", seed=0, author="ada", now=NOW
        )
        drawn = ratings.pairs_of(conn, world.demo.id, sample)
        for rater, said in (votes if votes is not None else {"bob@demo.example": ("yes", "yes", "no")}).items():
            for pair, vote in zip(drawn, said, strict=False):
                ratings.rate(conn, world.demo.id, pair.id, rater, vote, NOW)
        return sample

    return int(world.now(add))


def pairs(world: World, sample: int) -> list[Pair]:
    """Return the sample's pairs as they stand now."""
    found: list[Pair] = world.now(lambda conn: ratings.pairs_of(conn, world.demo.id, sample))
    return found
