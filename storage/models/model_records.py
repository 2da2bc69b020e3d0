"""What is known of a model version beside itself: its figures, and what the gate decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, Text, cast, insert, select, update

from storage.database.rows import found
from storage.models.lifecycle import Override
from storage.tables.model import evaluation as evaluations
from storage.tables.model import gate_decision
from storage.tables.model import model as table

GateVerdict = Literal["promoted", "blocked"]


@dataclass(frozen=True, slots=True)
class GateRecord:
    """What the gate decided about a model, compared with which live one, the reasons as data, and who overrode it.

    `notes` are what it tells beside, which blocks nothing. `asked` is what a second person is still to agree to.
    """

    model_id: int
    live_id: int | None
    verdict: GateVerdict
    reasons: list[dict[str, Any]]
    created: datetime
    override: Override | None = None
    notes: tuple[dict[str, Any], ...] = ()
    asked: Override | None = None


def record_evaluation(
    conn: Connection,
    company_id: int,
    model_id: int,
    kind: str,
    result: Mapping[str, Any],
    seconds: float,
    now: datetime,
) -> None:
    """Keep a model's figures ("nex-cv"), replacing earlier ones of that kind; raise NotFound."""
    _expect_there(conn, company_id, model_id)
    values = {"result": dict(result), "seconds": seconds, "created": now}
    one = (evaluations.c.model_id == model_id, evaluations.c.company_id == company_id, evaluations.c.kind == kind)
    if conn.execute(update(evaluations).where(*one).values(values)).rowcount == 0:
        conn.execute(insert(evaluations).values(company_id=company_id, model_id=model_id, kind=kind, **values))


def evaluation(conn: Connection, company_id: int, model_id: int, kind: str = "nex-cv") -> dict[str, Any] | None:
    """Return a model's figures as they were recorded."""
    one = (evaluations.c.model_id == model_id, evaluations.c.company_id == company_id, evaluations.c.kind == kind)
    result: dict[str, Any] | None = conn.scalar(select(evaluations.c.result).where(*one))
    return result


def evaluation_text(conn: Connection, company_id: int, model_id: int, kind: str) -> str | None:
    """Return a model's figures as the JSON text that stands for them: large ones are read once, and known by it."""
    one = (evaluations.c.model_id == model_id, evaluations.c.company_id == company_id, evaluations.c.kind == kind)
    text: str | None = conn.scalar(select(cast(evaluations.c.result, Text)).where(*one))
    return text


def record_gate(
    conn: Connection,
    company_id: int,
    model_id: int,
    live_id: int | None,
    verdict: GateVerdict,
    reasons: Sequence[Mapping[str, Any]],
    now: datetime,
    notes: Sequence[Mapping[str, Any]] = (),
) -> None:
    """Keep what the gate decided about a model, replacing an earlier decision; raise NotFound."""
    _expect_there(conn, company_id, model_id)
    said = [dict(each) for each in reasons]
    values: dict[str, Any] = {"live_id": live_id, "verdict": verdict, "reasons": said, "created": now, "override": None}
    values["notes"] = [dict(each) for each in notes] or None
    one = (gate_decision.c.model_id == model_id, gate_decision.c.company_id == company_id)
    if conn.execute(update(gate_decision).where(*one).values(values)).rowcount == 0:
        conn.execute(insert(gate_decision).values(company_id=company_id, model_id=model_id, **values))


def gate(conn: Connection, company_id: int, model_id: int) -> GateRecord | None:
    """Return what the gate decided about a model."""
    columns = [column for column in gate_decision.c if column.name != "company_id"]
    one = (gate_decision.c.model_id == model_id, gate_decision.c.company_id == company_id)
    row = conn.execute(select(*columns).where(*one)).one_or_none()
    if row is None:
        return None
    decided = row.model_id, row.live_id, row.verdict, row.reasons, row.created
    said = Override.of(row.override)
    waits = bool(said and said.email)
    return GateRecord(*decided, None if waits else said, tuple(row.notes or ()), said if waits else None)


def note_override(conn: Connection, company_id: int, model_id: int, said: Override | None) -> None:
    """Keep who let a blocked version through, and why (`models.override` lets it), or asks to; None forgets it."""
    one = (gate_decision.c.model_id == model_id, gate_decision.c.company_id == company_id)
    conn.execute(update(gate_decision).where(*one).values(override=said and said.to_dict()))


def _expect_there(conn: Connection, company_id: int, model_id: int) -> None:
    one = (table.c.id == model_id, table.c.company_id == company_id)
    found(conn.scalar(select(table.c.id).where(*one)), "model")
