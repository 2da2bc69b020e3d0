"""Feeds made after each format's documentation, read with what the house knows."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from candor.house import atlas
from openings.feeds import formats
from openings.feeds.completion import Knowledge
from openings.feeds.draft import FeedDocument
from openings.feeds.reading import FeedContent, read
from tests.openings.feeds.fetching import Answer, Serve
from tests.openings.feeds.reader import TODAY, Read


@pytest.fixture(scope="session")
def known() -> Knowledge:
    """The real atlas; professions by two words; everything is English unless the feed says otherwise."""
    ids = {"nurse": "nurse", "pflegefach": "nurse", "cook": "cook"}

    def professions_in(title: str, language: str) -> tuple[str, ...]:
        return tuple(id_ for word, id_ in ids.items() if word in title.lower())

    return Knowledge(atlas(), ("DE", "AT"), lambda text: "en", professions_in)


@pytest.fixture
def read_feed(known: Knowledge) -> Read:
    """Read a text in a format: `read_feed("lever", text, url=...)`."""

    def run(format: str, text: str, url: str | None = None) -> FeedContent:
        return read(formats.parse(format, FeedDocument(text, url)).drafts, known, TODAY)

    return run


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Serve an answer at every path; returns the server's address."""
    servers: list[TestServer] = []

    async def start(answer: Answer) -> str:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        servers.append(server := TestServer(app, host="127.0.0.1"))
        await server.start_server()
        return str(server.make_url("/")).rstrip("/")

    yield start
    for server in servers:
        await server.close()
