"""A company's breakdown detectors: which one judges now, and why one was blocked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, func, insert, select, update

from storage import companies
from storage.breakdown_tables import detector as table
from storage.errors import WrongState
from storage.notices import ChangeNotice, notify
from storage.rows import AnySelect, found, new_id

DetectorStatus = Literal["candidate", "live", "blocked", "retired"]


@dataclass(frozen=True, slots=True)
class DetectorVersion:
    """A detector that was trained; numbers count within the company, `taught` marks what it learnt from.

    `figures` and `reasons` are None before its verdict; `override` tells who let it go live though it was blocked.
    """

    id: int
    number: int
    status: DetectorStatus
    file: str
    sha256: str
    taught: str
    figures: dict[str, Any] | None
    reasons: list[dict[str, Any]] | None
    override: dict[str, Any] | None
    created: datetime
    promoted: datetime | None

    @property
    def name(self) -> str:
        """Its name for people: d1, d2, ..."""
        return f"d{self.number}"


_COLUMNS = [table.c[name] for name in DetectorVersion.__slots__]


def add_candidate(
    conn: Connection, company_id: int, *, file: str, sha256: str, taught: str, now: datetime
) -> DetectorVersion:
    """Enter a trained detector under the company's next number."""
    last = conn.scalar(select(func.max(table.c.number)).where(table.c.company_id == company_id))
    values = {"number": (last or 0) + 1, "status": "candidate", "file": file, "sha256": sha256, "taught": taught}
    added = conn.execute(insert(table).values(company_id=company_id, created=now, **values))
    return get(conn, company_id, new_id(added))


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
    chosen = _chosen(conn, company_id, detector_id)
    _expect(chosen, "candidate")
    told = {"figures": dict(figures), "cases": list(cases), "reasons": [dict(reason) for reason in reasons]}
    _set(conn, company_id, detector_id, status="blocked" if reasons else "candidate", **told)
    return get(conn, company_id, detector_id) if reasons else _make_live(conn, company_id, chosen, now)


def get(conn: Connection, company_id: int, detector_id: int) -> DetectorVersion:
    """Return the detector; raise NotFound."""
    row = conn.execute(_of(company_id).where(table.c.id == detector_id)).one_or_none()
    return DetectorVersion(*found(row, "detector"))


def live(conn: Connection, company_id: int) -> DetectorVersion | None:
    """Return the detector that judges for this company; None: the starter's does."""
    row = conn.execute(_of(company_id).where(table.c.status == "live")).one_or_none()
    return None if row is None else DetectorVersion(*row)


def all_live(conn: Connection) -> dict[int, DetectorVersion]:
    """Return the live detectors of all companies, by the company's id: for the operator and for start-up."""
    rows = conn.execute(select(table.c.company_id, *_COLUMNS).where(table.c.status == "live"))
    return {company_id: DetectorVersion(*row) for company_id, *row in rows}


def history(conn: Connection, company_id: int, limit: int = 30) -> list[DetectorVersion]:
    """Return the company's detectors, newest first."""
    rows = conn.execute(_of(company_id).order_by(table.c.number.desc()).limit(limit))
    return [DetectorVersion(*row) for row in rows]


def cases_of(conn: Connection, company_id: int, detector_id: int) -> list[Any]:
    """Return what a detector said when it was measured; empty before its verdict."""
    return conn.scalar(select(table.c.cases).where(table.c.id == detector_id, table.c.company_id == company_id)) or []


def roll_back(conn: Connection, company_id: int, detector_id: int, now: datetime) -> DetectorVersion:
    """Let a retired detector judge again; raise NotFound, WrongState."""
    chosen = _chosen(conn, company_id, detector_id)
    _expect(chosen, "retired")
    return _make_live(conn, company_id, chosen, now)


def override(
    conn: Connection, company_id: int, detector_id: int, *, name: str, reason: str, now: datetime
) -> DetectorVersion:
    """Let a blocked detector judge, and keep who decided so and why; raise NotFound, WrongState."""
    chosen = _chosen(conn, company_id, detector_id)
    _expect(chosen, "blocked")
    _set(conn, company_id, detector_id, override={"name": name, "reason": reason, "at": now.isoformat()})
    return _make_live(conn, company_id, chosen, now)


def retire(conn: Connection, company_id: int, detector_id: int) -> DetectorVersion:
    """Let the starter's detector judge again instead of the live one; raise NotFound, WrongState."""
    _expect(_chosen(conn, company_id, detector_id), "live")
    _set(conn, company_id, detector_id, status="retired")
    notify(conn, ChangeNotice("model", company_id, detector_id))
    return get(conn, company_id, detector_id)


def _chosen(conn: Connection, company_id: int, detector_id: int) -> DetectorVersion:
    """Return what a step is to be made with: nobody else makes one in this company until it is done."""
    companies.alone(conn, company_id)
    return get(conn, company_id, detector_id)


def _of(company_id: int) -> AnySelect:
    return select(*_COLUMNS).where(table.c.company_id == company_id)


def _make_live(conn: Connection, company_id: int, chosen: DetectorVersion, now: datetime) -> DetectorVersion:
    before = live(conn, company_id)
    if before is not None:
        _set(conn, company_id, before.id, status="retired")
    _set(conn, company_id, chosen.id, status="live", promoted=now)
    notify(conn, ChangeNotice("model", company_id, chosen.id))
    return get(conn, company_id, chosen.id)


def _expect(chosen: DetectorVersion, status: DetectorStatus) -> None:
    if chosen.status != status:
        raise WrongState(f"Detector {chosen.name} is {chosen.status}: only a {status} one can make this step.")


def _set(conn: Connection, company_id: int, detector_id: int, **values: Any) -> None:
    conn.execute(update(table).where(table.c.id == detector_id, table.c.company_id == company_id).values(**values))
