"""Whether the links of answers lead somewhere, as far as it was looked."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from storage.tables.link_check import link_check as table

SURE_AFTER: Final = 2
"""So many failures in a row make a link dead: a server may be down for a moment."""


def dead(conn: Connection, company_id: int) -> dict[str, str]:
    """Return the links that lead nowhere, each with why."""
    its = (table.c.company_id == company_id, table.c.failures >= SURE_AFTER)
    return {row.url: row.error for row in conn.execute(select(table.c.url, table.c.error).where(*its))}


def due(conn: Connection, company_id: int, urls: Collection[str], now: datetime) -> list[str]:
    """Return those of these links that are to be looked at now, the ones that never were first."""
    rows = conn.execute(select(table.c.url, table.c.next_check).where(table.c.company_id == company_id)).all()
    known: dict[str, datetime] = {row.url: row.next_check for row in rows}
    new = [url for url in urls if url not in known]
    return new + sorted((url for url in urls if url in known and known[url] <= now), key=lambda url: known[url])


def claim(conn: Connection, company_id: int, url: str, now: datetime, until: datetime) -> bool:
    """Take a link that is due, so that no other process looks at it before `until`; False where one was faster."""
    its = (table.c.company_id == company_id, table.c.url == url)
    if conn.execute(update(table).where(*its, table.c.next_check <= now).values(next_check=until)).rowcount:
        return True
    if conn.scalar(select(table.c.id).where(*its)) is not None:
        return False
    values = {"url": url, "failures": 0, "checked": now, "next_check": until}
    conn.execute(insert(table).values(company_id=company_id, **values))
    return True


def note(conn: Connection, company_id: int, url: str, error: str | None, now: datetime, again: datetime) -> None:
    """Keep what came of looking: without an error the link leads somewhere."""
    its = (table.c.company_id == company_id, table.c.url == url)
    failures = 0 if error is None else table.c.failures + 1
    conn.execute(update(table).where(*its).values(failures=failures, error=error, checked=now, next_check=again))


def put_off(conn: Connection, company_id: int, url: str, again: datetime) -> None:
    """Look at a link later; nothing is known of it by now."""
    its = (table.c.company_id == company_id, table.c.url == url)
    conn.execute(update(table).where(*its).values(next_check=again))


def a_good_one(conn: Connection, company_id: int) -> str | None:
    """Return the link that led somewhere when it was looked at last, None where there is none."""
    good = (table.c.company_id == company_id, table.c.error.is_(None), table.c.next_check > table.c.checked)
    url: str | None = conn.scalar(select(table.c.url).where(*good).order_by(table.c.checked.desc()).limit(1))
    return url


def forget_others(conn: Connection, company_id: int, urls: Collection[str]) -> None:
    """Forget links that no answer has any more."""
    known = set(conn.scalars(select(table.c.url).where(table.c.company_id == company_id)))
    gone = known - set(urls)
    conn.execute(delete(table).where(table.c.company_id == company_id, table.c.url.in_(gone)))
