"""Openings stay findable when another version makes other terms of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

from sqlalchemy import text

from nlu.words.search_terms import query_terms
from storage import Connection, Database
from storage.companies.companies import Company
from storage.openings import opening_feeds, opening_import, opening_search
from storage.openings.opening_index import bits
from storage.openings.opening_left_out import LeftOut
from storage.openings.opening_search import Criteria
from storage.openings.openings import OpeningContent
from workers.search_terms import PIECE, SearchTerms

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def offer(database: Database, company: Company, count: int) -> None:
    def run(conn: Connection) -> None:
        feed = opening_feeds.add(conn, company.id, format="csv", url=f"https://{company.key}.example", now=NOW)
        contents = [
            OpeningContent(str(n), "Nurse", "By night shift", posted=date(2026, 1, 1), professions=("nurse",))
            for n in range(count)
        ]
        opening_import.apply(conn, company.id, feed.id, contents, NOW)

    database.write_now(run)


def found(database: Database, company: Company, words: str) -> int:
    sought = Criteria(words=query_terms(words))
    return database.read_now(lambda conn: opening_search.find(conn, company.id, sought, NOW.date()).total)


def without_nights(database: Database, company: Company) -> int:
    sought = Criteria(left_out=LeftOut(types=bits([], ["night_work"])), professions=("nurse",))
    return database.read_now(lambda conn: opening_search.find(conn, company.id, sought, NOW.date()).total)


async def test_terms_of_another_version_are_made_anew_once(
    database: Database, new_company: Callable[..., Company]
) -> None:
    acme, globex = new_company("acme"), new_company("globex")
    offer(database, acme, PIECE + 1)
    offer(database, globex, 1)

    def age(conn: Connection) -> None:
        conn.execute(text("UPDATE opening_text SET title = 'nurs', words = 'nurs nait'"))
        conn.execute(text("UPDATE opening_entry SET terms = 'older', types = 0"))
        conn.execute(text("UPDATE opening_spot SET types = 0"))

    database.write_now(age)
    assert found(database, acme, "night") == 0
    ticks = SearchTerms(database)
    await ticks.tick()
    assert (found(database, acme, "night"), found(database, globex, "nurse night")) == (PIECE + 1, 1)
    assert without_nights(database, acme) == 0
    assert found(database, acme, "nait") == 0
    database.write_now(age)
    await ticks.tick()
    assert found(database, acme, "night") == 0
    await SearchTerms(database).tick()
    assert found(database, acme, "night") == PIECE + 1
