"""Model versions: which are candidates, which is live, and why one was blocked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, func, insert, select, update

from storage.errors import NotFound, WrongState
from storage.notices import Notice, notify
from storage.rows import AnySelect, found, new_id
from storage.tables import evaluation as evaluations
from storage.tables import gate_decision
from storage.tables import model as table

ModelStatus = Literal["candidate", "live", "blocked", "retired"]
Verdict = Literal["promoted", "blocked"]


@dataclass(frozen=True, slots=True)
class ModelVersion:
    """One trained model; numbers count within the company; `dataset_revision` is the data it learned from."""

    id: int
    number: int
    language: str
    status: ModelStatus
    file: str
    sha256: str
    fingerprint: str
    dataset_revision: int
    recipe: dict[str, Any]
    created: datetime
    promoted: datetime | None

    @property
    def name(self) -> str:
        """Its name for people: v1, v2, ..."""
        return f"v{self.number}"


@dataclass(frozen=True, slots=True)
class Override:
    """Who let a blocked model go live, why, and when."""

    name: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class GateRecord:
    """What the gate decided about a model, compared with which live one, the reasons as data, and who overrode it."""

    model_id: int
    live_id: int | None
    verdict: Verdict
    reasons: list[dict[str, Any]]
    created: datetime
    override: Override | None = None


def add_candidate(
    conn: Connection,
    company_id: int,
    *,
    language: str,
    file: str,
    sha256: str,
    fingerprint: str,
    dataset_revision: int,
    recipe: Mapping[str, Any],
    now: datetime,
) -> ModelVersion:
    """Enter a trained model under the company's next number."""
    last = conn.scalar(select(func.max(table.c.number)).where(table.c.company_id == company_id))
    values: dict[str, Any] = {
        "number": (last or 0) + 1,
        "language": language,
        "status": "candidate",
        "file": file,
        "sha256": sha256,
        "fingerprint": fingerprint,
        "dataset_revision": dataset_revision,
        "recipe": dict(recipe),
        "created": now,
    }
    added = conn.execute(insert(table).values(company_id=company_id, **values))
    return ModelVersion(new_id(added), **values, promoted=None)


def get(conn: Connection, company_id: int, model_id: int) -> ModelVersion:
    """Return the version; raise NotFound."""
    return ModelVersion(*found(conn.execute(_of(company_id).where(table.c.id == model_id)).one_or_none(), "model"))


def live(conn: Connection, company_id: int, language: str) -> ModelVersion | None:
    """Return the version that answers in this language."""
    row = conn.execute(_of(company_id).where(table.c.language == language, table.c.status == "live")).one_or_none()
    return None if row is None else ModelVersion(*row)


def live_versions(conn: Connection) -> dict[tuple[int, str], int]:
    """Return the live model's id by (company id, language), of every company: for the operator and for start-up."""
    rows = conn.execute(select(table.c.company_id, table.c.language, table.c.id).where(table.c.status == "live"))
    return {(company_id, language): id_ for company_id, language, id_ in rows}


def history(conn: Connection, company_id: int, language: str | None = None, limit: int = 100) -> list[ModelVersion]:
    """Return the company's versions (of one language), newest first."""
    query = _of(company_id) if language is None else _of(company_id).where(table.c.language == language)
    return [ModelVersion(*row) for row in conn.execute(query.order_by(table.c.number.desc()).limit(limit))]


def promote(conn: Connection, company_id: int, model_id: int, now: datetime) -> ModelVersion:
    """Make a candidate live and retire the one before it; raise NotFound, WrongState for anything but a candidate."""
    return _make_live(conn, company_id, model_id, "candidate", now)


def override(
    conn: Connection, company_id: int, model_id: int, *, name: str, reason: str, now: datetime
) -> ModelVersion:
    """Make a blocked version live though the gate blocked it; raise NotFound, WrongState when it can't go live."""
    chosen = get(conn, company_id, model_id)
    if not chosen.file:
        raise WrongState(f"Model {chosen.name} could not be trained: there is nothing that could go live.")
    promoted = _make_live(conn, company_id, model_id, "blocked", now)
    one = (gate_decision.c.model_id == model_id, gate_decision.c.company_id == company_id)
    said = {"name": name, "reason": reason, "at": now.isoformat()}
    conn.execute(update(gate_decision).where(*one).values(override=said))
    return promoted


def roll_back(conn: Connection, company_id: int, to_id: int, now: datetime) -> ModelVersion:
    """Make a retired version live again; raise NotFound, WrongState for a version that never was live."""
    return _make_live(conn, company_id, to_id, "retired", now)


def block(conn: Connection, company_id: int, model_id: int) -> ModelVersion:
    """Keep a candidate from ever going live; raise NotFound, WrongState."""
    _expect(get(conn, company_id, model_id), "candidate")
    _set(conn, company_id, model_id, status="blocked")
    notify(conn, Notice("model", company_id, model_id))
    return get(conn, company_id, model_id)


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
    get(conn, company_id, model_id)
    values = {"result": dict(result), "seconds": seconds, "created": now}
    one = (evaluations.c.model_id == model_id, evaluations.c.company_id == company_id, evaluations.c.kind == kind)
    if conn.execute(update(evaluations).where(*one).values(values)).rowcount == 0:
        conn.execute(insert(evaluations).values(company_id=company_id, model_id=model_id, kind=kind, **values))


def evaluation(conn: Connection, company_id: int, model_id: int, kind: str = "nex-cv") -> dict[str, Any] | None:
    """Return a model's figures as they were recorded."""
    one = (evaluations.c.model_id == model_id, evaluations.c.company_id == company_id, evaluations.c.kind == kind)
    result: dict[str, Any] | None = conn.scalar(select(evaluations.c.result).where(*one))
    return result


def record_gate(
    conn: Connection,
    company_id: int,
    model_id: int,
    live_id: int | None,
    verdict: Verdict,
    reasons: Sequence[Mapping[str, Any]],
    now: datetime,
) -> None:
    """Keep what the gate decided about a model, replacing an earlier decision; raise NotFound."""
    get(conn, company_id, model_id)
    said = [dict(each) for each in reasons]
    values = {"live_id": live_id, "verdict": verdict, "reasons": said, "created": now, "override": None}
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
    return GateRecord(*decided, _override(row.override))


def _override(said: dict[str, str] | None) -> Override | None:
    return None if said is None else Override(said["name"], said["reason"], datetime.fromisoformat(said["at"]))


def _of(company_id: int) -> AnySelect:
    return select(*[c for c in table.c if c.name != "company_id"]).where(table.c.company_id == company_id)


def _make_live(conn: Connection, company_id: int, model_id: int, was: ModelStatus, now: datetime) -> ModelVersion:
    chosen = get(conn, company_id, model_id)
    _expect(chosen, was)
    before = live(conn, company_id, chosen.language)
    if before is not None:
        _set(conn, company_id, before.id, status="retired")
    _set(conn, company_id, model_id, status="live", promoted=now)
    notify(conn, Notice("model", company_id, model_id))
    return get(conn, company_id, model_id)


def _expect(chosen: ModelVersion, status: ModelStatus) -> None:
    if chosen.status != status:
        raise WrongState(f"Model {chosen.name} is {chosen.status}: only a {status} one can make this step.")


def _set(conn: Connection, company_id: int, model_id: int, **values: Any) -> None:
    one = (table.c.id == model_id, table.c.company_id == company_id)
    if conn.execute(update(table).where(*one).values(**values)).rowcount == 0:
        raise NotFound("There is no such model in this company.")
