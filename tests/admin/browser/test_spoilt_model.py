"""A version that an import spoilt: the page names the import first, and the import is undone from the verdict."""

from __future__ import annotations

from playwright.async_api import expect

from storage.dataset import imports
from storage.dataset.dataset import NewExample, import_rows
from tests.admin.browser.conftest import OpenPage
from tests.admin.versions import WORSE, add_version
from tests.admin.world import NOW, World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_the_import_stands_first_and_is_undone_with_one_click(world: World, open_page: OpenPage) -> None:
    first = add_version(world)
    rows = [NewExample("What is the pay?", "benefits", "en")]
    world.now(lambda conn: import_rows(conn, world.demo.id, rows, "import", "Ada", NOW))
    name = str(world.now(lambda conn: imports.of_company(conn, world.demo.id))[0].id)
    moved = {"kind": "import", "name": name, "author": "Ada", "flipped": 4487, "share": 0.97, "most": 0.05}
    reasons = [{"code": "labels_flipped", "params": moved}, {"code": "category_got_worse", "params": WORSE}]
    add_version(world, 0.1, reasons, live_id=first.id)
    page = await open_page("/models")
    blocked = page.locator("article.version").first
    await expect(blocked.locator(".chip")).to_have_text("blocked")
    await expect(blocked.locator(".reasons li").first).to_have_text(
        "One import by Ada put 4,487 questions (97% of all in this language) into other categories."
    )
    await blocked.get_by_role("link", name="Why, and what to do").click()
    await page.get_by_role("button", name="Undo this import").click()
    await expect(page.get_by_text("The import was undone")).to_be_visible()
    assert world.category_of("What is the pay?") == "salary"
