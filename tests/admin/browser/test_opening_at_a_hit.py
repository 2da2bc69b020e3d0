"""A conversation that was looked for opens where the words are said, and goes on being followed."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.admin.browser.asking import DOG, ask, say
from tests.admin.browser.conftest import OpenPage
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_a_conversation_opens_where_the_words_are_said_and_leaves_its_reader_there(
    world: World, open_page: OpenPage
) -> None:
    await ask(world)
    for line in range(40):
        await say(world, 1, f"Line {line} of many")
    page = await open_page("/conversations?folder=all&q=dog")
    await page.locator("a[data-talk='1']").click()
    thread = page.locator("#thread")
    await expect(thread.locator(".found")).to_have_text(re.compile(DOG.replace("?", r"\?")))
    await expect(thread.locator(".found")).to_be_in_viewport()
    await say(world, 1, "The newest line")
    await expect(thread).to_contain_text("The newest line")
    await expect(thread.locator(".found")).to_be_in_viewport()
    await thread.evaluate("thread => { thread.scrollTop = thread.scrollHeight }")
    await say(world, 1, "Newer than that")
    await expect(thread.get_by_text("Newer than that")).to_be_in_viewport()


async def test_where_all_of_it_is_seen_what_comes_next_is_followed(world: World, open_page: OpenPage) -> None:
    await ask(world)
    page = await open_page("/conversations?folder=all&q=dog")
    await page.locator("a[data-talk='1']").click()
    thread = page.locator("#thread")
    await expect(thread.locator(".found")).to_be_in_viewport()
    for line in range(30):
        await say(world, 1, f"Line {line} of many")
    await expect(thread.get_by_text("Line 29 of many")).to_be_in_viewport()
