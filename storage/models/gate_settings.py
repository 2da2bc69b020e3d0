"""What a company compares its new models with: the version that it pinned, or the best of the last days."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from storage.database.errors import WrongState
from storage.models.models import VERSIONS, ModelVersion
from storage.tables.gate import anchor
from storage.tables.model import gate_decision
from storage.tables.model import model as models

DAYS: Final = 30
"""How far back the versions go among which an anchor is sought."""


def pinned(conn: Connection, company_id: int, language: str) -> ModelVersion | None:
    """Return the version that people pinned as the anchor of this language.

    A blocked version that somebody let go live since takes its place: else what they agreed to blocked every retrain.
    """
    one = (anchor.c.company_id == company_id, anchor.c.language == language)
    row = conn.execute(select(anchor.c.model_id, anchor.c.created).where(*one)).one_or_none()
    if row is None:
        return None
    agreed = [model_id for model_id, _, at in _overridden(conn, company_id, language) if at >= row.created]
    return VERSIONS.get(conn, company_id, agreed[-1] if agreed else row.model_id)


def pin(conn: Connection, company_id: int, model_id: int, author: str, now: datetime) -> ModelVersion:
    """Make a version that is or was live the anchor of its language; raise NotFound, WrongState for any other."""
    chosen = VERSIONS.get(conn, company_id, model_id)
    if chosen.promoted is None:
        raise WrongState(f"Model {chosen.name} never was live: only one that was can be an anchor.")
    unpin(conn, company_id, chosen.language)
    values = {"language": chosen.language, "model_id": model_id, "author": author, "created": now}
    conn.execute(insert(anchor).values(company_id=company_id, **values))
    return chosen


def unpin(conn: Connection, company_id: int, language: str) -> None:
    """Let the anchor of this language be sought again, if one was pinned."""
    conn.execute(delete(anchor).where(anchor.c.company_id == company_id, anchor.c.language == language))


def anchors(conn: Connection, company_id: int, language: str, now: datetime) -> list[ModelVersion]:
    """Return the versions that were live in the last DAYS days, oldest first, one a day at most: the day's last.

    None from before somebody let a blocked version go live: whoever did wanted what the gate had found.
    """
    since = now - timedelta(days=DAYS)
    consented = max((number for _, number, _ in _overridden(conn, company_id, language)), default=None)
    live = [
        one for one in VERSIONS.was_live(conn, company_id, language) if consented is None or one.number >= consented
    ]
    earlier = [one for one in live if _promoted(one) < since][-1:]  # it was live when the days began
    days = {_promoted(one).date(): one for one in live if _promoted(one) >= since}
    return [*earlier, *days.values()]


def _promoted(version: ModelVersion) -> datetime:
    return version.promoted or version.created


def _overridden(conn: Connection, company_id: int, language: str) -> list[tuple[int, int, datetime]]:
    """Return (id, number, when somebody agreed) of what went live though it was blocked, in the order of agreeing."""
    its: Any = (models.c.id == gate_decision.c.model_id) & (models.c.company_id == gate_decision.c.company_id)
    query = select(models.c.id, models.c.number, gate_decision.c.override).join(gate_decision, its)
    passed = gate_decision.c.override.is_not(None), models.c.promoted.is_not(None)
    rows = conn.execute(query.where(models.c.company_id == company_id, models.c.language == language, *passed))
    found = [(row.id, row.number, datetime.fromisoformat(row.override["at"])) for row in rows]
    return sorted(found, key=lambda one: one[2])
