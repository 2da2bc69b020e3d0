"""What candidates searched for and how much they found: erased with their conversations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, desc, func, select

from storage.database.prepared import Prepared
from storage.openings.wishes import Wish, wish_json
from storage.tables.job_search import search_log as table


@dataclass(frozen=True, slots=True)
class Unfound:
    """A profession and city that were searched for in vain (None: any), how often, and when last."""

    profession: str | None
    city: str | None
    searches: int
    last: datetime


_ADD = Prepared.insert(table)


def record(
    conn: Connection, company_id: int, conversation_id: int, wish: Wish, found: int, language: str, now: datetime
) -> None:
    """Keep that a conversation searched for `wish` and that so many openings fitted."""
    named = ("professions", "cities")
    values = {
        "company_id": company_id,
        "conversation_id": conversation_id,
        "language": language,
        "profession": _listed(wish.professions) or wish.words or None,
        "city": _listed(wish.cities) or _listed(wish.countries),
        "filters": {name: value for name, value in wish_json(wish).items() if value and name not in named},
        "found": found,
        "created": now,
    }
    _ADD.rows(conn, values)


def unfound(conn: Connection, company_id: int, since: datetime, limit: int = 50) -> list[Unfound]:
    """Return what was searched for in vain since then, what was missed most often first."""
    what = (table.c.profession, table.c.city)
    times, last = func.count().label("searches"), func.max(table.c.created).label("last")
    query = (
        select(*what, times, last)
        .where(table.c.company_id == company_id, table.c.created >= since, table.c.found == 0)
        .group_by(*what)
        .order_by(desc(times), desc(last), *what)
        .limit(limit)
    )
    return [Unfound(*row) for row in conn.execute(query)]


def total(conn: Connection, company_id: int, since: datetime) -> tuple[int, int]:
    """Return how many searches there were since then, and how many of them found nothing."""
    mine = (table.c.company_id == company_id, table.c.created >= since)
    query = select(func.count(), func.count().filter(table.c.found == 0)).where(*mine)
    searches, in_vain = conn.execute(query).one()
    return int(searches), int(in_vain)


def _listed(values: Sequence[str] | None) -> str | None:
    return "|".join(sorted(values)) if values else None
