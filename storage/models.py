"""Model versions: which are candidates, which is live, and why one was blocked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, func, insert, select, update

from storage import canaries, companies
from storage.errors import NotFound, WrongState
from storage.model_records import (
    GateRecord,
    Override,
    evaluation,
    evaluation_text,
    gate,
    note_override,
    record_evaluation,
    record_gate,
)
from storage.model_tables import model as table
from storage.notices import ChangeNotice, notify
from storage.rows import AnySelect, found, new_id

__all__ = [
    "GateRecord",
    "ModelStatus",
    "ModelVersion",
    "Override",
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

ModelStatus = Literal["candidate", "canary", "live", "blocked", "retired"]


@dataclass(frozen=True, slots=True)
class ModelVersion:
    """One trained model; numbers count within the company; `dataset_revision` is the data it learned from.

    `pruned` is when its file was given up to save space.
    """

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
    pruned: datetime | None = None

    @property
    def name(self) -> str:
        """Its name for people: v1, v2, ..."""
        return f"v{self.number}"

    @property
    def can_answer(self) -> bool:
        """Whether it has a file that it could answer with."""
        return bool(self.file) and self.pruned is None


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
    return _with_status(conn, company_id, language, "live")


def canary(conn: Connection, company_id: int, language: str) -> ModelVersion | None:
    """Return the version that answers a share of the conversations in this language (`storage.canaries`)."""
    return _with_status(conn, company_id, language, "canary")


def live_versions(conn: Connection) -> dict[tuple[int, str], int]:
    """Return the live model's id by (company id, language), of every company: for the operator and for start-up."""
    rows = conn.execute(select(table.c.company_id, table.c.language, table.c.id).where(table.c.status == "live"))
    return {(company_id, language): id_ for company_id, language, id_ in rows}


def history(
    conn: Connection, company_id: int, language: str | None = None, limit: int = 100, before: int | None = None
) -> list[ModelVersion]:
    """Return the company's versions (of one language, with numbers below `before`), newest first."""
    query = _of(company_id) if language is None else _of(company_id).where(table.c.language == language)
    if before is not None:
        query = query.where(table.c.number < before)
    return [ModelVersion(*row) for row in conn.execute(query.order_by(table.c.number.desc()).limit(limit))]


def was_live(conn: Connection, company_id: int, language: str) -> list[ModelVersion]:
    """Return the versions of this language that are or were live, in the order in which they went live (last)."""
    query = _of(company_id).where(table.c.language == language, table.c.promoted.is_not(None))
    return [ModelVersion(*row) for row in conn.execute(query.order_by(table.c.promoted, table.c.number))]


def promoted_since(conn: Connection, company_id: int, since: datetime) -> list[ModelVersion]:
    """Return the versions that went live since then, in the order in which they did."""
    query = _of(company_id).where(table.c.promoted >= since)
    return [ModelVersion(*row) for row in conn.execute(query.order_by(table.c.promoted, table.c.number))]


def promote(conn: Connection, company_id: int, model_id: int, now: datetime) -> ModelVersion:
    """Make a candidate or a canary live and retire the one before it; raise NotFound, WrongState for any other."""
    return _make_live(conn, company_id, _chosen(conn, company_id, model_id), ("candidate", "canary"), now)


def try_out(conn: Connection, company_id: int, model_id: int, share: float, now: datetime) -> ModelVersion:
    """Let a candidate or a retired version answer a share, in (0, 1), of the conversations beside the live one.

    A canary that is running is replaced. Raises NotFound, and WrongState when it can't answer or nothing is live.
    """
    return _try_out(conn, company_id, _chosen(conn, company_id, model_id), ("candidate", "retired"), share, now)


def end_canary(
    conn: Connection, company_id: int, model_id: int, outcome: Literal["worse", "stopped"], now: datetime
) -> ModelVersion:
    """Let the live version answer all conversations again; raise NotFound, WrongState for anything but a canary."""
    chosen = _chosen(conn, company_id, model_id)
    _expect(chosen, "canary")
    _end_canary(conn, company_id, chosen.language, outcome, now)
    notify(conn, ChangeNotice("model", company_id, model_id))
    return get(conn, company_id, model_id)


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
    chosen = _chosen(conn, company_id, model_id)
    if share is None:
        passed = _make_live(conn, company_id, chosen, ("blocked",), now)
    else:
        passed = _try_out(conn, company_id, chosen, ("blocked",), share, now)
    note_override(conn, company_id, model_id, Override(name, reason, now, second=second))
    return passed


