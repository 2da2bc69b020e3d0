"""Every page of the desk through the real server: milliseconds and size beside a company's data of some years.

    .venv/bin/python benchmarks/desk.py [--messages 200000] [--pending 20000] [--examples 12000] [--days 365]
                                        [--data-dir D] [--database-url URL] [--only PART]

The demo company gets so many messages over so many days, a decision about every second one, each with its review, of
which so many are still to be made; 1,000 candidates wait; one language has so many examples, most of them in one
category; 30 versions of models, each tested with as many questions, and a history of 20,000 changes. The days are
counted and kept as the server does it. Each page is fetched `--times` times by a recruiter who is logged in, beside
the login page, which reads nothing; one that looks for something in the background is fetched while it does, and again
once it was found. With --data-dir a copy of what is trained there is used, else it is trained first.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from _desk import NOW, WORDS, add, analyse, demo, fetch, fill_inbox, fill_reviews, trained_data
from _desk_models import fill_models
from _shared import machine
from sqlalchemy import func, select
from turns import candor_server

from nlu.words.normalise import normalise
from storage.database.database import Database
from storage.dataset import categories
from storage.tables.base import audit, example
from storage.tables.conversation import conversation, review
from storage.tables.guard import guard_decision
from storage.tables.job_search import search_log
from workers.day_counts import DayCounts

VERSIONS = 30
CHANGES = 20_000
BIG = "salary"
PAGES = (
    "/login", "/", "/?by=week", "/?by=month", "/overview/figures.csv?by=day", "/overview/figures.xlsx?by=month",
    "/go?q=parking",
    "/reviews", "/reviews?order=asked", "/reviews?q=parking", "/reviews?status=confirmed", "/reviews/{review}",
    "/reviews/{review}/correct", "/reviews/{review}/why",
    "/conversations", "/conversations?folder=all&q=parking", "/conversations/{talk}", "/replies",
    "/dataset", "/dataset?q=parking", "/dataset?sort=deferrals", "/dataset/categories/{category}",
    "/dataset/categories/{category}?q=parking", "/dataset/categories/{small}", "/dataset/categories/{small}/versions",
    "/dataset/categories/{category}/split", "/dataset/try",
    "/dataset/examples/{example}", "/dataset/golden", "/dataset/import", "/dataset/check", "/dataset/topics",
    "/dataset/pairs",
    "/openings", "/openings/feeds", "/openings/searches", "/openings/synonyms",
    "/models", "/models/gate", "/models/{version}/verdict", "/models/{version}/changes",
    "/scores", "/scores/promise", "/scores/ratings", "/breakdowns", "/annotations", "/detectors",
    "/audit", "/audit?q=salary", "/users", "/told", "/settings", "/settings/first-hour", "/settings/look",
    "/settings/webhooks", "/settings/identity", "/settings/applications", "/password",
)  # fmt: skip


def fill_examples(database: Database, count: int) -> None:
    """Write examples until English has so many, most of them in one category."""
    its = demo(database).id
    there = database.read_now(
        lambda conn: conn.scalar(select(func.count()).where(example.c.company_id == its, example.c.language == "en"))
    )
    big = next(each.id for each in database.read_now(lambda conn: categories.categories(conn, its)) if each.name == BIG)
    chosen = random.Random(2)

    def rows() -> Iterator[dict[str, Any]]:
        for number in range(count - (there or 0)):
            text = f"{' '.join(chosen.choices(WORDS, k=9))} {number}"
            yield {
                "company_id": its, "category_id": big, "language": "en", "text": text, "normalised": normalise(text),
                "origin": "desk", "created_by": "ada", "created": NOW,
            }  # fmt: skip

    add(database, example, rows())


def fill_history(database: Database) -> None:
    """Write a long list of changes."""
    its = demo(database).id
    changes = (
        {
            "company_id": its, "actor": "ada@demo.example", "action": "example_deleted",
            "detail": {"text": f"What is question {number}?"}, "created": NOW,
        }
        for number in range(CHANGES)
    )  # fmt: skip
    add(database, audit, changes)


def fill_rest(database: Database, talks: list[int]) -> None:
    """Write what the guard did in one conversation of ten, and what candidates looked for."""
    its = demo(database).id
    chosen = random.Random(3)
    guarded = (
        {
            "company_id": its, "conversation_id": talk, "message_seq": 1, "language": "en", "action": "clarify",
            "risk": 0.8, "reasons": [], "created": NOW - timedelta(hours=number % 2000),
        }
        for number, talk in enumerate(talks[::10])
    )  # fmt: skip
    add(database, guard_decision, guarded)
    looked: Iterator[dict[str, Any]] = (
        {
            "company_id": its, "conversation_id": talks[number % len(talks)], "language": "en",
            "profession": chosen.choice(("nurse", "cook", "welder")), "city": chosen.choice(("Kassel", "Lyon")),
            "filters": {}, "found": chosen.choice((0, 3)), "created": NOW - timedelta(hours=number % 2000),
        }
        for number in range(20_000)
    )  # fmt: skip
    add(database, search_log, looked)


async def keep_days(database: Database) -> None:
    """Count and keep the days as the server does, and print what that took."""
    counts, begun = DayCounts(database), time.perf_counter()
    for _ in range(12):
        await counts.tick()
    print(f"days kept in {time.perf_counter() - begun:.1f} s")


def addresses(database: Database) -> list[str]:
    """Return the pages with the numbers of what they show."""
    its = demo(database).id
    by_name = {each.name: each.id for each in database.read_now(lambda conn: categories.categories(conn, its))}
    numbers = {
        "category": by_name.pop(BIG),
        "small": min(by_name.values()),
        "example": _largest(database, example.c.id),
        "review": _largest(database, review.c.id),
        "talk": _largest(database, conversation.c.id) - 10,
        "version": 1000 + VERSIONS - 1,
    }
    return [page.format(**numbers) for page in PAGES]


def _largest(database: Database, column: Any) -> int:
    return int(database.read_now(lambda conn: conn.scalar(select(func.max(column)))) or 0)


def main() -> None:
    """Fill, keep the days, fetch."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--pending", type=int, default=20_000)
    parser.add_argument("--examples", type=int, default=12_000)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--times", type=int, default=40)
    parser.add_argument("--only", default="", help="only pages whose address holds this")
    parser.add_argument("--data-dir", type=Path, help="where a demo company has been trained already; it is copied")
    parser.add_argument("--database-url", help="PostgreSQL; by default a file of SQLite")
    given = parser.parse_args()
    print(machine(), given.database_url or "SQLite", sep="\n")
    with trained_data(given.data_dir, given.database_url) as (data, database):
        talks = fill_inbox(database, 1000, given.messages)
        fill_reviews(database, talks, given.messages // 2, given.pending, given.days)
        fill_examples(database, given.examples)
        fill_models(database, VERSIONS)
        fill_history(database)
        fill_rest(database, talks)
        asyncio.run(keep_days(database))
        analyse(database)
        pages = [each for each in addresses(database) if given.only in each]
        with candor_server(data, given.database_url) as base:
            asyncio.run(fetch(base, pages, given.times, database))


if __name__ == "__main__":
    main()
