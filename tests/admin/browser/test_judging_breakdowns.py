from __future__ import annotations

from playwright.async_api import Page, expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.test_breakdowns_page import break_down, verdicts
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def judge(page: Page, number: int, key: str, told: str) -> None:
    await expect(page.locator(f"[data-review='b{number}']")).to_be_focused()
    await page.keyboard.press(key)
    await expect(page.locator(f"#review-b{number} .verdict")).to_contain_text(told)


async def test_breakdowns_are_judged_with_one_key_each(world: World, open_page: OpenPage) -> None:
    for number in range(3):
        break_down(world, f"Question {number}")
    page = await open_page("/breakdowns")
    await judge(page, 3, "r", "Ada: rightly stopped.")
    await judge(page, 2, "f", "Ada: false alarm.")
    await judge(page, 1, "r", "Ada: rightly stopped.")
    await expect(page.get_by_text("You've judged everything on this page.")).to_be_focused()
    assert verdicts(world) == [("right", "Ada"), ("false_alarm", "Ada"), ("right", "Ada")]


async def test_a_breakdown_leads_to_the_turn_in_its_conversation(world: World, open_page: OpenPage) -> None:
    break_down(world)
    page = await open_page("/breakdowns")
    await page.get_by_role("link", name="Conversation 1, to this message").click()
    await expect(page.locator("#m1")).to_contain_text("The guard handed this over because: the same question 3 times")
    await page.get_by_role("link", name="Was that right?").click()
    await expect(page.get_by_role("heading", name="Breakdown", exact=True)).to_be_visible()


async def test_breakdowns_are_judged_without_a_script(world: World, open_page: OpenPage) -> None:
    break_down(world)
    page = await open_page("/breakdowns", java_script_enabled=False)
    await page.get_by_role("button", name="False alarm").click()
    await expect(page.get_by_text("Your verdict was saved.")).to_be_visible()
    assert verdicts(world) == [("false_alarm", "Ada")]
