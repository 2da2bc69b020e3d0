"""A company's breakdown detectors: which one judges now, and why one was blocked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Final

from sqlalchemy import Connection, select

from storage.models.lifecycle import Lifecycle, Override, Version
from storage.tables.breakdown import detector as table

__all__ = [
    "VERSIONS",
    "DetectorVersion",
    "add_candidate",
    "cases_of",
    "conclude",
    "get",
    "history",
    "live",
    "live_versions",
    "override",
    "retire",
    "roll_back",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectorVersion(Version):
    """A detector that was trained; `taught` marks what it learnt from.

    `figures` and `reasons` are None before its verdict; `override` tells who let it go live though it was blocked.
    """

    letter: ClassVar[str] = "d"
    taught: str
    figures: dict[str, Any] | None
    reasons: list[dict[str, Any]] | None
    override: dict[str, Any] | None


VERSIONS: Final = Lifecycle(table, DetectorVersion, "detector")
add_candidate = VERSIONS.add_candidate
get = VERSIONS.get
live = VERSIONS.live
history = VERSIONS.history


def live_versions(conn: Connection) -> dict[int, int]:
    """Return the live detector's id by the company's, of every company: for the operator and for start-up."""
    rows = conn.execute(select(table.c.company_id, table.c.id).where(table.c.status == "live"))
    return {row.company_id: row.id for row in rows}


def conclude(
    conn: Connection,
    company_id: int,
    detector_id: int,
    *,
    figures: Mapping[str, Any],
    cases: Sequence[Any],
    reasons: Sequence[Mapping[str, Any]],
    now: datetime,
) -> DetectorVersion:
    """Keep the verdict on a candidate: with reasons it is blocked, without any it goes live; raise WrongState."""
    chosen = VERSIONS.chosen(conn, company_id, detector_id, "candidate")
    told = {"figures": dict(figures), "cases": list(cases), "reasons": [dict(reason) for reason in reasons]}
    VERSIONS.note(conn, company_id, chosen, **told)
    if reasons:
        return VERSIONS.become(conn, company_id, chosen, "blocked")
    return VERSIONS.make_live(conn, company_id, chosen, now)


def cases_of(conn: Connection, company_id: int, detector_id: int) -> list[Any]:
    """Return what a detector said when it was measured; empty before its verdict."""
    return conn.scalar(select(table.c.cases).where(table.c.id == detector_id, table.c.company_id == company_id)) or []


def roll_back(conn: Connection, company_id: int, detector_id: int, now: datetime) -> DetectorVersion:
    """Let a retired detector judge again; raise NotFound, WrongState."""
    return VERSIONS.make_live(conn, company_id, VERSIONS.chosen_again(conn, company_id, detector_id), now)


def override(
    conn: Connection, company_id: int, detector_id: int, *, name: str, reason: str, now: datetime
) -> DetectorVersion:
    """Let a blocked detector judge, and keep who decided so and why; raise NotFound, WrongState."""
    chosen = VERSIONS.chosen(conn, company_id, detector_id, "blocked")
    VERSIONS.note(conn, company_id, chosen, override=Override(name, reason, now).to_dict())
    return VERSIONS.make_live(conn, company_id, chosen, now)


def retire(conn: Connection, company_id: int, detector_id: int) -> DetectorVersion:
    """Let the starter's detector judge again instead of the live one; raise NotFound, WrongState."""
    return VERSIONS.become(conn, company_id, VERSIONS.chosen(conn, company_id, detector_id, "live"), "retired")
