"""Openings as they are listed at the desk: found by title, page by page, and counted by feed."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import Connection, func, or_, select

from storage.database.rows import AnySelect
from storage.openings.openings import Opening, OpeningStatus, by_ids
from storage.tables.opening import opening as table
from storage.tables.opening import opening_place


def page(
    conn: Connection, company_id: int, status: OpeningStatus, search: str = "", *, limit: int, offset: int = 0
) -> list[Opening]:
    """Return the openings of a status with `search` in their title, what was last changed first."""
    newest = (table.c.changed.desc(), table.c.id.desc())
    query = _matching(select(table.c.id), company_id, status, search).order_by(*newest)
    return by_ids(conn, company_id, conn.scalars(query.limit(limit).offset(offset)).all())


def count(conn: Connection, company_id: int, status: OpeningStatus, search: str = "") -> int:
    """Return how many openings of a status have `search` in their title."""
    return conn.scalar(_matching(select(func.count()), company_id, status, search)) or 0


def open_by_feed(conn: Connection, company_id: int) -> dict[int, int]:
    """Return how many openings are open of each feed that has any."""
    its = (table.c.company_id == company_id, table.c.status == "open")
    query = select(table.c.feed_id, func.count()).where(*its).group_by(table.c.feed_id)
    return dict(conn.execute(query).all())


def kinds_on_offer(conn: Connection, company_id: int) -> dict[str, int]:
    """Return how many open openings there are of each work mode and employment type that a feed names.

    "salary" are those that state their pay.
    """
    its = (table.c.company_id == company_id, table.c.status == "open")
    counted: Counter[str] = Counter()
    for mode, types, pay in conn.execute(
        select(table.c.work_mode, table.c.employment_types, table.c.salary).where(*its)
    ):
        counted.update({*types, *([mode] if mode is not None else []), *(["salary"] if pay else [])})
    return dict(counted)


def cities_on_offer(conn: Connection, company_id: int) -> list[tuple[int, str, str | None]]:
    """Return the number of each open opening with each of its cities, as the feed names it, and the city's country."""
    its = (opening_place.c.opening_id == table.c.id) & (opening_place.c.company_id == table.c.company_id)
    query = select(table.c.id, opening_place.c.city, opening_place.c.country).join(opening_place, its)
    named = (table.c.company_id == company_id, table.c.status == "open", opening_place.c.city.is_not(None))
    return [(number, city, country) for number, city, country in conn.execute(query.where(*named))]


def _matching(query: AnySelect, company_id: int, status: OpeningStatus, search: str) -> AnySelect:
    query = query.where(table.c.company_id == company_id, table.c.status == status)
    if not search:
        return query
    # SQLite folds the case of ASCII letters only.
    spellings = dict.fromkeys((search, search.lower(), search.capitalize(), search.upper()))
    return query.where(or_(*(table.c.title.icontains(each, autoescape=True) for each in spellings)))
