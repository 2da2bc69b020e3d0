"""Several questions are ticked by key, judged together and taken back, in a browser."""

from __future__ import annotations

from playwright.async_api import expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.world import UNSURE, World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_ticked_questions_are_judged_together_and_taken_back(world: World, open_page: OpenPage) -> None:
    ids = [world.ask(f"May I bring dog number {each}?", UNSURE, "defer") for each in range(3)]
    page = await open_page("/reviews")
    verdicts = page.locator(".bulk .verdicts")
    await expect(verdicts).to_be_hidden()
    await page.keyboard.press("x")
    await page.keyboard.press("j")
    await page.keyboard.press("x")
    await expect(verdicts).to_be_visible()
    await verdicts.get_by_label("Choose a category").select_option("salary")
    await verdicts.get_by_role("button", name="Put there").click()
    await expect(page.get_by_text("2 questions judged together.")).to_be_visible()
    assert [world.review(id_).category for id_ in ids] == [None, "salary", "salary"]
    await page.get_by_role("button", name="Undo").click()
    await expect(page.get_by_text("The verdicts were taken back.")).to_be_visible()
    assert [world.review(id_).status for id_ in ids] == ["pending"] * 3
    await page.get_by_label("Tick all on this page").check()
    await expect(page.locator(".ticked:checked")).to_have_count(3)


async def test_the_keys_of_a_verdict_are_for_all_that_are_ticked(world: World, open_page: OpenPage) -> None:
    ids = [world.ask(f"May I bring dog number {each}?", UNSURE, "defer") for each in range(3)]
    page = await open_page("/reviews")
    await page.keyboard.press("x")
    await page.keyboard.press("j")
    await page.keyboard.press("x")
    await expect(page.get_by_role("status").filter(has_text="2 ticked")).to_be_visible()
    await page.keyboard.press("j")
    await page.keyboard.press("e")
    await expect(page.locator(".bulk").get_by_label("Choose a category")).to_be_focused()
    await page.locator(f"[data-review='{ids[0]}']").focus()
    await page.keyboard.press("d")
    await expect(page.get_by_text("2 questions judged together.")).to_be_visible()
    assert [world.review(id_).status for id_ in ids] == ["pending", "dismissed", "dismissed"]
    await page.keyboard.press("z")
    await expect(page.get_by_text("The verdicts were taken back.")).to_be_visible()
    assert [world.review(id_).status for id_ in ids] == ["pending"] * 3
