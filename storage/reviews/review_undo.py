"""Taking a verdict back: the question is to be reviewed again, and what it taught is as it was before."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, or_, select, update

from storage.database.errors import NotFound, WrongState
from storage.database.rows import found
from storage.dataset import examples
from storage.dataset.examples import Example
from storage.tables.conversation import review as table


def note_taught(conn: Connection, company_id: int, review_id: int, before: Example | None, learnt: Example) -> None:
    """Keep which example a verdict made or moved, and how it stood before."""
    stood = None
    if before is not None:
        stood = {"category_id": before.category_id, "origin": before.origin, "created_by": before.created_by}
    its = (table.c.company_id == company_id, table.c.id == review_id)
    taught = {"example": learnt.id, "category_id": learnt.category_id, "before": stood}
    conn.execute(update(table).where(*its).values(taught=taught))


def undo(conn: Connection, company_id: int, review_id: int, now: datetime) -> None:
    """Reopen a review and those that were closed with it; raise NotFound, WrongState where it is open.

    The example it made is deleted, the one it moved goes back, unless somebody has changed it since.
    """
    columns = (table.c.status, table.c.reviewer, table.c.updated, table.c.question_group)
    query = select(*columns).where(table.c.company_id == company_id, table.c.id == review_id)
    status, reviewer, closed, group = found(conn.execute(query).one_or_none(), "review")
    if status == "pending":
        raise WrongState("This question is still to be reviewed: there is nothing to take back.")
    same = (table.c.status == status, table.c.reviewer == reviewer, table.c.updated == closed)
    with_it = (table.c.company_id == company_id, or_(table.c.id == review_id, table.c.question_group == group), *same)
    for taught in conn.scalars(select(table.c.taught).where(*with_it, table.c.taught.is_not(None))).all():
        _unlearn(conn, company_id, taught, now)
    open_again = {"status": "pending", "category": None, "reviewer": None, "taught": None, "updated": now}
    conn.execute(update(table).where(*with_it).values(open_again))


def _unlearn(conn: Connection, company_id: int, taught: dict[str, Any], now: datetime) -> None:
    try:
        stands = examples.example(conn, company_id, taught["example"])
    except NotFound:
        return
    if stands.category_id != taught["category_id"]:
        return
    before = taught["before"]
    if before is None:
        examples.delete_example(conn, company_id, stands.id, now)
    elif before["category_id"] != stands.category_id:
        examples.put_back(conn, company_id, stands.id, now=now, **before)
