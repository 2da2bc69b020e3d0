"""A topic that nobody answers becomes a category with a click; what was done to categories is undone from Changes."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from admin.topics import pages as topic_pages
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import OtherProcess
from tests.admin.test_topics import DOGS
from tests.admin.world import NOW, UNSURE, World
from tests.browsing import IN_A_BROWSER, keep_screenshot
from tests.training.conftest import questions
from tests.training.test_parts import DOGS as DOGS_AT_WORK
from tests.training.test_parts import PARKING

pytestmark = IN_A_BROWSER


async def test_a_topic_becomes_a_category_with_one_click(
    world: World, open_page: OpenPage, other_process: OtherProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(topic_pages, "DAYS", 3650)
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, questions(), "import", "test", NOW))
    for text in DOGS:
        world.ask(text, UNSURE, "defer")
    page = await open_page("/dataset")
    await page.get_by_role("link", name="Topics nobody answers").click()
    await expect(page.locator(".topic")).to_contain_text("asked 4 times")
    await keep_screenshot(page, "desk-topics", full_page=True)
    await page.get_by_label(DOGS[2]).uncheck()
    await page.get_by_label("Name of the category").fill("dogs at work")
    await page.get_by_label(re.compile("^Answer")).fill("Dogs may come on Fridays.")
    await page.get_by_role("button", name="Make it a category").click()
    await expect(page.get_by_role("heading", name="dogs at work")).to_be_visible()
    await expect(page.get_by_label("What the bot answers")).to_have_value("Dogs may come on Fridays.")
    assert [world.category_of(text) for text in DOGS] == ["dogs at work", "dogs at work", None, "dogs at work"]


async def undo(page: Page, words: str) -> None:
    """Undo what a line of Changes says, and wait until it is done."""
    await page.goto(re.sub(r"/admin/.*", "/admin/audit", page.url))
    line = page.get_by_role("row").filter(has_text=words)
    await line.get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("status")).to_contain_text("That was undone")
    await expect(page.get_by_role("row").filter(has_text=words).last).to_contain_text("undone")


async def test_categories_that_were_renamed_merged_and_deleted_come_back_from_changes(
    world: World, open_page: OpenPage
) -> None:
    page = await open_page(f"/dataset/categories/{world.category_id('salary')}")
    await page.get_by_label("Name", exact=True).fill("Pay")
    await page.get_by_role("button", name="Rename").click()
    await expect(page.get_by_role("heading", name="Pay", exact=True)).to_be_visible()
    await page.get_by_text("Merge into another category").click()
    await page.get_by_label("Category to merge into").select_option(label="benefits")
    await page.get_by_label("is to be part of that category").check()
    await page.get_by_role("button", name="Merge", exact=False).last.click()
    await expect(page.get_by_role("heading", name="benefits", exact=True)).to_be_visible()
    assert world.category_of("What is the pay?") == "benefits"
    await page.get_by_text("Delete category").click()
    await page.get_by_role("button", name="Yes, delete").click()
    await expect(page.get_by_role("status")).to_contain_text("was deleted")
    assert world.category_of("What is the pay?") is None
    await undo(page, "Deleted the category “benefits”")
    assert world.category_of("What is the pay?") == "benefits"
    await undo(page, "Merged")
    assert world.category_of("What is the pay?") == "salary"
    await undo(page, "Renamed")
    await page.goto(re.sub(r"/admin/.*", f"/admin/dataset/categories/{world.category_id('salary')}", page.url))
    await expect(page.get_by_role("heading", name="salary", exact=True)).to_be_visible()
    await expect(page.get_by_label("What the bot answers")).to_have_value("About salary: it depends.")


async def test_a_category_is_split_and_put_together_again_from_changes(
    world: World, open_page: OpenPage, other_process: OtherProcess
) -> None:
    rows = [NewExample(text, "benefits", "en") for text in (*DOGS_AT_WORK, *PARKING)]
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, rows, "import", "test", NOW))
    page = await open_page(f"/dataset/categories/{world.category_id('benefits')}/split?language=en")
    for text in DOGS_AT_WORK:
        await page.get_by_label(text).check()
    await page.get_by_label("Name of the new category").fill("dogs")
    await page.get_by_role("button", name="Split off the ticked questions").click()
    await expect(page.get_by_role("heading", name="dogs", exact=True)).to_be_visible()
    assert {world.category_of(text) for text in DOGS_AT_WORK} == {"dogs"}
    await undo(page, "Split “benefits”: 5 questions became “dogs”")
    assert {world.category_of(text) for text in (*DOGS_AT_WORK, *PARKING)} == {"benefits"}
    await page.goto(re.sub(r"/admin/.*", "/admin/dataset", page.url))
    await expect(page.get_by_role("link", name="benefits", exact=True)).to_be_visible()
    await expect(page.get_by_role("link", name="dogs", exact=True)).to_have_count(0)
    await undo(page, "Undid: Split “benefits”")
    assert {world.category_of(text) for text in DOGS_AT_WORK} == {"dogs"}
