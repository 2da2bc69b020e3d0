from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.test_follow_ups import ask_on
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


@pytest.mark.parametrize("verdict", ["confirm", "correct"])
async def test_the_words_written_on_the_card_of_a_follow_up_are_learnt(
    world: World, open_page: OpenPage, verdict: str
) -> None:
    review_id = ask_on(world)
    page = await open_page("/reviews")
    await page.get_by_label("What is learnt").fill("Do interns get a pension?")
    if verdict == "correct":
        await page.get_by_role("button", name="Choose a category").click()
        await page.locator("label.choice", has_text="salary").click()
        await page.get_by_role("button", name="Save").first.click()
    else:
        await page.get_by_role("button", name="Right").click()
    await expect(page.locator(f"#review-{review_id} .verdict")).to_be_visible()
    assert world.category_of("Do interns get a pension?") == {"confirm": "benefits", "correct": "salary"}[verdict]
