"""A category is split in the browser after looking at what that would change."""

from __future__ import annotations

from playwright.async_api import Page, expect

from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from tests.accessibility import complaints
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import OtherProcess
from tests.admin.world import NOW, World
from tests.browsing import IN_A_BROWSER, keep_screenshot
from tests.training.test_parts import DOGS, PARKING

pytestmark = IN_A_BROWSER


async def test_a_part_is_ticked_looked_at_and_split_off(
    world: World, open_page: OpenPage, other_process: OtherProcess
) -> None:
    rows = [NewExample(text, "benefits", "en") for text in (*DOGS, *PARKING)]
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, rows, "import", "test", NOW))
    page = await open_page(f"/dataset/categories/{world.category_id('benefits')}/split")
    await page.get_by_role("group").filter(has_text=DOGS[0]).get_by_role("link", name="Tick this part").click()
    await expect(page.get_by_label(DOGS[0])).to_be_checked()
    assert await complaints(page) == []
    await keep_screenshot(page, "desk-split", full_page=True, caret="initial")
    await look_first(page)
    await page.get_by_label("Name of the new category").fill("dogs")
    await page.get_by_role("button", name="Split off the ticked questions").click()
    await expect(page.get_by_role("heading", name="dogs", exact=True)).to_be_visible()
    assert world.category_of(DOGS[0]) == "dogs"


async def look_first(page: Page) -> None:
    await page.get_by_role("button", name="What would change?").click()
    await expect(page.get_by_text("Candidates have typed no question in this language")).to_be_visible()
    assert await complaints(page) == []
