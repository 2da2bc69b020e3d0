from __future__ import annotations

from pathlib import Path

from openpyxl import Workbook
from playwright.async_api import expect

from storage.answers import answers
from tests.accessibility import complaints
from tests.admin.browser.conftest import OpenPage
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER


def workbook_at(path: Path) -> None:
    book = Workbook()
    book.worksheets[0].append(["Nothing to see here"])
    sheet = book.create_sheet("Answers 2026")
    for row in (
        ["What people ask us"], [], ["No", "Area", "They ask", "We say"],
        [1, "parking", "Where can I park?", "Behind the house."],
        [2, None, "Is there a place for my car?", "Behind the house."],
    ):  # fmt: skip
        sheet.append(row)
    sheet.merge_cells("B4:B5")
    book.save(path)


async def test_a_strange_workbook_is_mapped_looked_at_and_imported(
    world: World, open_page: OpenPage, tmp_path: Path
) -> None:
    workbook_at(tmp_path / "strange.xlsx")
    page = await open_page("/dataset/import")
    await page.get_by_label("File", exact=True).set_input_files(tmp_path / "strange.xlsx")
    await page.get_by_role("button", name="Check the file").click()
    await page.get_by_label("Sheet").select_option("Answers 2026")
    await page.get_by_role("button", name="Show it again").click()
    for title, meaning in (("They ask", "Question"), ("Area", "Category"), ("We say", "Answer")):
        await page.get_by_label(title).select_option(meaning)
    assert await complaints(page) == []
    await keep_screenshot(page, "desk-import-columns", full_page=True, caret="initial")
    await page.get_by_role("button", name="Continue").click()
    await expect(page.get_by_text("Read as: Excel workbook.")).to_be_visible()
    assert await complaints(page) == []
    await page.get_by_role("button", name="Import", exact=True).click()
    await expect(page.get_by_role("status")).to_be_visible()
    assert world.category_of("Is there a place for my car?") == "parking"
    said = world.now(lambda conn: answers.get(conn, world.demo.id, "parking", "en"))
    assert said.text == "Behind the house."
    await page.get_by_role("link", name="Export").first.click()
    await expect(page.get_by_role("heading", name="Export", exact=True)).to_be_visible()
    assert await complaints(page) == []
    await page.get_by_label("Format", exact=True).select_option("Rasa")
    async with page.expect_download() as saving:
        await page.get_by_role("button", name="Save the file").click()
    assert (await saving.value).suggested_filename.startswith("candor-demo-rasa-")
