"""The overview through the real server: milliseconds of the desk's first page beside much that was asked and reviewed.

    .venv/bin/python benchmarks/overview.py [--messages 200000] [--pending 20000] [--days 365] [--data-dir D]
                                            [--database-url URL]

The demo company gets so many messages over so many days, a decision about every second one, each with its review,
and so many of these are still to be made.
The days are then counted and kept as the server does it
(`workers/day_counts.py`), and each page is fetched `--times` times by a recruiter who is logged in, beside the login
page, which reads nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from _shared import machine
from aiohttp import ClientSession
from inbox import TOKENS, _batches, fill
from sqlalchemy import insert, select
from turns import candor_server

from candor.house import open_database
from candor.settings import load_settings
from storage import categories, companies
from storage.companies import Company
from storage.conversation_tables import conversation, decision, review
from storage.database import Database
from workers.day_counts import DayCounts

NOW = datetime.now(UTC)
PAGES = (
    "/login", "/", "/?by=week", "/?by=month", "/overview/figures.csv?by=day", "/overview/figures.xlsx?by=month",
    "/reviews",
)  # fmt: skip
KINDS = ("reply",) * 7 + ("defer",) * 2 + ("clarify",)


def decisions_of(
    company: Company, talks: list[int], names: list[str], count: int, days: int
) -> Iterator[dict[str, Any]]:
    """Yield the rows of decisions about candidates' messages, spread over so many days."""
    chosen = random.Random(0)
    for number in range(count):
        seq, place = divmod(number, len(talks))
        created = NOW - timedelta(seconds=chosen.randrange(days * 86_400))
        yield {
            "company_id": company.id, "conversation_id": talks[place], "message_seq": 2 * seq + 1,
            "kind": chosen.choice(KINDS), "stage": "faq", "intent": chosen.choice(names), "confidence": chosen.random(),
            "threshold": 0.5, "language": chosen.choice(("en", "de", "fr", "zh")), "ranking": [], "entities": [],
            "model_version": "v1", "created": created,
        }  # fmt: skip


def reviews_of(company: Company, made: list[tuple[int, str, datetime]], pending: int) -> Iterator[dict[str, Any]]:
    """Yield the review of each decision, so many of the newest ones still to be made."""
    chosen = random.Random(1)
    for number, (id_, intent, created) in enumerate(made):
        closed = number < len(made) - pending
        yield {
            "id": id_, "company_id": company.id, "status": "confirmed" if closed else "pending", "question": True,
            "category": intent if closed and chosen.random() < 0.9 else None, "reviewer": "ada" if closed else None,
            "created": created, "updated": min(created + timedelta(days=1), NOW) if closed else created,
            "question_group": f"{number % 5000:064}",
        }  # fmt: skip


def decide(database: Database, count: int, pending: int, days: int) -> Company:
    """Write a decision about every second message and its review."""
    company = database.read_now(lambda conn: companies.by_key(conn, "demo"))
    assert company is not None
    its = company
    names = [each.name for each in database.read_now(lambda conn: categories.categories(conn, its.id))]
    mine = select(conversation.c.id).where(conversation.c.public_id.like("bench-%"))
    talks = database.read_now(lambda conn: list(conn.scalars(mine)))
    for rows in _batches(decisions_of(its, talks, names, count // 2, days)):
        database.write_now(lambda conn, rows=rows: conn.execute(insert(decision), list(rows)))  # type: ignore[misc]
    query = select(decision.c.id, decision.c.intent, decision.c.created).order_by(decision.c.created)
    made = [tuple(row) for row in database.read_now(lambda conn: conn.execute(query).all())]
    for rows in _batches(reviews_of(its, made, pending)):
        database.write_now(lambda conn, rows=rows: conn.execute(insert(review), list(rows)))  # type: ignore[misc]
    return its


async def keep_days(database: Database) -> None:
    """Count and keep the days as the server does, and print what that took."""
    ticks, begun = 0, time.perf_counter()
    counts = DayCounts(database)
    for _ in range(12):
        await counts.tick()
        ticks += 1
    print(f"days kept in {time.perf_counter() - begun:.1f} s, {ticks} ticks")
    begun = time.perf_counter()
    await counts.tick()
    print(f"a tick with nothing to do: {1000 * (time.perf_counter() - begun):.1f} ms")


async def fetch(base: str, pages: tuple[str, ...], times: int) -> None:
    """Print the milliseconds of each page."""
    print(f"{'page':<36} {'median ms':>9} {'p95 ms':>7} {'kB':>5}")
    async with ClientSession(cookies={"candor-desk": TOKENS[0]}) as client:
        for path in pages:
            took, size = [], 0
            for _ in range(times):
                begun = time.perf_counter()
                async with client.get(f"{base}/admin{path}", allow_redirects=False) as response:
                    size = len(await response.read())
                    assert response.status in (200, 303), f"{path}: {response.status}"
                took.append(1000 * (time.perf_counter() - begun))
            p95 = statistics.quantiles(took, n=20)[18]
            print(f"{path:<36} {statistics.median(took):>9.1f} {p95:>7.1f} {size / 1000:>5.0f}", flush=True)


def main() -> None:
    """Fill, fetch, keep, fetch."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--pending", type=int, default=20_000)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--times", type=int, default=40)
    parser.add_argument("--data-dir", type=Path, help="where a demo company has been trained already; it is copied")
    parser.add_argument("--database-url", help="PostgreSQL; by default a file of SQLite")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        if given.data_dir is not None:
            shutil.copytree(given.data_dir, data)
        with candor_server(data, given.database_url):
            pass
        storage = {"database_url": given.database_url} if given.database_url else {}
        print(machine(), given.database_url or "SQLite", sep="\n")
        with open_database(load_settings(None, {"data_dir": data, "storage": storage})) as database:
            fill(database, 1000, given.messages)
            decide(database, given.messages, given.pending, given.days)
            asyncio.run(keep_days(database))
        with candor_server(data, given.database_url) as base:
            asyncio.run(fetch(base, PAGES, given.times))


if __name__ == "__main__":
    main()
