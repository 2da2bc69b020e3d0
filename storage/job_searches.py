"""How far a conversation's search for a job is: kept from turn to turn, forgotten with the conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from storage.job_search_tables import job_search as table
from storage.opening_tables import opening
from storage.prepared import Prepared
from storage.wishes import Wish, wish_json, wish_of


@dataclass(frozen=True, slots=True)
class JobSearch:
    """A search: what is wished, the ids `shown` last in their order, and where among the results they begin.

    `opening` is the id of the one that the talk is about, `asked` what the bot asked last: "profession" or "city".
    """

    wish: Wish
    shown: tuple[int, ...] = ()
    page: int = 0
    opening: int | None = None
    asked: str | None = None


_LOAD = Prepared(
    select(table.c.wish, table.c.shown, table.c.page, table.c.opening_id, table.c.asked).where(
        table.c.conversation_id == bindparam("of_conversation"), table.c.company_id == bindparam("of_company")
    )
)


def load(conn: Connection, company_id: int, conversation_id: int) -> JobSearch | None:
    """Return the search of a conversation, None when there is none."""
    row = _LOAD.row(conn, {"of_conversation": conversation_id, "of_company": company_id})
    if row is None:
        return None
    wish, shown, page, opening, asked = row
    return JobSearch(wish_of(wish), tuple(shown), page, opening, asked)


def titles(conn: Connection, company_id: int, ids: Sequence[int]) -> dict[int, str]:
    """Return the titles of these openings by id."""
    its = (opening.c.company_id == company_id, opening.c.id.in_(ids))
    rows = conn.execute(select(opening.c.id, opening.c.title).where(*its)).all() if ids else []
    return {row.id: row.title for row in rows}


def save(conn: Connection, company_id: int, conversation_id: int, search: JobSearch, now: datetime) -> None:
    """Keep the search of a conversation instead of the one before."""
    values: dict[str, Any] = {
        "wish": wish_json(search.wish),
        "shown": list(search.shown),
        "page": search.page,
        "opening_id": search.opening,
        "asked": search.asked,
        "updated": now,
    }
    key = {"company_id": company_id, "conversation_id": conversation_id}
    insert = sqlite_insert if conn.dialect.name == "sqlite" else postgresql_insert
    mine = table.c.company_id == company_id
    adding, its = insert(table).values(key | values), ["conversation_id"]
    conn.execute(adding.on_conflict_do_update(index_elements=its, set_=values, where=mine))


def forget(conn: Connection, company_id: int, conversation_id: int) -> None:
    """Forget the search of a conversation."""
    conn.execute(delete(table).where(table.c.conversation_id == conversation_id, table.c.company_id == company_id))
