from __future__ import annotations

from playwright.async_api import expect

from nlu.understanding import Guess
from tests.accessibility import complaints
from tests.admin.browser.conftest import OpenPage
from tests.admin.world import UNSURE, World
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER

SALARY = (Guess("salary", 0.7), Guess("benefits", 0.1))


async def test_a_key_shows_and_hides_the_reason_of_the_selected_question(world: World, open_page: OpenPage) -> None:
    world.ask("Is the pay good, and when?", SALARY)
    review_id = world.ask("Which benefits, and when?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("w")
    reason = page.locator(f"#review-{review_id} .because")
    await expect(reason.locator(".weighed")).to_contain_text("benefits+,")
    await expect(page.locator(".because .weighed")).to_have_count(1)
    assert await complaints(page) == []
    await keep_screenshot(page, "desk-why", full_page=True)
    await page.keyboard.press("w")
    await expect(reason).to_be_hidden()
    assert world.review(review_id).status == "pending"


async def test_the_reason_is_told_without_colour(world: World, open_page: OpenPage) -> None:
    world.ask("Is the pay good, and when?", SALARY)
    page = await open_page("/reviews/1/why")
    shown = "(mark) => [getComputedStyle(mark).textDecorationStyle, getComputedStyle(mark).backgroundColor]"
    clear = "rgba(0, 0, 0, 0)"
    assert await page.locator("mark.for").first.evaluate(shown) == ["solid", clear]
    assert await page.locator("mark.against").first.evaluate(shown) == ["dotted", clear]
    await expect(page.get_by_role("listitem").filter(has_text="pay").first).to_be_visible()


async def test_opening_a_reason_keeps_the_place_in_a_conversation(world: World, open_page: OpenPage) -> None:
    first = world.ask("Is the pay good, and when?", SALARY)
    talk = world.review(first).conversation
    for _ in range(8):
        world.ask("Which benefits, and when?", SALARY, talk=talk)
    page = await open_page(f"/conversations/{talk.id}", viewport={"width": 1200, "height": 700})
    log = page.get_by_role("log")
    await log.evaluate("(log) => { log.scrollTop = 0 }")
    await log.locator(".why > summary").first.click()
    await expect(log.locator(".weighed")).to_be_visible()
    assert await log.evaluate("(log) => log.scrollTop") == 0
    assert await complaints(page) == []