def ask_override(conn: Connection, company_id: int, model_id: int, wanted: Override) -> ModelVersion:
    """Keep who wants a blocked version to go live once a second person agrees; raise NotFound, WrongState."""
    chosen = _chosen(conn, company_id, model_id)
    _expect(chosen, "blocked")
    if not chosen.can_answer:
        raise WrongState(f"Model {chosen.name} has no file that could answer.")
    note_override(conn, company_id, model_id, wanted)
    return chosen


def roll_back(conn: Connection, company_id: int, to_id: int, now: datetime) -> ModelVersion:
    """Make a retired version live again; raise NotFound, WrongState for a version that never was live."""
    chosen = _chosen(conn, company_id, to_id)
    if chosen.status == "retired" and chosen.promoted is None:
        raise WrongState(f"Model {chosen.name} never was live: let it answer a share of the conversations first.")
    return _make_live(conn, company_id, chosen, ("retired",), now)


def block(conn: Connection, company_id: int, model_id: int) -> ModelVersion:
    """Keep a candidate from ever going live; raise NotFound, WrongState."""
    _expect(_chosen(conn, company_id, model_id), "candidate")
    _set(conn, company_id, model_id, status="blocked")
    notify(conn, ChangeNotice("model", company_id, model_id))
    return get(conn, company_id, model_id)


def _chosen(conn: Connection, company_id: int, model_id: int) -> ModelVersion:
    """Return what a step is to be made with: nobody else makes one in this company until it is done."""
    companies.alone(conn, company_id)
    return get(conn, company_id, model_id)


def _of(company_id: int) -> AnySelect:
    return select(*[c for c in table.c if c.name != "company_id"]).where(table.c.company_id == company_id)


def _with_status(conn: Connection, company_id: int, language: str, status: ModelStatus) -> ModelVersion | None:
    row = conn.execute(_of(company_id).where(table.c.language == language, table.c.status == status)).one_or_none()
    return None if row is None else ModelVersion(*row)


def _make_live(
    conn: Connection, company_id: int, chosen: ModelVersion, was: tuple[ModelStatus, ...], now: datetime
) -> ModelVersion:
    """Retire the live version and put this one in its place; a canary was compared with that one, so it ends."""
    _expect(chosen, *was)
    _end_canary(conn, company_id, chosen.language, "promoted" if chosen.status == "canary" else "replaced", now)
    before = live(conn, company_id, chosen.language)
    if before is not None:
        _set(conn, company_id, before.id, status="retired")
    _set(conn, company_id, chosen.id, status="live", promoted=now)
    notify(conn, ChangeNotice("model", company_id, chosen.id))
    return get(conn, company_id, chosen.id)


def _try_out(
    conn: Connection, company_id: int, chosen: ModelVersion, was: tuple[ModelStatus, ...], share: float, now: datetime
) -> ModelVersion:
    _expect(chosen, *was)
    before = live(conn, company_id, chosen.language)
    if before is None:
        raise WrongState(f"Nothing is live that model {chosen.name} could be compared with.")
    _end_canary(conn, company_id, chosen.language, "replaced", now)
    _set(conn, company_id, chosen.id, status="canary")
    canaries.begin(conn, company_id, model_id=chosen.id, live_id=before.id, share=share, now=now)
    notify(conn, ChangeNotice("model", company_id, chosen.id))
    return get(conn, company_id, chosen.id)


def _end_canary(
    conn: Connection, company_id: int, language: str, outcome: canaries.TrialOutcome, now: datetime
) -> None:
    running = canary(conn, company_id, language)
    if running is not None:
        canaries.end(conn, company_id, running.id, outcome, now)
        _set(conn, company_id, running.id, status="retired")


def _expect(chosen: ModelVersion, *statuses: ModelStatus) -> None:
    if chosen.status not in statuses:
        wanted = " or ".join(statuses)
        raise WrongState(f"Model {chosen.name} is {chosen.status}: only a {wanted} one can make this step.")
    if chosen.status != "candidate" and not chosen.can_answer:
        raise WrongState(f"Model {chosen.name} has no file (any more): there is nothing that could go live.")


def _set(conn: Connection, company_id: int, model_id: int, **values: Any) -> None:
    one = (table.c.id == model_id, table.c.company_id == company_id)
    if conn.execute(update(table).where(*one).values(**values)).rowcount == 0:
        raise NotFound("There is no such model in this company.")
