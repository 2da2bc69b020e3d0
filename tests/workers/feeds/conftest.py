"""A feed of the company demo, the site behind it, and what fetches it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from candor.openings_knowledge import knowledge
from openings.feeds.delivery import delivering
from openings.feeds.fetch import FetchLimits
from storage import Database
from storage.companies.companies import Company
from storage.openings import opening_feeds
from storage.openings.opening_feeds import Feed
from tests.clock import START, Clock
from tests.workers.feeds.feeding import Jobs
from workers.feeds.schedule import OpeningFeeds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def jobs() -> Jobs:
    site = Jobs()
    site.may_answer.set()
    return site


@pytest.fixture
async def url(jobs: Jobs) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_get("/jobs.csv", jobs.answer)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    yield str(server.make_url("/jobs.csv"))
    await server.close()


@pytest.fixture
def feed(database: Database, company: Company, url: str) -> Feed:
    return database.write_now(lambda conn: opening_feeds.add(conn, company.id, format="csv", url=url, now=START))


@pytest.fixture
def process(database: Database, clock: Clock) -> Callable[[], OpeningFeeds]:
    """Make what one web process has."""
    limits = FetchLimits(1_000_000, 20, frozenset({"127.0.0.1"}))
    return lambda: OpeningFeeds(database, delivering(limits, knowledge), now=clock)
