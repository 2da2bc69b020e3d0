"""What was searched for in vain is counted, and gone with the conversation."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete, func, select

from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations
from storage.openings import search_log
from storage.openings.wishes import Wish
from storage.tables.conversation import conversation
from storage.tables.job_search import search_log as log

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
NURSE = Wish(("nurse",), ("Hamburg",), regions=("DE-BY",), employment_types=("part_time",), within_km=20.0)


@pytest.fixture
def talk(database: Database, company: Company) -> int:
    return database.write_now(
        lambda conn: conversations.create(conn, company.id, public_id="talk", token_hash="t", language="en", now=NOW).id
    )


def test_what_was_missed_most_often_comes_first(database: Database, company: Company, talk: int) -> None:
    def write(conn: Connection) -> None:
        for wish, found in ((NURSE, 0), (Wish(("cook",), ()), 0), (NURSE, 0), (Wish((), ("Berlin",)), 7)):
            search_log.record(conn, company.id, talk, wish, found, "de", NOW)
        search_log.record(conn, company.id, talk, NURSE, 0, "de", NOW - timedelta(days=9))

    database.write_now(write)
    missed = database.read_now(lambda conn: search_log.unfound(conn, company.id, NOW - timedelta(days=1)))
    assert [(each.profession, each.city, each.searches, each.last) for each in missed] == [
        ("nurse", "Hamburg", 2, NOW),
        ("cook", None, 1, NOW),
    ]
    assert database.read_now(lambda conn: search_log.total(conn, company.id, NOW)) == (4, 3)


def test_all_of_it_goes_with_the_conversation(database: Database, company: Company, talk: int) -> None:
    database.write_now(lambda conn: search_log.record(conn, company.id, talk, NURSE, 0, "de", NOW))
    database.write_now(lambda conn: conn.execute(delete(conversation).where(conversation.c.id == talk)) and None)
    assert database.read_now(lambda conn: conn.scalar(select(func.count()).select_from(log))) == 0
