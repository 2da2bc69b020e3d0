"""The guided application in a real browser, file and all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import web
from playwright.async_api import Browser, Page, async_playwright, expect
from pytest_aiohttp.plugin import AiohttpServer

from bot.channels.web import StoredConversations, WebSettings, setup
from storage import applications
from tests.bot.applications.conftest import application_of
from tests.bot.conftest import NOW, Chat
from tests.bot.widget.test_accessibility import violations
from tests.browsing import ARTIFACTS, FLAGS, PATIENCE, chromium

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE)


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    path = chromium()
    async with async_playwright() as playwright:
        yield await playwright.chromium.launch(executable_path=path, args=FLAGS)


@pytest.fixture
async def page(browser: Browser, applying: Chat, aiohttp_server: AiohttpServer) -> Page:
    """The chat of a company that takes applications."""
    app = web.Application()
    setup(app, StoredConversations(applying.database, applying.service), applying.service.texts, WebSettings())
    server = await aiohttp_server(app)
    opened = await browser.new_page(viewport={"width": 420, "height": 800}, reduced_motion="reduce")
    await opened.goto(str(server.make_url("/widget/acme")))
    return opened


async def say(page: Page, text: str) -> None:
    before = await page.locator(".message.bot").count()
    await page.get_by_label("Your message").fill(text)
    await page.keyboard.press("Enter")
    await expect(page.locator(".message.bot")).not_to_have_count(before)


async def choose(page: Page, path: Path) -> None:
    async with page.expect_file_chooser() as choosing:
        await page.get_by_role("button", name="Choose a file").press("Enter")
    await (await choosing.value).set_files(path)


async def test_a_candidate_applies_with_a_file(page: Page, applying: Chat, tmp_path: Path) -> None:
    await expect(page.locator(".message.bot")).to_have_count(1)
    await say(page, "I would like a job as a cook in Munich")
    await page.get_by_role("button", name="Apply (Cook)").click()
    await expect(page.get_by_text("What’s your name?")).to_be_visible()
    await say(page, "Anna Lopez")
    await say(page, "anna@example.org")
    await expect(page.get_by_role("button", name="Choose a file")).to_be_visible()
    assert await violations(page) == []
    program, curriculum = tmp_path / "cv.pdf", tmp_path / "my cv.pdf"
    program.write_bytes(b"MZ a program")
    curriculum.write_bytes(b"%PDF-1.7 all of it")
    await choose(page, program)
    await expect(page.get_by_role("status")).to_contain_text("I can’t take this file.")
    await page.screenshot(path=ARTIFACTS / "apply-file.png")
    await choose(page, curriculum)
    await expect(page.get_by_text("File: my cv.pdf").last).to_be_visible()
    await expect(page.get_by_role("link", name="How your data is used")).to_be_visible()
    assert await violations(page) == []
    await page.screenshot(path=ARTIFACTS / "apply-summary.png")
    await page.get_by_role("button", name="I agree: send it").click()
    await expect(page.get_by_text("is in the queue to Acme")).to_be_visible()
    assert application_of(applying) is None
    due = applying.database.write_now(lambda conn: applications.take_due(conn, NOW.replace(year=2099), NOW))
    assert due is not None
    assert (due.name, due.email, due.file_name) == ("Anna Lopez", "anna@example.org", "my cv.pdf")
