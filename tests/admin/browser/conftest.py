"""A real browser at the desk; whatever it complains about (scripts, the Content-Security-Policy) fails the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.admin.conftest import Visit
from tests.admin.world import Client, Visitor, World

# A status of 4xx is shown in words on the page, but the browser notes it as well; htmx notes what was still on its way
# when a page was left.
EXPECTED = ("the server responded with a status of 4", "htmx:sendAbort", "htmx:afterRequest")

OpenPage = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(loop_scope="session")
async def aiohttp_client() -> AsyncIterator[Callable[[web.Application], Awaitable[Client]]]:
    """The plugin's fixture of this name, on the event loop of the browser."""
    async with AsyncExitStack() as clients:

        async def start(app: web.Application) -> Client:
            return await clients.enter_async_context(TestClient(TestServer(app)))

        yield start


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, visit: Visit, world: World) -> AsyncIterator[OpenPage]:
    """Open a page as Ada (or somebody else), in a window of their own; at the end nothing may have gone wrong in it."""
    complaints: list[str] = []
    opened: list[BrowserContext] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(expected in message.text for expected in EXPECTED):
            complaints.append(message.text)

    async def start(path: str, visitor: Visitor | None = None, **options: Any) -> Page:
        person = visitor or await visit(world.ada)
        address = str(person.client.make_url("/"))
        # What is still changing its colour has no contrast yet that could be measured.
        usual = {"viewport": {"width": 1200, "height": 900}, "reduced_motion": "reduce"}
        context = await browser.new_context(**{**usual, **options})
        await context.add_cookies([{"name": "candor-desk", "value": person.token, "url": address}])
        opened.append(context)
        page = await context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(f"{address}admin{path}")
        return page

    yield start
    for context in opened:
        await context.close()
    assert complaints == []
