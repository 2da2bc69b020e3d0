from __future__ import annotations

from playwright.async_api import expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.rated import add_sample, pairs
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_pairs_are_rated_with_one_key_each(world: World, open_page: OpenPage) -> None:
    sample = add_sample(world, {})
    page = await open_page(f"/scores/ratings/{sample}")
    for number, key in enumerate(("y", "n", "u")):
        await expect(page.get_by_text(f"{number} of 3")).to_be_visible()
        await expect(page.locator("#pair")).to_be_focused()
        await page.keyboard.press(key)
    await expect(page.get_by_text("Everything is rated. Thank you.")).to_be_focused()
    assert [pair.votes["ada@demo.example"] for pair in pairs(world, sample)] == ["yes", "no", "cant_tell"]


async def test_letters_elsewhere_are_no_votes(world: World, open_page: OpenPage) -> None:
    sample = add_sample(world, {})
    page = await open_page(f"/scores/ratings/{sample}")
    await page.get_by_role("link", name="Candor", exact=True).focus()
    await page.keyboard.press("y")
    await expect(page.get_by_text("0 of 3")).to_be_visible()
    assert pairs(world, sample)[0].votes == {}
