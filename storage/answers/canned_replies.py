"""Canned replies: what a company's recruiters keep to write again and again, in each of its languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from storage.database.errors import Moved, NotFound
from storage.database.rows import found, new_id, unique_or
from storage.tables.canned_reply import canned_reply as table


@dataclass(frozen=True, slots=True)
class CannedReply:
    """A title for recruiters and texts by language; the `edition` grows with each change."""

    id: int
    title: str
    texts: Mapping[str, str]
    edition: int = 1


_COLUMNS = (table.c.id, table.c.title, table.c.texts, table.c.edition)


def add(conn: Connection, company_id: int, title: str, texts: Mapping[str, str], now: datetime) -> CannedReply:
    """Keep a reply; raise AlreadyExists when the company has one with this title."""
    values = {"company_id": company_id, "created": now, "edition": 1, **_values(title, texts, now)}
    with unique_or(conn, f"There is a canned reply “{title}” already: choose another title."):
        return CannedReply(new_id(conn.execute(insert(table).values(values))), title, texts)


def change(
    conn: Connection, company_id: int, reply_id: int, title: str, texts: Mapping[str, str], edition: int, now: datetime
) -> None:
    """Replace a reply that was read in this edition; raise NotFound, AlreadyExists, or Moved when it is another now."""
    values = {**_values(title, texts, now), "edition": table.c.edition + 1}
    same = update(table).where(*_one(company_id, reply_id), table.c.edition == edition)
    with unique_or(conn, f"There is a canned reply “{title}” already: choose another title."):
        if conn.execute(same.values(values)).rowcount == 0:
            get(conn, company_id, reply_id)
            raise Moved("Somebody has changed this canned reply meanwhile: load it again.")


def remove(conn: Connection, company_id: int, reply_id: int) -> None:
    """Remove a reply; raise NotFound."""
    if conn.execute(delete(table).where(*_one(company_id, reply_id))).rowcount == 0:
        raise NotFound("There is no such canned reply in this company.")


def get(conn: Connection, company_id: int, reply_id: int) -> CannedReply:
    """Return the reply; raise NotFound."""
    row = conn.execute(select(*_COLUMNS).where(*_one(company_id, reply_id))).one_or_none()
    return CannedReply(*found(row, "canned reply"))


def of_company(conn: Connection, company_id: int) -> list[CannedReply]:
    """Return the company's replies by title."""
    rows = conn.execute(select(*_COLUMNS).where(table.c.company_id == company_id).order_by(table.c.folded))
    return [CannedReply(*row) for row in rows]


def count(conn: Connection, company_id: int) -> int:
    """Return how many replies the company keeps."""
    return conn.scalar(select(func.count()).where(table.c.company_id == company_id)) or 0


def _values(title: str, texts: Mapping[str, str], now: datetime) -> dict[str, object]:
    return {"title": title, "folded": title.casefold(), "texts": dict(texts), "updated": now}


def _one(company_id: int, reply_id: int) -> tuple[Any, Any]:
    return table.c.id == reply_id, table.c.company_id == company_id
