"""The pages and mails of subscriptions in a real browser: by keyboard, with axe, on a phone, in four languages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, expect

from bot.service import Service
from candor.mailing import mount_pages
from storage import Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from tests.accessibility import complaints, looks
from tests.bot.subscriptions.test_letters import html_of, written
from tests.browsing import IN_A_BROWSER
from tests.subscribing import again, asks, has_token, nurse, subscribes

pytestmark = IN_A_BROWSER

SMALL: Any = {"width": 320, "height": 568}
LANGUAGES = ("en", "de", "fr", "zh")


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """What a browser sees does not depend on the database."""
    return sqlite_url


@pytest_asyncio.fixture(loop_scope="session")
async def address(database: Database, mailing: Service, acme: Company) -> AsyncIterator[str]:
    everywhere = CompanyProfile("acme", "Acme", LANGUAGES, careers_url="https://acme.example/jobs")
    database.write_now(lambda conn: companies.change(conn, acme.id, everywhere))
    app = web.Application()
    mount_pages(app, database, mailing)
    async with TestServer(app) as server:
        yield str(server.make_url("")).rstrip("/")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_axe_finds_nothing_on_any_page(
    browser: Browser, address: str, database: Database, acme: Company, language: str
) -> None:
    page = await browser.new_page(viewport=SMALL)
    waiting = has_token(database, asks(database, acme, language=language), "w" * 43)
    running = has_token(database, subscribes(database, acme, language=language, email="bo@example.org"), "r" * 43)
    for path in (waiting, running, f"{running}/end", "u" * 43):
        await page.goto(f"{address}/subscriptions/{path}")
        async for look in looks(page):
            assert await complaints(page, look) == [], (path, look)
    await page.goto(f"{address}/subscribe/acme?lang={language}")
    async for look in looks(page):
        assert await complaints(page, look) == [], look
    await page.locator("#city").fill("Atlantisville")
    await page.locator("#email").fill("anna@")
    await page.get_by_role("button").click()
    await expect(page.locator(".fault")).to_have_count(2)
    async for look in looks(page):
        assert await complaints(page, look) == [], look


async def test_by_keyboard_from_the_mails_link_to_the_end(
    browser: Browser, address: str, database: Database, acme: Company
) -> None:
    problems: list[str] = []
    page = await browser.new_page()
    page.on("console", lambda message: problems.append(message.text))
    made = asks(database, acme)
    await page.goto(f"{address}/subscriptions/{has_token(database, made, 'w' * 43)}")
    for key in ("Tab", "ArrowRight", "Tab", "Enter"):
        await page.keyboard.press(key)
    await expect(page.get_by_role("status")).to_contain_text("confirmed")
    assert (again(database, made).status, again(database, made).frequency) == ("active", "weekly")
    await page.get_by_role("button", name="End this alert").press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("has ended")
    assert again(database, made).status == "ended"
    assert problems == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_mails_read_well_on_a_phone_and_fetch_nothing(browser: Browser, language: str) -> None:
    fetched: list[str] = []
    page = await browser.new_page(viewport=SMALL)
    page.on("request", lambda request: fetched.append(request.url))
    for mail in (written("openings", language, nurse(1), nurse(2), more=2), written("confirmation", language)):
        await page.set_content(html_of(mail))
        found = await complaints(page)
        assert [each for each in found if not each.startswith(("landmark", "region", "page-has-heading"))] == []
    assert fetched == []
