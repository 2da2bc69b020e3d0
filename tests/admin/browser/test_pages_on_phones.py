"""On phones the pages of a place are a menu behind the words of the one that is shown."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from admin.forms import NAME_LIMIT
from admin.texts import load_texts
from storage.dataset import dataset
from tests.accessibility import complaints
from tests.admin.browser.conftest import OpenPage
from tests.admin.world import NOW, World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER
PHONE = {"width": 360, "height": 740}


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
async def test_another_page_of_the_settings_is_chosen_from_a_menu(
    world: World, open_page: OpenPage, language: str
) -> None:
    say = load_texts()[language]
    page = await open_page("/settings", viewport=PHONE, locale=language)
    there = page.get_by_role("link", name=say("webhooks.title"), exact=True)
    await expect(there).to_be_hidden()
    await page.get_by_role("button", name=f"{say('settings.pages')} {say('settings.company')}").click()
    await expect(page.get_by_role("link", name=say("settings.company"), exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    assert await complaints(page) + await complaints(page, "narrow") == []
    await there.click()
    await expect(page.get_by_role("button", name=f"{say('settings.pages')} {say('webhooks.title')}")).to_be_visible()
    await expect(there).to_be_hidden()


async def test_on_a_desk_the_pages_stand_in_a_row_and_there_is_no_menu(world: World, open_page: OpenPage) -> None:
    page = await open_page("/dataset", viewport={"width": 1280, "height": 800})
    await expect(page.get_by_role("link", name="Check the data", exact=True)).to_be_visible()
    await expect(page.locator(".to-pages")).to_be_hidden()


async def test_no_name_of_a_category_pushes_a_page_sideways(world: World, open_page: OpenPage) -> None:
    world.now(lambda conn: dataset.add_category(conn, world.demo.id, "W" * NAME_LIMIT, NOW))
    page = await open_page(f"/dataset/categories/{world.category_id('salary')}", viewport=PHONE)
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
