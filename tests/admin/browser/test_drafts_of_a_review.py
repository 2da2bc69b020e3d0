from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.world import UNSURE, World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER

MESSAGE = "Your message"


async def come_back(page: Page, way: str) -> None:
    if way == "reload":
        await page.reload()
    else:
        await page.goto(page.url.replace("/reviews", "/conversations"))
        await page.goto(page.url.replace("/conversations", "/reviews"))


@pytest.mark.parametrize("way", ["reload", "another page"])
async def test_what_was_typed_into_a_review_is_there_again(world: World, open_page: OpenPage, way: str) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("a")
    await page.get_by_label(MESSAGE).fill("Yes, on a lead.")
    await page.keyboard.press("Escape")
    await page.keyboard.press("e")
    await page.get_by_text("Add a new category instead").click()
    await page.get_by_label("Name of the category").fill("pets")
    await come_back(page, way)
    await expect(page.get_by_role("alert")).to_contain_text("Open the form again")
    await page.keyboard.press("e")
    await expect(page.get_by_label("Name of the category")).to_have_value("pets")
    await page.keyboard.press("Escape")
    await page.keyboard.press("a")
    await expect(page.get_by_label(MESSAGE)).to_have_value("Yes, on a lead.")


async def test_what_was_cancelled_or_sent_is_forgotten(world: World, open_page: OpenPage) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("a")
    await page.get_by_label(MESSAGE).fill("Yes.")
    await page.get_by_role("button", name="Cancel").click()
    await page.keyboard.press("a")
    await expect(page.get_by_label(MESSAGE)).to_have_value("")
    await page.get_by_label(MESSAGE).fill("No.")
    await page.keyboard.press("Control+Enter")
    await expect(page.locator(f"#review-{review_id} .verdict")).to_be_visible()
    assert await page.evaluate("Object.keys(sessionStorage).filter((key) => key.includes('draft'))") == []
