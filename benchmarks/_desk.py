"""What the benchmarks of the desk share: a demo company full of conversations, and fetching pages of it."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from aiohttp import ClientSession
from sqlalchemy import Table, insert, select, text
from turns import candor_server

from candor.house import open_database
from candor.settings import load_settings
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.database import Database
from storage.database.letter_pairs import searched_by
from storage.database.token_hashes import hash_token
from storage.dataset import categories
from storage.people import sessions, users
from storage.tables.conversation import conversation, decision, message, review

NOW = datetime.now(UTC)
BATCH = 5000
TOKENS = ("bench-ada", "bench-bob")
KINDS = ("reply",) * 7 + ("defer",) * 2 + ("clarify",)
WORDS = "where can i park my car and what do you pay a nurse on the night shift in hamburg please tell me".split()  # noqa: SIM905


@contextmanager
def trained_data(given: Path | None, database_url: str | None) -> Iterator[tuple[Path, Database]]:
    """Yield a folder with a demo company, a copy of what is trained in `given`, and its database."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        if given is not None:
            shutil.copytree(given, data)
        with candor_server(data, database_url):
            pass
        storage = {"database_url": database_url} if database_url else {}
        with open_database(load_settings(None, {"data_dir": data, "storage": storage})) as database:
            yield data, database


def demo(database: Database) -> Company:
    """Return the demo company."""
    found = database.read_now(lambda conn: companies.by_key(conn, "demo"))
    assert found is not None
    return found


def add(database: Database, table: Table, rows: Iterator[dict[str, Any]]) -> None:
    """Write rows of a table, some thousands in each transaction."""
    while batch := list(itertools.islice(rows, BATCH)):
        database.write_now(lambda conn, batch=batch: conn.execute(insert(table), batch))  # type: ignore[misc]


def fill_inbox(database: Database, waiting: int, count: int) -> list[int]:
    """Write conversations of which so many wait, so many messages, and two recruiters who are logged in.

    Returns the numbers of the conversations.
    """
    its = demo(database).id

    def people(conn: Connection) -> None:
        for token in TOKENS:
            user = users.add(conn, its, f"{token}@bench.example", token, "recruiter", "-", NOW)
            sessions.create(conn, user.id, hash_token(token), "-", NOW, NOW + timedelta(days=1))

    database.write_now(people)
    add(database, conversation, _talks(its, waiting, 0))
    mine = select(conversation.c.id).where(conversation.c.public_id.like("bench-%"))
    talks = database.read_now(lambda conn: list(conn.scalars(mine)))
    dialect = database.read_now(lambda conn: conn.dialect.name)
    add(database, message, _messages(dialect, its, talks, count, 0))
    analyse(database)
    return talks


def analyse(database: Database) -> None:
    """Count what there is, as PostgreSQL's autovacuum does some time after a load, where it is not switched off."""
    database.write_now(lambda conn: conn.execute(text("ANALYZE")))


def fill_reviews(database: Database, talks: Sequence[int], count: int, pending: int, days: int) -> None:
    """Write decisions about so many messages over so many days, and their reviews, so many still to be made."""
    its = demo(database).id
    names = [each.name for each in database.read_now(lambda conn: categories.categories(conn, its))]
    add(database, decision, _decisions(its, talks, names, count, days))
    query = select(decision.c.id, decision.c.intent, decision.c.created).order_by(decision.c.created)
    made = [tuple(row) for row in database.read_now(lambda conn: conn.execute(query).all())]
    add(database, review, _reviews(its, made, pending))


def _talks(company: int, waiting: int, seed: int) -> Iterator[dict[str, Any]]:
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


