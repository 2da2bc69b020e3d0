"""Files that somebody has uploaded to the desk and looks at before they are imported: few, and for a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from storage.database.rows import new_id
from storage.tables.staged import staged_file as table

KEPT: Final = timedelta(days=1)
MOST: Final = 3
"""So many of one person are kept in one company, the newest."""


@dataclass(frozen=True, slots=True)
class StagedFile:
    """An uploaded file, as its owner packed it."""

    name: str
    content: bytes


def put(conn: Connection, company_id: int, user_id: int, file: StagedFile, now: datetime) -> int:
    """Keep a person's file in place of the oldest of theirs that are too many; return its number."""
    values = {"company_id": company_id, "account_id": user_id, "created": now}
    number = new_id(conn.execute(insert(table).values(name=file.name, content=file.content, **values)))
    theirs = (table.c.company_id == company_id, table.c.account_id == user_id)
    newest = select(table.c.id).where(*theirs).order_by(table.c.id.desc()).limit(MOST)
    conn.execute(delete(table).where(*theirs, table.c.id.not_in(newest.scalar_subquery())))
    return number


def get(conn: Connection, company_id: int, user_id: int, number: int, now: datetime) -> StagedFile | None:
    """Return this person's file; None when it is somebody else's, or is kept no longer."""
    its = (table.c.id == number, table.c.company_id == company_id, table.c.account_id == user_id)
    query = select(table.c.name, table.c.content).where(*its, table.c.created > now - KEPT)
    row = conn.execute(query).one_or_none()
    return row and StagedFile(*row)


def forget_old(conn: Connection, now: datetime) -> None:
    """Forget the files of every company that are kept no longer."""
    conn.execute(delete(table).where(table.c.created <= now - KEPT))
