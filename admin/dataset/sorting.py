"""The list of categories sorted and filtered: by size, score, confusion, deferrals, last change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal, get_args

from storage import Connection
from storage.dataset import category_facts
from storage.dataset.dataset import Category
from storage.models import models

Sort = Literal["name", "size", "score", "confusion", "deferrals", "changed"]
Only = Literal["all", "no_answer", "few", "weak", "deferred"]
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)
ONLY: Final[tuple[Only, ...]] = get_args(Only)
FEW: Final = 10
"""Fewer questions than that are few."""
WEAK: Final = 0.7
"""Less than this share right in the live model's test is weak."""
DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class ScoredCategory:
    """A category: `score` is the share of its test questions that the live model gets right, `confusion` the share
    mixed up with another one; both None where it was not measured. `deferrals` are of the last days.
    """

    category: Category
    has_answer: bool
    score: float | None = None
    confusion: float | None = None
    deferrals: int = 0
    changed: datetime | None = None


_KEYS: Final[Mapping[Sort, Callable[[ScoredCategory], Any]]] = {
    "name": lambda row: 0,
    "size": lambda row: -row.category.examples,
    "score": lambda row: 2.0 if row.score is None else row.score,
    "confusion": lambda row: -(row.confusion or 0.0),
    "deferrals": lambda row: -row.deferrals,
    "changed": lambda row: 0.0 if row.changed is None else -row.changed.timestamp(),
}
_KEPT: Final[Mapping[Only, Callable[[ScoredCategory], bool]]] = {
    "all": lambda row: True,
    "no_answer": lambda row: not row.has_answer,
    "few": lambda row: row.category.examples < FEW,
    "weak": lambda row: row.score is not None and row.score < WEAK,
    "deferred": lambda row: row.deferrals > 0,
}


def arranged(rows: Sequence[ScoredCategory], sort: Sort, only: Only) -> list[ScoredCategory]:
    """Return the rows that are wanted, what needs a look first; rows that are alike stay in their order."""
    return sorted(filter(_KEPT[only], rows), key=_KEYS[sort])


def chosen(query: Mapping[str, str]) -> tuple[Sort, Only]:
    """Return what an address asks for.

    >>> chosen({"sort": "size", "only": "secret"})
    ('size', 'all')
    """
    sort: Sort = next((each for each in SORTS if each == query.get("sort")), "name")
    only: Only = next((each for each in ONLY if each == query.get("only")), "all")
    return sort, only


def rows_of(
    conn: Connection, company_id: int, language: str, known: Sequence[tuple[Category, bool]], now: datetime
) -> list[ScoredCategory]:
    """Return the row of each of these categories, each with whether it has an answer."""
    live = models.live(conn, company_id, language)
    record = (models.evaluation(conn, company_id, live.id) if live else None) or {}
    scores, confusion = _scores(record), _confusion(record)
    deferred = category_facts.deferrals(conn, company_id, language, now - timedelta(days=DAYS))
    changed = category_facts.last_changes(conn, company_id, language)
    return [
        ScoredCategory(c, has, scores.get(c.name), confusion.get(c.name), deferred.get(c.name, 0), changed.get(c.id))
        for c, has in known
    ]


def _scores(record: Mapping[str, Any]) -> dict[str, float]:
    """From the first setting: every category is tested, none is held back whole."""
    for setting in record.get("settings", ())[:1]:
        figures = setting.get("per_category", ())
        return {one["category"]: one["answered_right"] / one["total"] for one in figures if one["total"]}
    return {}


def _confusion(record: Mapping[str, Any]) -> dict[str, float]:
    found: dict[str, float] = {}
    for pair in record.get("worst_pairs", ()):
        for name in (pair["a"], pair["b"]):
            found[name] = max(pair["confusion"], found.get(name, 0.0))
    return found
