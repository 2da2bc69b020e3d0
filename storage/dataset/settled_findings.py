"""Findings that recruiters settled as fine, by kind and key; both are the business of whoever makes the findings."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from storage.database.errors import AlreadyExists
from storage.database.rows import unique_or
from storage.tables.settled import settled_finding as table


@dataclass(frozen=True, slots=True)
class Settled:
    """Who settled a finding, when, and why, where they said it."""

    author: str
    note: str
    created: datetime


def settle(conn: Connection, company_id: int, kind: str, key: str, author: str, note: str, now: datetime) -> bool:
    """Settle a finding; False where that was done before, which stays as it is."""
    values = {"kind": kind, "key": key, "author": author, "note": note, "created": now}
    try:
        with unique_or(conn, "This finding is settled already."):
            conn.execute(insert(table).values(company_id=company_id, **values))
    except AlreadyExists:
        return False
    return True


def reopen(conn: Connection, company_id: int, kind: str, key: str) -> bool:
    """Take it back that a finding was settled; False where it is not settled."""
    its = (table.c.company_id == company_id, table.c.kind == kind, table.c.key == key)
    return conn.execute(delete(table).where(*its)).rowcount > 0


def ids(conn: Connection, company_id: int, kind: str, keys: Collection[str]) -> list[int]:
    """Return the numbers of those of these findings that are settled."""
    its = (table.c.company_id == company_id, table.c.kind == kind, table.c.key.in_(keys))
    return list(conn.scalars(select(table.c.id).where(*its)))


def of_kind(conn: Connection, company_id: int, kind: str) -> dict[str, Settled]:
    """Return what is settled among the findings of a kind, by key."""
    its = (table.c.company_id == company_id, table.c.kind == kind)
    rows = conn.execute(select(table.c.key, table.c.author, table.c.note, table.c.created).where(*its))
    return {row.key: Settled(row.author, row.note, row.created) for row in rows}


def forget(conn: Connection, company_id: int, names: Callable[[str], bool]) -> None:
    """Blank the notes that name a person; that the finding is settled stays."""
    its = (table.c.company_id == company_id, table.c.note != "")
    for row_id, note in conn.execute(select(table.c.id, table.c.note).where(*its)).all():
        if names(note):
            conn.execute(update(table).where(table.c.company_id == company_id, table.c.id == row_id).values(note=""))
