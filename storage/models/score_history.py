"""Nightly scores: how well a company's data could be told apart, night after night."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from storage.tables.evaluation import nightly_score as table


@dataclass(frozen=True, slots=True)
class NightlyScore:
    """The figures of one night: `settings` as nex-cv writes them, without single cases.

    `slot` is when the night's run was due; `automation` the share of recent questions that went to no person, None
    without questions. `not_measured` says why there are no settings.
    """

    slot: str
    language: str
    model_id: int
    examples: int
    categories: int
    automation: float | None
    settings: list[dict[str, Any]]
    not_measured: str | None
    created: datetime


_COLUMNS = [table.c[name] for name in NightlyScore.__slots__]


def add(conn: Connection, company_id: int, score: NightlyScore, cases: Sequence[dict[str, Any]]) -> None:
    """Keep a night's figures, and a sample of its test cases that people may be asked about."""
    values = {name: getattr(score, name) for name in NightlyScore.__slots__}
    conn.execute(insert(table).values(company_id=company_id, cases=list(cases), **values))


def has(conn: Connection, company_id: int, language: str, slot: str) -> bool:
    """Tell whether that night has been measured."""
    one = (table.c.company_id == company_id, table.c.language == language, table.c.slot == slot)
    return conn.scalar(select(table.c.id).where(*one)) is not None


def newest(conn: Connection, company_id: int, language: str, limit: int = 90) -> list[NightlyScore]:
    """Return the last nights, the oldest of them first."""
    of_it = (table.c.company_id == company_id, table.c.language == language)
    rows = conn.execute(select(*_COLUMNS).where(*of_it).order_by(table.c.id.desc()).limit(limit)).all()
    return [NightlyScore(*row) for row in reversed(rows)]


def cases_of(conn: Connection, company_id: int, model_id: int) -> list[dict[str, Any]]:
    """Return the test cases kept of the newest night that measured this model's recipe, none without such a night."""
    of_it = (table.c.company_id == company_id, table.c.model_id == model_id)
    kept: list[dict[str, Any]] | None = conn.scalar(
        select(table.c.cases).where(*of_it).order_by(table.c.id.desc()).limit(1)
    )
    return kept or []
