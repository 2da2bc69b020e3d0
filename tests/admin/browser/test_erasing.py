from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.accessibility import complaints, looks
from tests.admin.browser.conftest import OpenPage
from tests.admin.world import UNSURE, World
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER


@pytest.mark.parametrize("scripts", [True, False])
async def test_a_person_is_erased_with_and_without_scripts(world: World, open_page: OpenPage, scripts: bool) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/conversations/1", java_script_enabled=scripts)
    await page.get_by_role("link", name="Erase this person").click()
    await expect(page.get_by_role("heading", name="What goes")).to_be_visible()
    await page.get_by_role("link", name="Cancel").click()
    await expect(page.get_by_role("log").get_by_text("Can I bring my dog?")).to_be_visible()
    await page.get_by_role("link", name="Erase this person").click()
    await page.get_by_label("Also erase the training questions").check()
    await page.get_by_role("button", name="Erase for good").click()
    await expect(page.get_by_text("The person's data was erased.")).to_be_visible()
    await expect(page.get_by_text("Nobody is waiting for a person.")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
async def test_the_page_is_accessible(world: World, open_page: OpenPage, language: str) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/conversations/1/erase", locale=language)
    await expect(page.locator("html")).to_have_attribute("lang", language)
    async for look in looks(page):
        assert await complaints(page, look) == [], look
        await keep_screenshot(page, f"desk-{look}-erasing-{language}", full_page=True)
