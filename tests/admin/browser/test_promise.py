from __future__ import annotations

from playwright.async_api import expect

from tests.accessibility import complaints, looks
from tests.admin.audited import answer, review, today
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Open
from tests.admin.world import World, log_in, usual
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER


async def test_a_promise_is_made_audited_and_found_kept(world: World, open_desk: Open, open_page: OpenPage) -> None:
    answer(world, sure=8)
    ada = log_in(world.database, await open_desk(now=today), world.ada)
    page = await open_page("/scores", ada)
    await page.get_by_role("link", name="To the promise").click()
    await page.get_by_label("Wrong answers at most, in percent").fill("50")
    await page.get_by_role("button", name="Promise this").click()
    await expect(page.get_by_text("at most 50% of the answers")).to_be_visible()
    await page.get_by_label("How many answers").fill("5")
    await page.get_by_role("button", name="Draw answers").click()
    await page.get_by_role("button", name="Conclude the sample").click()
    await expect(page.get_by_role("alert")).to_contain_text("5 answers of the sample are not reviewed yet")
    await page.get_by_role("link", name="Review the sample").click()
    for left in range(5, 0, -1):
        await expect(page.locator("[data-pending]")).to_have_count(left)
        await expect(page.locator("[data-pending]").first).to_be_focused()
        await page.keyboard.press("c")
    await expect(page.locator("#all-done")).to_be_focused()
    await page.get_by_role("link", name="To the promise").click()
    await expect(page.get_by_text("5 of 5 answers reviewed")).to_be_visible()
    await page.get_by_role("button", name="Conclude the sample").click()
    await expect(page.get_by_text("Kept", exact=True)).to_be_visible()
    await expect(page.get_by_text("0 of 5 answers drawn at random were wrong")).to_be_visible()
    await keep_screenshot(page, "promise-kept", full_page=True)


async def test_the_page_is_for_everybody(world: World, open_desk: Open, open_page: OpenPage) -> None:
    answer(world, sure=110, fairly=40)
    ada = log_in(world.database, await open_desk(now=today, usual=usual(threshold=0.5)), world.ada)
    await ada.post("/scores/promise/draw", {"audit_size": "150", "audit_days": "30"})
    review(world.database, world.demo.id, wrong=15, wrong_below=0.7)
    await ada.post("/scores/promise/conclude")
    await ada.post("/scores/promise/draw", {"audit_size": "59", "audit_days": "30"})
    page = await open_page("/scores/promise", ada)
    await page.get_by_text("Threshold by threshold").click()
    async for look in looks(page):
        assert await complaints(page, look) == [], look
        await keep_screenshot(page, f"promise-{look}", full_page=True)
