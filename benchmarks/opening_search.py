"""Searches among 1,000 and 50,000 openings on SQLite and PostgreSQL, beside a scan with LIKE over the same rows.

    .venv/bin/python benchmarks/opening_search.py [--sizes 1000 50000] [--databases sqlite postgresql] [--searches 440]

The openings are made up from the professions, cities and sentences of the starter data, seeded; so are the searches: a
profession in a city, filters, remote, words, regions, a city alone, everything, and what is not found, with its
alternatives. A LIKE scan is what a search without an index of its own would be: the title's words in title or text and
the city's name, counted and sorted. Of each search the quickest of three runs counts. PostgreSQL is that of the tests
(CANDOR_TEST_POSTGRES).
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from importlib import metadata
from urllib.parse import quote

import psycopg
from _openings import COUNTRIES, TODAY, Search, World, openings_of, searches_of
from _shared import machine
from sqlalchemy import text

from openings.alternatives import alternatives
from openings.search import search
from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.openings import opening_feeds, opening_import
from storage.openings.openings import OpeningContent
from storage.snapshots import CompanySnapshot

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
POSTGRES = os.environ.get("CANDOR_TEST_POSTGRES", "postgresql://root@127.0.0.1:5432/test")
SCHEMA = f"candor_benchmark_{os.getpid()}"
REPEATS = 3
LEAST = 220
LIKE = """
    SELECT count(*) OVER (), o.id FROM opening o JOIN opening_place p ON p.opening_id = o.id
    WHERE o.company_id = :company AND o.status = 'open' AND (o.valid_through IS NULL OR o.valid_through >= :today)
    AND (lower(o.title) LIKE :words OR lower(o.description) LIKE :words) AND p.city LIKE :city
    ORDER BY o.posted DESC LIMIT 5"""


@contextmanager
def database_of(kind: str) -> Iterator[Database]:
    """Open a database that is gone afterwards."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder, Database.open(f"sqlite:///{folder}/candor.db") as database:
            yield database
        return
    joint = "&" if "?" in POSTGRES else "?"
    with psycopg.connect(POSTGRES, autocommit=True) as conn:
        conn.execute(f"CREATE SCHEMA {SCHEMA}".encode())
        try:
            with Database.open(f"{POSTGRES}{joint}options={quote(f'-csearch_path={SCHEMA}')}") as database:
                yield database
        finally:
            conn.execute(f"DROP SCHEMA {SCHEMA} CASCADE".encode())


def filled(database: Database, contents: list[OpeningContent]) -> Company:
    """Import the openings as a feed's, piece by piece as an import does."""

    def begin(conn: Connection) -> tuple[Company, int]:
        company = companies.add(conn, CompanyProfile("demo", "Demo", countries=COUNTRIES), NOW)
        feed = opening_feeds.add(conn, company.id, format="json", url="https://example.com", now=NOW)
        return company, feed.id

    company, feed_id = database.write_now(begin)
    for piece in opening_import.pieces(contents):
        database.write_now(partial(put, company.id, feed_id, piece))
    return company


def vacuum() -> None:
    """Do what PostgreSQL's autovacuum does within minutes of an import; SQLite is left as the import leaves it."""
    tables = ("opening", "opening_place", "opening_profession", "opening_entry", "opening_spot", "opening_text")
    with psycopg.connect(POSTGRES, autocommit=True) as conn:
        conn.execute(f"VACUUM ANALYZE {', '.join(f'{SCHEMA}.{table}' for table in tables)}".encode())


def put(company_id: int, feed_id: int, some: Sequence[OpeningContent], conn: Connection) -> None:
    """Put openings into a feed."""
    opening_import.put(conn, company_id, feed_id, some, NOW)


def run(company: Company, world: World, asked: Search, conn: Connection) -> int:
    """Search as a turn of the conversation does: with the alternatives where nothing fits."""
    snapshot = CompanySnapshot(company)  # one that remembers no search
    found = search(conn, snapshot, asked.wish, asked.language, world.atlas, today=TODAY)
    if not found.total:
        alternatives(conn, snapshot, asked.wish, asked.language, world.atlas, world.related, today=TODAY)
    return found.total


