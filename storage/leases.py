"""Leases: what one process is at, others leave alone for as long as it goes on saying that it lives.

A table with leases has the columns `leased_by` (None: nobody is at it) and `leased_until`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from sqlalchemy import ColumnElement, Connection, Table, or_, select, update

from storage.errors import LeaseLost

LEASE: Final = timedelta(seconds=60)
"""Who has not renewed his lease for so long is taken for dead."""

GIVEN_BACK: Final[dict[str, Any]] = {"leased_by": None, "leased_until": None}
"""What stands in a row that nobody is at."""

Row = Sequence[ColumnElement[bool]]
"""Conditions that hold for one row of the table."""


def new_lease(now: datetime) -> dict[str, Any]:
    """Return what stands in a row that somebody begins to work at, who is told from all others."""
    return {"leased_by": uuid4().hex, "leased_until": now + LEASE}


def is_free(table: Table, now: datetime) -> ColumnElement[bool]:
    """Return the condition that nobody is at the row, or that who was has died."""
    return or_(table.c.leased_by.is_(None), table.c.leased_until <= now)


def renew(conn: Connection, table: Table, row: Row, owner: str | None, now: datetime) -> None:
    """Say that the owner lives; raise LeaseLost when the row is not his any more."""
    his = update(table).where(*row, table.c.leased_by == owner).values(leased_until=now + LEASE)
    if conn.execute(his).rowcount != 1:
        raise LeaseLost(_LOST)


def keep(conn: Connection, table: Table, row: Row, owner: str | None) -> None:
    """Make sure until the end of the transaction that the row is the owner's; raise LeaseLost."""
    his = select(table.c.leased_by).where(*row, table.c.leased_by == owner).with_for_update()
    if conn.execute(his).one_or_none() is None:
        raise LeaseLost(_LOST)


_LOST = "It was removed, or taken over by another process, while this one was at it: the rest is not kept."
