"""Taking a verdict back: the question is to be reviewed again, and what it taught is as it was before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, or_, select, update

from storage.database.errors import NotFound, WrongState
from storage.database.rows import Conditions, found
from storage.dataset import examples
from storage.dataset.examples import Example, sentence_key
from storage.tables.conversation import review as table


def note_taught(conn: Connection, company_id: int, review_id: int, before: Example | None, learnt: Example) -> None:
    """Keep which example a verdict made or moved, what it said and how it stood before."""
    stood = None
    if before is not None:
        stood = {"category_id": before.category_id, "origin": before.origin, "created_by": before.created_by}
    its = (table.c.company_id == company_id, table.c.id == review_id)
    taught = {"example": learnt.id, "category_id": learnt.category_id, "says": _says(learnt), "before": stood}
    conn.execute(update(table).where(*its).values(taught=taught))


def undo(conn: Connection, company_id: int, review_id: int, now: datetime) -> None:
    """Reopen a review and those that were closed with it; raise NotFound, WrongState where it is open.

    The example it made is deleted, the one it moved goes back, unless somebody has changed it since.
    """
    with_it = _closed_with(conn, company_id, review_id)
    for taught, stands in _learnt(conn, company_id, with_it):
        if _is_as_taught(stands, taught):
            _unlearn(conn, company_id, stands, taught["before"], now)
    open_again = {"status": "pending", "category": None, "reviewer": None, "taught": None, "updated": now}
    conn.execute(update(table).where(*with_it).values(open_again))


def changed_since(conn: Connection, company_id: int, review_id: int) -> str | None:
    """Return, as it stands, a sentence that a verdict taught and somebody has rewritten or moved since; None: none.

    Raises like `undo`.
    """
    learnt = _learnt(conn, company_id, _closed_with(conn, company_id, review_id))
    return next((stands.text for taught, stands in learnt if not _is_as_taught(stands, taught)), None)


def _closed_with(conn: Connection, company_id: int, review_id: int) -> Conditions:
    """Return what selects a review with those that one verdict closed with it."""
    columns = (table.c.status, table.c.reviewer, table.c.updated, table.c.question_group)
    query = select(*columns).where(table.c.company_id == company_id, table.c.id == review_id)
    status, reviewer, closed, group = found(conn.execute(query).one_or_none(), "review")
    if status == "pending":
        raise WrongState("This question is still to be reviewed: there is nothing to take back.")
    same = (table.c.status == status, table.c.reviewer == reviewer, table.c.updated == closed)
    return (table.c.company_id == company_id, or_(table.c.id == review_id, table.c.question_group == group), *same)


def _learnt(conn: Connection, company_id: int, with_it: Conditions) -> Iterator[tuple[dict[str, Any], Example]]:
    """Yield what these verdicts made or moved, as it stands now; not what is gone or stood there before."""
    for taught in conn.scalars(select(table.c.taught).where(*with_it, table.c.taught.is_not(None))).all():
        before = taught["before"]
        if before is None or before["category_id"] != taught["category_id"]:
            try:
                yield taught, examples.example(conn, company_id, taught["example"])
            except NotFound:
                continue


def _is_as_taught(stands: Example, taught: dict[str, Any]) -> bool:
    says = _says(stands)
    return (stands.category_id, says) == (taught["category_id"], taught.get("says", says))


def _says(example: Example) -> str:
    """A mark of the sentence: the words themselves would be one more place where a person's words are kept."""
    return hashlib.sha256(sentence_key(example.text).encode()).hexdigest()


def _unlearn(conn: Connection, company_id: int, stands: Example, before: dict[str, Any] | None, now: datetime) -> None:
    if before is None:
        examples.delete_example(conn, company_id, stands.id, now)
    else:
        examples.put_back(conn, company_id, stands.id, now=now, **before)
