"""A real browser at the desk; whatever it complains about (scripts, the Content-Security-Policy) fails the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect

from tests.admin.conftest import Visit
from tests.admin.world import Visitor, World
from tests.browsing import FLAGS, PATIENCE, chromium

# A status of 4xx is shown in words on the page, but the browser notes it as well.
EXPECTED = "the server responded with a status of 4"

OpenPage = Callable[..., Awaitable[Page]]

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """One kind of database is enough here: what a browser does is the same on both."""
    return sqlite_url


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Debian's chromium; skipped loudly without it, a failure in CI."""
    path = chromium()
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield launched
        await launched.close()


@pytest.fixture
async def open_page(browser: Browser, visit: Visit, world: World) -> AsyncIterator[OpenPage]:
    """Open a page as Ada (or somebody else), in a window of their own; at the end nothing may have gone wrong in it."""
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and EXPECTED not in message.text:
            complaints.append(message.text)

    async def start(path: str, visitor: Visitor | None = None, **options: Any) -> Page:
        person = visitor or await visit(world.ada)
        address = str(person.client.make_url("/"))
        context = await browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **options})
        await context.add_cookies([{"name": "candor-desk", "value": person.token, "url": address}])
        page = await context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(f"{address}admin{path}")
        return page

    yield start
    assert complaints == []
