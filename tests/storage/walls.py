"""A furnished company and a stranger in one database, where everything that is tried is undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from sqlalchemy.exc import IntegrityError

from storage import Connection
from storage.companies import companies
from storage.database.engine import open_engines, parse_url
from storage.database.errors import Moved, NotFound
from storage.tables.base import metadata
from tests.storage.furnished import NOW

Query = Callable[[Connection, int, SimpleNamespace], Any]


@dataclass(frozen=True, slots=True)
class Walls:
    """The furnished company, what belongs to it, every row of it, and a company that has nothing."""

    conn: Connection
    company: int
    its: SimpleNamespace
    rows: dict[str, list[Any]]
    stranger: int

    def trespass(self, query: Query) -> tuple[Any, dict[str, list[Any]]]:
        """Run the query as the stranger; return what it found and every row of the furnished company afterwards."""
        with self.undone() as conn:
            try:
                with conn.begin_nested():
                    found = query(conn, self.stranger, self.its)
            except (NotFound, Moved, IntegrityError):
                found = None  # the query itself, or else a key of the database, kept the stranger out
            return found, rows_of(conn, self.company)

    def searched(self, query: Callable[[Connection], Any]) -> list[str]:
        """Run the query on SQLite; return the steps that SQLite takes for each of its statements."""
        ran: list[str] = []
        with self.undone() as conn:
            driver: Any = conn.connection.driver_connection
            driver.set_trace_callback(ran.append)
            query(conn)
            driver.set_trace_callback(None)
            asking = [each for each in ran if each.split()[0] in {"SELECT", "UPDATE", "DELETE"}]
            assert ran
            return [step.detail for each in asking for step in conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {each}")]

    @contextmanager
    def undone(self) -> Iterator[Connection]:
        """Give the connection; nothing that is done with it stays."""
        with self.conn.begin() as transaction:
            yield self.conn
            transaction.rollback()


@contextmanager
def walls_of(url: str, furnish: Callable[[Connection, int], SimpleNamespace]) -> Iterator[Walls]:
    """Furnish a company in an empty database, beside a stranger."""
    engines = open_engines(parse_url(url), readers=1)
    with engines.writer.connect() as conn:
        with conn.begin():
            victim, stranger = (
                companies.add(conn, companies.CompanyProfile(key, key.title()), NOW).id
                for key in ("victim", "stranger")
            )
            its = furnish(conn, victim)
            rows = rows_of(conn, victim)
        yield Walls(conn, victim, its, rows, stranger)
    engines.dispose()


def scans(steps: list[str], tables: list[str]) -> list[str]:
    """Return the steps that read one of the tables row by row."""
    return [step for step in steps if step.split()[:2] in [["SCAN", table] for table in tables]]


def rows_of(conn: Connection, company_id: int) -> dict[str, list[Any]]:
    """Return every row of the company as the database keeps it, table by table."""
    named = conn.dialect.identifier_preparer.format_table
    owned = {table.name: named(table) for table in metadata.sorted_tables if "company_id" in table.c}
    # Asked without SQLAlchemy: it is asked sixty times for each of a thousand tests.
    rows: dict[str, list[Any]] = {
        name: sorted(map(repr, conn.exec_driver_sql(f"SELECT * FROM {table} WHERE company_id = {company_id}")))
        for name, table in owned.items()
    }
    return rows | {"company": [repr(companies.by_id(conn, company_id))]}
