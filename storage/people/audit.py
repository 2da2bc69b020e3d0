"""Who did what on the desk: written once, never changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, insert, select

from storage.database.rows import found, new_id
from storage.tables.base import audit

BY_COMMAND: Final = "operator"
"""Who did it, where that was a command: whoever runs the installation."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One action of a person; `detail` is any JSON value."""

    id: int
    company_id: int | None
    actor: str
    action: str
    detail: Any
    created: datetime


def write(conn: Connection, company_id: int | None, actor: str, action: str, detail: Any, now: datetime) -> int:
    """Note an action and return the entry's id; `company_id` is None for what concerns the whole house."""
    values = {"company_id": company_id, "actor": actor, "action": action, "detail": detail, "created": now}
    return new_id(conn.execute(insert(audit).values(**values)))


def recent(
    conn: Connection,
    company_id: int | None,
    limit: int | None = 100,
    *,
    before: int | None = None,
    without: Collection[str] = (),
) -> list[AuditEntry]:
    """Return the newest entries of the company (None: of the whole house) first, those before the one with this id.

    Those `without` these actions alone.
    """
    its = (audit.c.company_id == company_id, *([audit.c.action.not_in(without)] if without else []))
    query = select(*audit.c).where(*its).order_by(audit.c.id.desc()).limit(limit)
    rows = conn.execute(query if before is None else query.where(audit.c.id < before)).all()
    return [AuditEntry(*row) for row in rows]


def last(conn: Connection, company_id: int, actions: Collection[str]) -> int | None:
    """Return the id of the company's newest entry of these actions; None where there is none."""
    its = (audit.c.company_id == company_id, audit.c.action.in_(actions))
    found_id: int | None = conn.scalar(select(audit.c.id).where(*its).order_by(audit.c.id.desc()).limit(1))
    return found_id


def get(conn: Connection, company_id: int, entry_id: int) -> AuditEntry:
    """Return one entry of the company; raise NotFound."""
    query = select(*audit.c).where(audit.c.company_id == company_id, audit.c.id == entry_id)
    return AuditEntry(*found(conn.execute(query).one_or_none(), "entry"))
