"""Who must not wait writes beside who may: on PostgreSQL neither locks nor long work of others are in the way."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from datetime import datetime

import pytest

from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations import conversations
from storage.database.notices import ChangeNotice, notify
from tests.schemas import waits_for_a_lock
from tests.storage.listening import notices_from_now
from tests.until import DEADLINE, until


@pytest.fixture
def on_postgresql(postgresql_url: str) -> Iterator[Database]:
    with Database.open(postgresql_url) as opened:
        yield opened


def begin(conn: Connection, company: int, now: datetime, name: str = "talk") -> int:
    return conversations.create(conn, company, public_id=name, token_hash=name, language="en", now=now).id


async def test_a_candidate_does_not_wait_for_an_import(on_postgresql: Database, now: datetime) -> None:
    its = on_postgresql.write_now(lambda conn: companies.add(conn, companies.CompanyProfile("acme", "Acme"), now)).id
    held, release = threading.Event(), threading.Event()

    def import_much(conn: Connection) -> None:
        companies.alone(conn, its)
        companies.data_changed(conn, its, now)
        held.set()
        release.wait(DEADLINE)

    importing = asyncio.create_task(on_postgresql.write(import_much))
    await until(held.is_set)
    talk = await on_postgresql.write_at_once(lambda conn: begin(conn, its, now))
    assert on_postgresql.read_now(lambda conn: conversations.get(conn, its, talk)).public_id == "talk"
    release.set()
    await importing


async def test_a_candidate_does_not_wait_for_who_waits_for_another_process(
    on_postgresql: Database, postgresql_url: str, now: datetime
) -> None:
    its = on_postgresql.write_now(lambda conn: companies.add(conn, companies.CompanyProfile("acme", "Acme"), now)).id
    held, release = threading.Event(), threading.Event()

    def hold(conn: Connection) -> None:
        companies.alone(conn, its)
        held.set()
        release.wait(DEADLINE)

    with Database.open(postgresql_url) as other:
        holding = asyncio.create_task(other.write(hold))
        await until(held.is_set)
        saving = asyncio.create_task(on_postgresql.write(lambda conn: companies.alone(conn, its)))
        await until(lambda: waits_for_a_lock(postgresql_url))
        await on_postgresql.write_at_once(lambda conn: begin(conn, its, now))
        assert not saving.done()
        release.set()
        await asyncio.gather(holding, saving)


async def test_both_ways_are_told_of_and_counted(database: Database, company: Company, now: datetime) -> None:
    told = notices_from_now(database)
    before = database.written.works

    def write(conn: Connection, name: str) -> None:
        notify(conn, ChangeNotice("conversation", company.id, begin(conn, company.id, now, name)))

    await database.write(lambda conn: write(conn, "a"))
    await database.write_at_once(lambda conn: write(conn, "b"))
    await until(lambda: len(told) == 2)
    assert database.written.works == before + 2
    assert database.queued == 0
