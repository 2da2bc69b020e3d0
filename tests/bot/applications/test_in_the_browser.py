"""The guided application in a real browser, file and all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, Page, expect

from bot.channels.web import StoredConversations, WebSettings, setup
from tests.accessibility import complaints
from tests.bot.applications.conftest import application_of, due_application
from tests.bot.conftest import NOW, Chat
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, applying: Chat) -> AsyncIterator[Page]:
    """The chat of a company that takes applications."""
    app = web.Application()
    setup(app, StoredConversations(applying.database, applying.service), applying.service.texts, WebSettings())
    async with TestServer(app) as server:
        opened = await browser.new_page(viewport={"width": 420, "height": 800}, reduced_motion="reduce")
        await opened.goto(str(server.make_url("/widget/acme")))
        yield opened
        await opened.close()


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
    assert await complaints(page) == []
    program, curriculum = tmp_path / "cv.pdf", tmp_path / "my cv.pdf"
    program.write_bytes(b"MZ a program")
    curriculum.write_bytes(b"%PDF-1.7 all of it")
    await choose(page, program)
    await expect(page.get_by_role("status")).to_contain_text("I can’t take this file.")
    await keep_screenshot(page, "apply-file")
    await choose(page, curriculum)
    await expect(page.get_by_text("File: my cv.pdf").last).to_be_visible()
    await expect(page.get_by_role("link", name="How your data is used")).to_be_visible()
    assert await complaints(page) == []
    await keep_screenshot(page, "apply-summary")
    await page.get_by_role("button", name="I agree: send it").click()
    await expect(page.get_by_text("is in the queue to Acme")).to_be_visible()
    assert application_of(applying) is None
    due = due_application(applying, NOW.replace(year=2099))
    assert (due.name, due.email, due.file_name) == ("Anna Lopez", "anna@example.org", "my cv.pdf")
