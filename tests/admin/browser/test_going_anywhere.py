"""Going anywhere in the desk by typing."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


@pytest.mark.parametrize("delay", [0, 400], ids=["at once", "word by word"])
async def test_enter_goes_to_what_was_typed_however_fast(world: World, open_page: OpenPage, delay: int) -> None:
    page = await open_page("/")
    await page.keyboard.press("Control+k")
    await expect(page.locator("#go .goals a").first).to_be_visible()
    await page.keyboard.type("salary", delay=delay)
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(re.compile(rf"/admin/dataset/categories/{world.category_id('salary')}"))
