"""Files of versions that need not be kept: the row says so first, then the file goes."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, select, update

from storage.companies import companies
from storage.models.lifecycle import Lifecycle, V


def give_up(conn: Connection, versions: Lifecycle[V], company_id: int, *slot: str, keep: int, now: datetime) -> None:
    """Mark the versions of a slot whose files are not kept; their rows stay.

    Kept are the live version, the canary and every candidate, and of the retired versions the `keep` that were live
    last, of the blocked ones the `keep` newest.
    """
    companies.alone(conn, company_id)  # else one that is gone back to at this moment would lose its file
    table = versions.table
    resting = select(table.c.id, table.c.status, table.c.promoted).where(
        *versions.own(company_id, *slot),
        table.c.status.in_(("retired", "blocked")),
        table.c.pruned.is_(None),
        table.c.file != "",
    )
    # A canary that never went live comes after all that did.
    latest = resting.order_by(table.c.promoted.desc().nulls_last(), table.c.number.desc())
    rows = conn.execute(latest).all()
    for status in ("retired", "blocked"):
        surplus = [row.id for row in rows if row.status == status][keep:]
        one = (table.c.company_id == company_id, table.c.id.in_(surplus))
        conn.execute(update(table).where(*one).values(pruned=now))


def given_up(conn: Connection, versions: Lifecycle[V], company_id: int, *slot: str) -> list[str]:
    """Return the files that may be deleted: their versions are marked, and no other version points to them."""
    table = versions.table
    own = versions.own(company_id, *slot)
    rows = conn.execute(select(table.c.file, table.c.pruned).where(*own, table.c.file != "")).all()
    kept = {row.file for row in rows if row.pruned is None}
    return sorted({row.file for row in rows} - kept)
