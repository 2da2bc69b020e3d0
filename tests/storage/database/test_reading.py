from __future__ import annotations

import asyncio
import threading

import pytest

from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.database.errors import StorageError

TIMEOUT = 60.0


async def test_a_write_is_seen_once_it_is_committed_and_not_before(database: Database, company: Company) -> None:
    changed, release = threading.Event(), threading.Event()

    def rename(conn: Connection) -> None:
        companies.change(conn, company.id, CompanyProfile(key="demo", name="New name"))
        changed.set()
        release.wait(TIMEOUT)

    writing = asyncio.create_task(database.write(rename))
    assert await asyncio.to_thread(changed.wait, TIMEOUT)
    before = await database.read(companies.all_companies)
    release.set()
    await writing
    after = await database.read(companies.all_companies)
    assert [each.name for each in before + after] == ["Demo", "New name"]


def test_one_read_sees_one_state_even_while_others_write(database: Database, company: Company) -> None:
    def read_twice(conn: Connection) -> tuple[list[Company], list[Company]]:
        before = companies.all_companies(conn)
        database.write_now(
            lambda inner: companies.change(inner, company.id, CompanyProfile(key="demo", name="New name"))
        )
        return before, companies.all_companies(conn)

    before, after = database.read_now(read_twice)
    assert before == after


def test_reading_cannot_write(database: Database, company: Company) -> None:
    profile = CompanyProfile(key="demo", name="New name")
    with pytest.raises(StorageError, match=r"read-?only"):
        database.read_now(lambda conn: companies.change(conn, company.id, profile))
    assert database.read_now(companies.all_companies) == [company]


async def test_an_error_of_the_work_reaches_the_caller(database: Database) -> None:
    def divide(_: Connection) -> float:
        return 1 / 0

    with pytest.raises(ZeroDivisionError):
        await database.write(divide)
    with pytest.raises(ZeroDivisionError):
        await database.read(divide)


def test_a_write_inside_a_write_is_refused_instead_of_waiting_for_ever(database: Database) -> None:
    with pytest.raises(RuntimeError, match="use the connection given"):
        database.write_now(lambda _: database.write_now(lambda _: None))


async def test_what_blocks_is_refused_on_a_loop_that_others_wait_for_and_nowhere_else(database: Database) -> None:
    database.spare_this_loop()
    with pytest.raises(RuntimeError, match=r"await database\.read"):
        database.read_now(companies.all_companies)
    with pytest.raises(RuntimeError, match=r"await database\.write"):
        database.write_now(companies.all_companies)
    assert await database.read(companies.all_companies) == []
    assert await asyncio.to_thread(database.read_now, companies.all_companies) == []
