"""The desk's inbox through the real server: milliseconds of every page, and from a candidate's wish to the badge.

    .venv/bin/python benchmarks/inbox.py [--waiting 5000] [--messages 200000] [--data-dir D] [--database-url URL]

The demo company gets that many waiting conversations, four times as many that do not wait, and that many messages in
all. Each page is fetched `--times` times by a recruiter who is logged in, beside the login page, which reads nothing.
Then candidates ask for a person, one after the other, while two recruiters' pages are open: seconds from the message's
POST until both are told. With --data-dir a copy of what is trained there already answers.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
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
from sqlalchemy import insert, select
from turns import candor_server

from admin.sessions import token_hash
from candor.house import open_database
from candor.settings import load_settings
from storage import Connection, companies, sessions, users
from storage.conversation_tables import conversation, message
from storage.database import Database
from storage.letter_pairs import COLUMNS, pairs_of

NOW = datetime.now(UTC)
BATCH = 5000
TOKENS = ("bench-ada", "bench-bob")
PAGES = (
    "/login", "/conversations", "/conversations?who=nobody&language=de", "/conversations?urgent=1",
    "/conversations?folder=open", "/conversations?folder=all", "/conversations?folder=all&q=parking",
    "/conversations?folder=all&q=zebra", "/conversations/9", "/",
)  # fmt: skip
WORDS = "where can i park my car and what do you pay a nurse on the night shift in hamburg please tell me".split()  # noqa: SIM905


def talks_of(company: int, waiting: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of conversations: those that wait for up to ten days, then four times as many that do not."""
    chosen = random.Random(seed)
    for number in range(waiting * 5):
        since = NOW - timedelta(seconds=chosen.randrange(10 * 86_400))
        yield {
            "company_id": company, "public_id": f"bench-{number}", "token_hash": "-", "owner": "bot",
            "language": chosen.choice(("en", "de", "fr", "zh")), "status": "waiting" if number < waiting else "open",
            "last_seq": 0, "created": since, "updated": since, "waiting_since": since if number < waiting else None,
            "urgent": number < waiting and chosen.random() < 0.01,
        }  # fmt: skip


def messages_of(company: int, talks: list[int], count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of messages, candidate and bot in turns, spread over the conversations."""
    chosen = random.Random(seed)
    for number in range(count):
        seq, place = divmod(number, len(talks))
        text = " ".join(chosen.choices(WORDS, k=12)) + (" parking" if chosen.random() < 0.01 else "")
        yield {
            "company_id": company, "conversation_id": talks[place], "seq": seq + 1,
            "direction": "incoming" if seq % 2 == 0 else "outgoing", "author": "candidate" if seq % 2 == 0 else "bot",
            "text": text, "buttons": [], "links": [], "created": NOW,
            **dict(zip(COLUMNS, pairs_of(text), strict=True)),
        }  # fmt: skip


def fill(database: Database, waiting: int, count: int) -> None:
    """Write all of it, and two recruiters who are logged in."""

    def people(conn: Connection) -> int:
        company = companies.by_key(conn, "demo")
        assert company is not None
        for token in TOKENS:
            user = users.add(conn, company.id, f"{token}@bench.example", token, "recruiter", "-", NOW)
            sessions.create(conn, user.id, token_hash(token), "-", NOW, NOW + timedelta(days=1))
        return company.id

    company = database.write_now(people)
    for rows in _batches(talks_of(company, waiting, 0)):
        database.write_now(lambda conn, rows=rows: conn.execute(insert(conversation), list(rows)))  # type: ignore[misc]
    mine = select(conversation.c.id).where(conversation.c.public_id.like("bench-%"))
    ids = database.read_now(lambda conn: list(conn.scalars(mine)))
    for rows in _batches(messages_of(company, ids, count, 0)):
        database.write_now(lambda conn, rows=rows: conn.execute(insert(message), list(rows)))  # type: ignore[misc]


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(itertools.islice(rows, BATCH)):
        yield batch


async def fetch_pages(base: str, times: int) -> None:
    """Print the milliseconds of each page."""
    print(f"{'page':<42} {'median ms':>9} {'p95 ms':>7} {'kB':>5}")
    async with ClientSession(cookies={"candor-desk": TOKENS[0]}) as client:
        for path in PAGES:
            took, size = [], 0
            for _ in range(times):
                begun = time.perf_counter()
                async with client.get(f"{base}/admin{path}", allow_redirects=False) as response:
                    size = len(await response.read())
                    assert response.status in (200, 303), f"{path}: {response.status}"
                took.append(1000 * (time.perf_counter() - begun))
            p95 = statistics.quantiles(took, n=20)[18]
            print(f"{path:<42} {statistics.median(took):>9.1f} {p95:>7.1f} {size / 1000:>5.0f}", flush=True)


async def time_the_badge(base: str, times: int) -> None:
    """Print the seconds from a candidate's message until two open pages have been told."""
    took = []
    async with ClientSession() as client, ClientSession() as candidate:
        opened = [
            await client.ws_connect(f"{base}/admin/live", headers={"Cookie": f"candor-desk={token}"})
            for token in TOKENS
        ]
        first, _ = [(await page.receive_json())["counts"]["waiting"] for page in opened]
        for number in range(times):
            async with candidate.post(f"{base}/api/v1/companies/demo/conversations", json={"language": "en"}) as made:
                talk = await made.json()
            path = f"{base}/api/v1/conversations/{talk['conversation']}/messages"
            begun = time.perf_counter()
            headers = {"Authorization": f"Bearer {talk['token']}"}
            body = {"client_id": "1", "text": "I need to talk to a person"}
            (await candidate.post(path, json=body, headers=headers)).raise_for_status()
            for page in opened:
                while (await page.receive_json(timeout=30))["counts"]["waiting"] < first + number + 1:
                    pass
            took.append(time.perf_counter() - begun)
            await asyncio.sleep(0.2)
    p95 = statistics.quantiles(took, n=20)[18]
    print(f"from message to badge: median {statistics.median(took):.2f} s, p95 {p95:.2f} s, of {times}")


def main() -> None:
    """Fill, serve, fetch, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waiting", type=int, default=5000)
    parser.add_argument("--messages", type=int, default=200_000)
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
        with open_database(load_settings(None, {"data_dir": data, "storage": storage})) as database:
            fill(database, given.waiting, given.messages)
        with candor_server(data, given.database_url) as base:
            print(machine(), given.database_url or "SQLite", sep="\n")
            asyncio.run(fetch_pages(base, given.times))
            asyncio.run(time_the_badge(base, given.times))


if __name__ == "__main__":
    main()
