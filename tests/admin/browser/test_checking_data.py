from __future__ import annotations

from playwright.async_api import Page, expect

from storage.dataset import dataset
from tests.accessibility import complaints
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import OtherProcess
from tests.admin.world import NOW, World
from tests.browsing import IN_A_BROWSER, keep_screenshot
from tests.training.conftest import questions

pytestmark = IN_A_BROWSER

WRONG = "what about money and wage and salary here"


async def test_a_question_that_is_there_already_is_told_while_it_is_typed(world: World, open_page: OpenPage) -> None:
    page = await open_page(f"/dataset/categories/{world.category_id('salary')}")
    box, told = page.get_by_label("Add questions, one a line"), page.locator("#alike")
    await box.press_sequentially("something new\nis there a canteen")
    await expect(told).to_have_text("Already in “benefits”: Is there a canteen?")
    assert await complaints(page) == []
    # Hiding the caret would leave style attributes behind, which the Content-Security-Policy forbids htmx to copy.
    await keep_screenshot(page, "desk-alike", full_page=True, caret="initial")
    await box.press("ArrowUp")
    await box.press_sequentially(" here")
    await expect(told).to_be_empty()
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(page.get_by_role("alert").filter(has_text="benefits")).to_be_visible()
    assert world.category_of("something new here") == "salary"


async def test_the_check_appears_by_itself_and_a_finding_is_repaired_in_place(
    world: World, open_page: OpenPage, other_process: OtherProcess
) -> None:
    other_process.may_end.clear()
    rows = [*questions(), dataset.NewExample(WRONG, "parking", "en")]
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, rows, "import", "test", NOW, replace=True))
    page = await open_page("/dataset/check")
    await expect(page.locator("#check-status")).to_contain_text("Checking.")
    other_process.may_end.set()
    await expect(page.get_by_text(f"“{WRONG}” is in “parking” but reads like “salary”")).to_be_visible()
    await expect(page.locator("#check-status")).to_contain_text("findings.")
    assert await complaints(page) == []
    await keep_screenshot(page, "desk-data-check", full_page=True, caret="initial")
    await settle(page)
    await move(page)
    assert world.category_of(WRONG) == "salary"


async def settle(page: Page) -> None:
    kind = page.get_by_role("region", name="A category has no answer")
    await kind.get_by_role("checkbox").first.check()
    await kind.get_by_placeholder("Why this is fine").fill("people answer these")
    await kind.get_by_role("button", name="Settle the ticked as fine").click()
    await expect(page.get_by_role("status")).to_contain_text("Settled as fine.")
    await page.get_by_text("1 finding settled as fine").last.click()
    await expect(page.get_by_text("people answer these")).to_be_visible()
    assert await complaints(page) == []
    await keep_screenshot(page, "desk-data-check-settled", full_page=True, caret="initial")


async def move(page: Page) -> None:
    await page.get_by_role("button", name="Move to “salary”").click()
    await expect(page.get_by_role("heading", name="Check the data")).to_be_visible()
    await expect(page.get_by_role("status")).to_contain_text("Saved.")
    await expect(page.get_by_text(WRONG)).to_have_count(0)
