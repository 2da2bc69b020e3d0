"""The guided application in a real browser, file and all."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, Page, Route, expect

from bot.channels.web import StoredConversations, WebSettings, setup
from tests.accessibility import complaints
from tests.bot.applications.conftest import application_of, begin, due_application
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


async def test_a_file_that_the_network_loses_is_sent_again_and_once(page: Page, applying: Chat, tmp_path: Path) -> None:
    begin(applying)
    for text in ("Anna Lopez", "anna@example.org"):
        applying.say(text)
    opened, kept = applying.opened, "candor:acme"
    token = json.dumps({"conversation": opened.conversation.public_id, "token": opened.token})
    await page.evaluate("([name, value]) => sessionStorage.setItem(name, value)", [kept, token])
    await page.reload()
    await expect(page.get_by_role("button", name="Choose a file")).to_be_visible()
    curriculum = tmp_path / "cv.pdf"
    lost: list[Route] = []

    async def lose(route: Route) -> None:
        if not lost:  # the first is cut off, of the second the answer gets lost
            await route.abort()
        elif len(lost) == 1:
            await route.fetch()
            await route.abort()
        else:
            await route.continue_()
        lost.append(route)

    await page.context.route("**/files", lose)
    curriculum.write_bytes(b"%PDF-1.7 all of it")
    await choose(page, curriculum)
    await expect(page.locator(".pending")).to_contain_text("Waiting to be sent")
    await expect(page.get_by_role("button", name="I agree: send it")).to_be_visible()
    await expect(page.locator(".pending")).to_have_count(0)
    await expect(page.locator(".message.candidate", has_text="cv.pdf")).to_have_text(re.compile("File: cv.pdf$"))
    assert len(lost) == 3


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
