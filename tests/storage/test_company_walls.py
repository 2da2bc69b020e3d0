"""Two companies never see, and never change, each other's rows: tried with every query there is."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Table, select
from sqlalchemy.exc import IntegrityError

from storage import Connection, Database, companies
from storage.companies import Company
from storage.errors import NotFound, StorageError
from storage.tables import metadata
from tests.storage.company_queries import MAKERS, QUERIES, SUBJECTS
from tests.storage.furnished import NOW, furnish

GROWING = """
    conversation message decision review example audit rated_pair rating nightly_score alert guard_decision
    annotation annotator foreign_dialogue sampled_conversation detector doubt opening opening_place
    opening_profession opening_entry opening_text job_search search_log opening_question synonym application
    feed_import opening_spot opening_day
""".split()  # noqa: SIM905


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_a_query_with_another_companys_id_finds_and_changes_nothing(
    name: str, database: Database, new_company: Callable[..., Company]
) -> None:
    victim, stranger = new_company("victim"), new_company("stranger")
    its = database.write_now(lambda conn: furnish(conn, victim.id))
    before = database.read_now(lambda conn: rows_of(conn, victim.id))
    try:
        found = database.write_now(lambda conn: QUERIES[name](conn, stranger.id, its))
    except StorageError as error:
        found = None if refused(error) else error
    assert not found
    assert database.read_now(lambda conn: rows_of(conn, victim.id)) == before


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_a_query_looks_its_rows_up_by_an_index(name: str, sqlite_url: str) -> None:
    ran: list[str] = []

    def run(conn: Connection) -> SimpleNamespace:
        driver: Any = conn.connection.driver_connection
        company = companies.add(conn, companies.CompanyProfile("demo", "Demo"), NOW)
        its = furnish(conn, company.id)
        driver.set_trace_callback(ran.append)
        QUERIES[name](conn, company.id, its)
        driver.set_trace_callback(None)
        return its

    def plans(conn: Connection) -> list[str]:
        asking = [each for each in ran if each.split()[0] in {"SELECT", "UPDATE", "DELETE"}]
        return [step.detail for each in asking for step in conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {each}")]

    with Database.open(sqlite_url) as database:
        database.write_now(run)
        steps = database.write_now(plans)
    assert ran
    assert [step for step in steps if step.split()[:2] in [["SCAN", table] for table in GROWING]] == []


def refused(error: StorageError) -> bool:
    """Whether the query itself, or else a key of the database, kept the stranger out."""
    return isinstance(error, NotFound) or isinstance(error.__cause__, IntegrityError)


def test_no_query_is_forgotten_here() -> None:
    takes_company = {
        f"{subject.__name__.removeprefix('storage.')}.{name}"
        for subject in SUBJECTS
        for name, function in inspect.getmembers(subject, inspect.isfunction)
        if function.__module__ == subject.__name__ and not name.startswith("_")
        if "company_id" in inspect.signature(function).parameters
    }
    assert takes_company == QUERIES.keys() | MAKERS


def rows_of(conn: Connection, company_id: int) -> dict[str, list[Any]]:
    """Return every row of the company, table by table."""
    owned: list[Table] = [table for table in metadata.sorted_tables if "company_id" in table.c]
    rows: dict[str, list[Any]] = {
        table.name: sorted(map(repr, conn.execute(select(table).where(table.c.company_id == company_id))))
        for table in owned
    }
    return rows | {"company": [repr(companies.by_id(conn, company_id))]}
