"""`kill -9` in the middle of delivering applications: none is lost, and only the one at hand goes out twice."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

import pytest
from aiohttp import web
from pytest_aiohttp.plugin import AiohttpServer
from sqlalchemy import func, select

from storage import Connection, Database
from storage.applications import applications
from storage.applications.applications import ApplySetting
from storage.companies.companies import Company
from storage.conversations import conversations
from storage.openings import opening_feeds, opening_import, openings
from storage.openings.openings import OpeningContent
from storage.tables.application import application
from tests.clock import Clock
from workers.applications.sender import ApplicationSender, Ways
from workers.outbox.delivery import OutboxDelivery
from workers.outbox.sender import LEASE
from workers.outbox.webhook import post

COMMAND = [sys.executable, "-m", "tests.workers.applications.applying_process"]
MANY, KILLED_AT = 12, 5


@dataclass
class System:
    """A company's system: keeps what it gets; from the `stops_at`th on it answers nothing more."""

    stops_at: int = KILLED_AT
    keeps_that_one: bool = True
    keys: list[str] = field(default_factory=list)
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    going_on: asyncio.Event = field(default_factory=asyncio.Event)
    seen: int = 0

    async def take(self, request: web.Request) -> web.Response:
        body = await request.json()
        assert request.headers["Idempotency-Key"] == body["application"]
        self.seen += 1
        stopped = self.seen == self.stops_at
        if not stopped or self.keeps_that_one:
            self.keys.append(body["application"])
        if stopped:
            self.reached.set()
            await self.going_on.wait()
        return web.Response(status=204)


@pytest.fixture
async def system() -> AsyncIterator[System]:
    made = System()
    yield made
    made.going_on.set()


def apply(conn: Connection, company: Company, url: str, now: datetime) -> set[str]:
    """Let many people apply; return the keys of what they sent."""
    applications.put_setting(conn, company.id, ApplySetting("", url, None, 14, "https://acme.example/privacy"))
    feed = opening_feeds.add(conn, company.id, format="csv", url="file:a", now=now, fetched=False)
    opening_import.apply(conn, company.id, feed.id, [OpeningContent("c1", "Cook")], now)
    (opening,) = openings.of_company(conn, company.id)
    keys = set()
    for number in range(MANY):
        name = f"t{number}"
        talk = conversations.create(conn, company.id, public_id=name, token_hash=name, language="en", now=now)
        made = applications.begin(conn, company.id, talk.id, opening.id, "en", now)
        applications.keep(conn, made.named("Anna Lopez").reached_at(f"anna{number}@example.org"), now)
        applications.give_file(conn, made, "cv.pdf", "application/pdf", b"%PDF-1.7", now)
        applications.send(conn, made, 14, now)
        keys.add(made.key)
    return keys


def left(database: Database) -> int:
    return database.read_now(lambda conn: conn.scalar(select(func.count()).select_from(application)) or 0)


@pytest.mark.parametrize("taken", [True, False], ids=["the system took it", "the system did not take it"])
async def test_none_is_lost_and_one_at_most_arrives_twice_under_its_key(
    database_url: str, database: Database, company: Company, system: System, aiohttp_server: AiohttpServer, taken: bool
) -> None:
    system.keeps_that_one = taken
    app = web.Application()
    app.router.add_post("/in", system.take)
    url = str((await aiohttp_server(app)).make_url("/in"))
    keys = database.write_now(lambda conn: apply(conn, company, url, datetime.now(UTC)))
    process = await asyncio.create_subprocess_exec(*COMMAND, database_url)
    async with asyncio.timeout(300):
        await system.reached.wait()
    process.kill()
    await process.wait()
    assert left(database) == MANY - KILLED_AT + 1
    after = Clock(datetime.now(UTC))
    delivery = OutboxDelivery(database, ApplicationSender(Ways(partial(post, timeout_seconds=10))), after)
    await delivery.tick()
    assert left(database) == 1, "what the dead process had taken is its own until the lease ends"
    after.goes_on(seconds=LEASE.total_seconds())
    await delivery.tick()
    assert left(database) == 0
    times = Counter(system.keys)
    assert times.keys() == keys
    assert sorted(times.values()) == [1] * (MANY - taken) + [2] * taken