def _messages(dialect: str, company: int, talks: Sequence[int], count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of messages, candidate and bot in turns, spread over the conversations."""
    chosen = random.Random(seed)
    for number in range(count):
        seq, place = divmod(number, len(talks))
        text = " ".join(chosen.choices(WORDS, k=12)) + (" parking" if chosen.random() < 0.01 else "")
        yield {
            "company_id": company, "conversation_id": talks[place], "seq": seq + 1,
            "direction": "incoming" if seq % 2 == 0 else "outgoing", "author": "candidate" if seq % 2 == 0 else "bot",
            "text": text, "buttons": [], "links": [], "created": NOW,
            **searched_by(dialect, text),
        }  # fmt: skip


def _decisions(
    company: int, talks: Sequence[int], names: Sequence[str], count: int, days: int
) -> Iterator[dict[str, Any]]:
    chosen = random.Random(0)
    for number in range(count):
        seq, place = divmod(number, len(talks))
        guesses = chosen.sample(names, 3)
        sure = chosen.random()
        yield {
            "company_id": company, "conversation_id": talks[place], "message_seq": 2 * seq + 1,
            "kind": chosen.choice(KINDS), "stage": "faq", "intent": guesses[0], "confidence": sure,
            "threshold": 0.5, "language": chosen.choice(("en", "de", "fr", "zh")),
            "ranking": [{"intent": name, "confidence": sure / (place + 1)} for place, name in enumerate(guesses)],
            "entities": [], "model_version": "v1", "created": NOW - timedelta(seconds=chosen.randrange(days * 86_400)),
        }  # fmt: skip


def _reviews(company: int, made: Sequence[Any], pending: int) -> Iterator[dict[str, Any]]:
    """Yield the review of each decision, so many of the newest ones still to be made."""
    chosen = random.Random(1)
    for number, (id_, intent, created) in enumerate(made):
        closed = number < len(made) - pending
        yield {
            "id": id_, "company_id": company, "status": "confirmed" if closed else "pending", "question": True,
            "category": intent if closed and chosen.random() < 0.9 else None, "reviewer": "ada" if closed else None,
            "created": created, "updated": min(created + timedelta(days=1), NOW) if closed else created,
            "question_group": f"{number % 5000:064}",
        }  # fmt: skip


async def fetch(base: str, pages: Sequence[str], times: int, database: Database) -> None:
    """Print the milliseconds that the server takes for each page, its size, and its size compressed.

    The first fetch, which finds nothing prepared, stands by itself. Beside them stand the milliseconds of processor
    time, of the server and of PostgreSQL for it, which other work on the machine changes little. A page that asks again
    while something is looked for is fetched meanwhile, and then as it is with what was found.
    """
    print(f"{'page':<46} {'first':>7} {'p50 ms':>7} {'p95 ms':>7} {'cpu ms':>7} {'of db':>7} {'kB':>5} {'gzip':>5}")
    cookies = {"candor-desk": TOKENS[0]}
    async with ClientSession(cookies=cookies, auto_decompress=False) as client:
        for path in pages:
            await _fetch_one(client, f"{base}/admin{path}", path, times, database)
            if await _asks_again(client, f"{base}/admin{path}"):
                while await _asks_again(client, f"{base}/admin{path}"):  # noqa: ASYNC110
                    await asyncio.sleep(0.5)
                await _fetch_one(client, f"{base}/admin{path}", f"{path} (found)", times, database)


async def _fetch_one(client: ClientSession, address: str, name: str, times: int, database: Database) -> None:
    begun = time.perf_counter()
    size = await _size(client, address, "identity")
    first = 1000 * (time.perf_counter() - begun)
    small = await _size(client, address, "gzip")
    took, spent, asked = [], _processor_time(_server()), _processor_time(*_asked(database))
    for _ in range(times):
        begun = time.perf_counter()
        await _size(client, address, "gzip")
        took.append(1000 * (time.perf_counter() - begun))
    cpu = 1000 * (_processor_time(_server()) - spent) / times
    of_db = 1000 * (_processor_time(*_asked(database)) - asked) / times
    p95 = statistics.quantiles(took, n=20)[18]
    figures = (
        f"{first:>7.1f} {statistics.median(took):>7.1f} {p95:>7.1f} {cpu:>7.1f} {of_db:>7.1f}"
        f" {size / 1000:>5.0f} {small / 1000:>5.0f}"
    )
    print(f"{name:<46} {figures}", flush=True)


async def _asks_again(client: ClientSession, address: str) -> bool:
    """Tell whether the page shows that something is being looked for, and asks for it every second."""
    async with client.get(address, headers={"Accept-Encoding": "identity"}) as response:
        return b'hx-trigger="every 1s"' in await response.read()


async def _size(client: ClientSession, address: str, coding: str) -> int:
    async with client.get(address, allow_redirects=False, headers={"Accept-Encoding": coding}) as response:
        assert response.status in (200, 303), f"{address}: {response.status}"
        return len(await response.read())


def _server() -> int | None:
    """Return the process that serves, the one child of this one; None where the system does not tell."""
    try:
        return int(Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()[0])
    except (OSError, IndexError):
        return None


def _asked(database: Database) -> list[int]:
    """Return the processes of PostgreSQL that work for the database, where they run on this machine."""
    if not database.url.startswith("postgresql"):
        return []
    working = text("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
    return database.read_now(lambda conn: list(conn.scalars(working)))


def _processor_time(*pids: int | None) -> float:
    """Return the seconds of processor time that processes have used; 0 where the system does not tell."""
    return sum(map(_of_process, pids))


def _of_process(pid: int | None) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