def scan(company: Company, asked: Search, conn: Connection) -> int:
    """Search with LIKE."""
    given = {"company": company.id, "today": TODAY, "words": f"%{asked.like.lower()}%", "city": f"%{asked.city}%"}
    row = conn.execute(text(LIKE), given).first()
    return int(row[0]) if row else 0


def best(database: Database, work: Callable[[Connection], int]) -> tuple[int, float, float]:
    """Return what the work returns, its seconds and the processor's: the quickest of three, others use the machine."""
    runs = []
    for _ in range(REPEATS):
        start, cpu = time.perf_counter(), time.thread_time()
        total = database.read_now(work)
        runs.append((time.perf_counter() - start, time.thread_time() - cpu))
    return total, min(wall for wall, _ in runs), min(cpu for _, cpu in runs)


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """Return p50 and p95 in milliseconds."""
    cuts = statistics.quantiles(seconds, n=20)
    return 1000 * cuts[9], 1000 * cuts[18]


def measure(kind: str, size: int, world: World, count: int) -> None:
    """Print the figures of one database and size."""
    contents = openings_of(world, size)
    searches = searches_of(world, contents, count)
    with database_of(kind) as database:
        start = time.perf_counter()
        company = filled(database, contents)
        seconds, load = time.perf_counter() - start, os.getloadavg()[0]
        print(f"\n{kind}, {size:,} openings, imported in {seconds:.0f} s, {load:.1f} processes waiting")
        if kind == "postgresql":
            vacuum()
        times: dict[str, list[float]] = defaultdict(list)
        busy: dict[str, list[float]] = defaultdict(list)
        found: dict[str, list[int]] = defaultdict(list)
        scans: dict[str, list[float]] = defaultdict(list)
        for asked in searches[:22]:  # a server has its statements compiled and its pages read
            database.read_now(partial(run, company, world, asked))
        for number, asked in enumerate(searches):
            total, wall, cpu = best(database, partial(run, company, world, asked))
            found[asked.kind].append(total)
            times[asked.kind].append(wall)
            busy[asked.kind].append(cpu)
            if number < count // 4:
                scans[asked.kind].append(best(database, partial(scan, company, asked))[1])
        show(times, busy, scans, found)


def show(
    times: dict[str, list[float]],
    busy: dict[str, list[float]],
    scans: dict[str, list[float]],
    found: dict[str, list[int]],
) -> None:
    """Print one line for each kind of search and one for all together.

    The processor's time is that of this process: on SQLite all there is, on PostgreSQL without the server's.
    """
    print(f"{'':20} {'':7} {'search, ms':>17} {'processor, ms':>17} {'LIKE, ms':>17}")
    print(f"{'':20} {'found':>7} {'p50':>8} {'p95':>8} {'p50':>8} {'p95':>8} {'p50':>8} {'p95':>8} {'p95 / p95':>10}")
    for kind in (*times, "all"):
        total, *columns = (
            [value for each in (times if kind == "all" else [kind]) for value in some[each]]
            for some in (found, times, busy, scans)
        )
        cuts = [percentiles(column) for column in columns]
        figures = " ".join(f"{cut:>8.2f}" for pair in cuts for cut in pair)
        print(f"{kind:<20} {statistics.median(total):>7.0f} {figures} {cuts[0][1] / cuts[2][1]:>10.3f}")


def main() -> None:
    """Print a table for each database and size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 50_000])
    parser.add_argument("--databases", nargs="+", default=["sqlite", "postgresql"], choices=["sqlite", "postgresql"])
    parser.add_argument("--searches", type=int, default=440)
    given = parser.parse_args()
    if given.searches < LEAST:
        parser.error(f"--searches {given.searches}: give at least {LEAST}, for a p95 of each kind")
    print(machine())
    versions = f"SQLAlchemy {metadata.version('sqlalchemy')}, psycopg {metadata.version('psycopg')}"
    print(f"{versions}, SQLite {sqlite3.sqlite_version}")
    world = World.read()
    for size in given.sizes:
        for kind in given.databases:
            measure(kind, size, world, given.searches)


if __name__ == "__main__":
    main()
