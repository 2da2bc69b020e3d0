"""Leases: a row that one process works at is left alone by the others for as long as that one renews its lease.

A table with leases has the columns `leased_by` (None: nobody works at it) and `leased_until`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from sqlalchemy import ColumnElement, Connection, Table, or_, select, update

from storage.database.errors import LeaseLost

LEASE: Final = timedelta(seconds=60)
"""A process that has not renewed its lease for this long is taken for dead."""

GIVEN_BACK: Final[dict[str, Any]] = {"leased_by": None, "leased_until": None}
"""The columns of a row that nobody works at."""

LeasedRow = Sequence[ColumnElement[bool]]
"""Conditions that hold for one row of the table."""


def new_lease(now: datetime) -> dict[str, Any]:
    """Return the columns of a row whose work begins now, under an owner of its own."""
    return {"leased_by": uuid4().hex, "leased_until": now + LEASE}


def is_free(table: Table, now: datetime) -> ColumnElement[bool]:
    """Return the condition that nobody holds the lease, or that it has run out."""
    return or_(table.c.leased_by.is_(None), table.c.leased_until <= now)


def renew(conn: Connection, table: Table, row: LeasedRow, owner: str | None, now: datetime) -> None:
    """Extend the owner's lease; raise LeaseLost where it is another's by now."""
    lease = update(table).where(*row, table.c.leased_by == owner).values(leased_until=now + LEASE)
    if conn.execute(lease).rowcount != 1:
        raise LeaseLost(_LOST)


def keep(conn: Connection, table: Table, row: LeasedRow, owner: str | None) -> None:
    """Hold the owner's lease until the end of the transaction; raise LeaseLost where it is another's by now."""
    lease = select(table.c.leased_by).where(*row, table.c.leased_by == owner).with_for_update()
    if conn.execute(lease).one_or_none() is None:
        raise LeaseLost(_LOST)


_LOST = "It was removed, or taken over by another process, while this one was at it: the rest is not kept."
