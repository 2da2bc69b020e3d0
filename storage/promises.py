"""What a company promises about its answers: at most this share of them is wrong."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from storage.promise_tables import promise as table


def share(conn: Connection, company_id: int) -> float | None:
    """Return the share in [0, 1] that the company set, None when it set none."""
    return conn.scalar(select(table.c.share).where(table.c.company_id == company_id))


def set_share(conn: Connection, company_id: int, share: float, author: str, now: datetime) -> None:
    """Promise another share from now on."""
    values = {"share": share, "author": author, "changed": now}
    if conn.execute(update(table).where(table.c.company_id == company_id).values(values)).rowcount == 0:
        conn.execute(insert(table).values(company_id=company_id, **values))
