"""Each version's human estimate beside its nex-cv accuracy, and the categories that overlap for people."""

from __future__ import annotations

from collections import defaultdict

from evaluation.ratings.ratings import RatedPair
from evaluation.ratings.report import Overlap, VersionRatings, overlaps, version_ratings
from storage import Connection
from storage.models import models
from storage.reviews import ratings
from storage.reviews.ratings import Pair


def compared(conn: Connection, company_id: int) -> tuple[list[VersionRatings], list[Overlap]]:
    """Return the versions that have ratings, oldest first, and the overlapping categories of all their pairs.

    When several samples of a version hold the same question, its pair counts once, with the votes of all.
    """
    pairs: dict[int, dict[tuple[str, str], RatedPair]] = defaultdict(dict)
    for sample in reversed(ratings.samples(conn, company_id)):
        of_version = pairs[sample.model_id]
        for pair in ratings.pairs_of(conn, company_id, sample.id):
            key = pair.question, pair.guess
            before = of_version[key].votes if key in of_version else {}
            of_version[key] = rated(pair, {**before, **pair.votes})
    rated_versions = {id_: list(each.values()) for id_, each in pairs.items() if any(p.votes for p in each.values())}
    points = [_point(conn, company_id, id_, rated_versions[id_]) for id_ in sorted(rated_versions)]
    return points, overlaps([pair for each in rated_versions.values() for pair in each])


def rated(pair: Pair, votes: dict[str, ratings.Vote]) -> RatedPair:
    """Return a stored pair as evaluation sees it."""
    return RatedPair(pair.question, pair.guess, pair.category, pair.confidence, pair.threshold, votes)


def _point(conn: Connection, company_id: int, model_id: int, pairs: list[RatedPair]) -> VersionRatings:
    version = models.get(conn, company_id, model_id)
    record = models.evaluation(conn, company_id, model_id) or {}
    return version_ratings(version.name, version.language, pairs, record.get("settings", []))
