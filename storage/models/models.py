"""Model versions: which are candidates, which is live, and why one was blocked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Final, Literal

from sqlalchemy import Connection, select

from storage.database.errors import WrongState
from storage.models import canaries
from storage.models.lifecycle import Lifecycle, Override, Version, VersionStatus
from storage.models.model_records import (
    GateRecord,
    evaluation,
    evaluation_text,
    gate,
    note_override,
    record_evaluation,
    record_gate,
)
from storage.tables.model import model as table

__all__ = [
    "VERSIONS",
    "GateRecord",
    "ModelVersion",
    "Override",
    "VersionStatus",
    "add_candidate",
    "ask_override",
    "block",
    "canary",
    "end_canary",
    "evaluation",
    "evaluation_text",
    "gate",
    "get",
    "history",
    "live",
    "live_versions",
    "note_override",
    "override",
    "promote",
    "record_evaluation",
    "record_gate",
    "roll_back",
    "try_out",
    "was_live",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelVersion(Version):
    """One trained model; `dataset_revision` is the data it learned from."""

    letter: ClassVar[str] = "v"
    language: str
    fingerprint: str
    dataset_revision: int
    recipe: dict[str, Any]


VERSIONS: Final = Lifecycle(table, ModelVersion, "model", slot=("language",))
add_candidate = VERSIONS.add_candidate
get = VERSIONS.get
live = VERSIONS.live
history = VERSIONS.history
was_live = VERSIONS.was_live


def canary(conn: Connection, company_id: int, language: str) -> ModelVersion | None:
    """Return the version that answers a share of the conversations in this language (`storage.models.canaries`)."""
    return VERSIONS.with_status(conn, company_id, "canary", language)


def live_versions(conn: Connection) -> dict[tuple[int, str], int]:
    """Return the live model's id by (company id, language), of every company: for the operator and for start-up."""
    rows = conn.execute(select(table.c.company_id, table.c.language, table.c.id).where(table.c.status == "live"))
    return {(company_id, language): id_ for company_id, language, id_ in rows}


def promote(conn: Connection, company_id: int, model_id: int, now: datetime) -> ModelVersion:
    """Make a candidate or a canary live and retire the one before it; raise NotFound, WrongState for any other."""
    return _make_live(conn, company_id, VERSIONS.chosen(conn, company_id, model_id, "candidate", "canary"), now)


def try_out(conn: Connection, company_id: int, model_id: int, share: float, now: datetime) -> ModelVersion:
    """Let a candidate or a retired version answer a share, in (0, 1), of the conversations beside the live one.

    A canary that is running is replaced. Raises NotFound, and WrongState when it can't answer or nothing is live.
    """
    chosen = VERSIONS.chosen(conn, company_id, model_id, "candidate", "retired")
    return _try_out(conn, company_id, chosen, share, now)


def end_canary(
    conn: Connection, company_id: int, model_id: int, outcome: Literal["worse", "stopped"], now: datetime
) -> ModelVersion:
    """Let the live version answer all conversations again; raise NotFound, WrongState for anything but a canary."""
    chosen = VERSIONS.chosen(conn, company_id, model_id, "canary")
    canaries.end(conn, company_id, model_id, outcome, now)
    return VERSIONS.become(conn, company_id, chosen, "retired")


def override(
    conn: Connection,
    company_id: int,
    model_id: int,
    *,
    name: str,
    reason: str,
    now: datetime,
    share: float | None = None,
    second: str = "",
) -> ModelVersion:
    """Make a blocked version live though the gate blocked it, or with `share` a canary, and keep who did it and why.

    `second` is who agreed, where two people had to.
    Raises NotFound, and WrongState when it can't go live.
    """
    chosen = VERSIONS.chosen(conn, company_id, model_id, "blocked")
    if share is None:
        passed = _make_live(conn, company_id, chosen, now)
    else:
        passed = _try_out(conn, company_id, chosen, share, now)
    note_override(conn, company_id, model_id, Override(name, reason, now, second=second))
    return passed


def ask_override(conn: Connection, company_id: int, model_id: int, wanted: Override) -> ModelVersion:
    """Keep who wants a blocked version to go live once a second person agrees; raise NotFound, WrongState."""
    chosen = VERSIONS.chosen(conn, company_id, model_id, "blocked")
    note_override(conn, company_id, model_id, wanted)
    return chosen


def roll_back(conn: Connection, company_id: int, to_id: int, now: datetime) -> ModelVersion:
    """Make a retired version live again; raise NotFound, WrongState for a version that never was live."""
    return _make_live(conn, company_id, VERSIONS.chosen_again(conn, company_id, to_id), now)


def block(conn: Connection, company_id: int, model_id: int) -> ModelVersion:
    """Keep a candidate from ever going live; raise NotFound, WrongState."""
    return VERSIONS.become(conn, company_id, VERSIONS.chosen(conn, company_id, model_id, "candidate"), "blocked")


def _make_live(conn: Connection, company_id: int, chosen: ModelVersion, now: datetime) -> ModelVersion:
    """Put this version in the live one's place; a canary was compared with that one, so it ends."""
    _end_canary(conn, company_id, chosen.language, "promoted" if chosen.status == "canary" else "replaced", now)
    return VERSIONS.make_live(conn, company_id, chosen, now)


def _try_out(conn: Connection, company_id: int, chosen: ModelVersion, share: float, now: datetime) -> ModelVersion:
    before = live(conn, company_id, chosen.language)
    if before is None:
        raise WrongState(f"Nothing is live that model {chosen.name} could be compared with.")
    _end_canary(conn, company_id, chosen.language, "replaced", now)
    canaries.begin(conn, company_id, model_id=chosen.id, live_id=before.id, share=share, now=now)
    return VERSIONS.become(conn, company_id, chosen, "canary")


def _end_canary(
    conn: Connection, company_id: int, language: str, outcome: canaries.TrialOutcome, now: datetime
) -> None:
    running = canary(conn, company_id, language)
    if running is not None:
        canaries.end(conn, company_id, running.id, outcome, now)
        VERSIONS.note(conn, company_id, running, status="retired")
