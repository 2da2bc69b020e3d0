"""Annotated dialogues from elsewhere that a company's detector learns from as well."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, insert, select, update

from storage.tables.breakdown import foreign_dialogue as table


@dataclass(frozen=True, slots=True)
class ForeignDialogue:
    """A dialogue by its name; `log` is what its file holds, in the challenge's format."""

    name: str
    system: str
    log: Mapping[str, Any]


def put(conn: Connection, company_id: int, new: ForeignDialogue, now: datetime) -> Literal["added", "changed", "same"]:
    """Keep a dialogue, in place of one with the same name; say what came of it."""
    its = (table.c.company_id == company_id, table.c.name == new.name)
    known = conn.execute(select(table.c.system, table.c.log).where(*its)).one_or_none()
    values = {"system": new.system, "log": dict(new.log), "created": now}
    if known is None:
        conn.execute(insert(table).values(company_id=company_id, name=new.name, **values))
        return "added"
    if tuple(known) == (new.system, new.log):
        return "same"
    conn.execute(update(table).where(*its).values(**values))
    return "changed"


def of_company(conn: Connection, company_id: int) -> list[ForeignDialogue]:
    """Return all of them by name."""
    query = select(table.c.name, table.c.system, table.c.log).where(table.c.company_id == company_id)
    return [ForeignDialogue(*row) for row in conn.execute(query.order_by(table.c.name))]
