"""On phones a row of a table is a card whose cells say which column they stand in."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from admin.texts import load_texts
from tests.accessibility import complaints
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Visit
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER
PHONE = {"width": 360, "height": 740}
LABELS = """(row) => [...row.cells].map((cell) => getComputedStyle(cell, "::before").content)"""


async def labels(page: Page, name: str) -> list[str]:
    """Return the words that stand before each cell of a row that can be seen."""
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))
    said: list[str] = await row.evaluate(LABELS)
    return [each.strip('" ') for each in said if each != "none"]


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
async def test_a_row_of_categories_is_a_card_with_its_columns_in_words(
    world: World, open_page: OpenPage, language: str
) -> None:
    page = await open_page("/dataset", viewport=PHONE, locale=language)
    say = load_texts()[language]
    expected = [say("sorting.size"), say("field.answer"), say("sorting.deferrals")]
    assert [each for each in await labels(page, "salary") if each in expected] == expected
    assert await complaints(page, "narrow") == []


LEFT_EDGES = """(row) => {
  const name = document.createRange();
  name.selectNodeContents(row.querySelector("th button"));
  return [name, row.cells[1]].map((each) => Math.round(each.getBoundingClientRect().left));
}"""


async def test_a_name_that_is_pressed_begins_where_the_words_below_it_do(
    world: World, open_page: OpenPage, visit: Visit
) -> None:
    page = await open_page("/companies", await visit(world.olga), viewport=PHONE)
    row = page.get_by_role("row").filter(has=page.get_by_role("button", name="Demo"))
    name, below = await row.evaluate(LEFT_EDGES)
    assert name == below


async def test_what_has_nothing_to_say_is_left_out(world: World, open_page: OpenPage) -> None:
    page = await open_page("/dataset", viewport=PHONE)
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="salary"))
    await expect(row.get_by_text("–").first).to_be_hidden()
    await page.set_viewport_size({"width": 1200, "height": 800})
    await expect(row.get_by_text("–").first).to_be_visible()
    assert await labels(page, "salary") == []


async def test_categories_are_sorted_on_a_phone_too(world: World, open_page: OpenPage) -> None:
    page = await open_page("/dataset", viewport=PHONE)
    await expect(page.get_by_role("rowheader").first).to_have_text("benefits")
    await page.get_by_role("link", name="Passed on", exact=True).click()
    await expect(page.get_by_role("columnheader", name="Passed on", exact=True)).to_have_attribute(
        "aria-sort", "descending"
    )
