"""The overview in a browser: what waits, figures with what they mean, charts, and files to take away."""

from __future__ import annotations

import csv
from datetime import timedelta
from pathlib import Path

from openpyxl import load_workbook
from playwright.async_api import Page, expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Open
from tests.admin.versions import add_version
from tests.admin.world import NOW, UNSURE, World, log_in
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_figures_say_what_they_mean_are_drawn_and_taken_away(
    world: World, open_page: OpenPage, open_desk: Open, tmp_path: Path
) -> None:
    for _ in range(3):
        world.ask("How much would I earn?")
    world.ask("Can I bring my dog?", UNSURE, "defer")
    add_version(world)
    ada = log_in(world.database, await open_desk(now=lambda: NOW + timedelta(hours=1)), world.ada)
    page = await open_page("/", ada)
    answered = page.locator(".tile").filter(has_text="Answered by the bot")
    await expect(answered.locator(".value")).to_have_text("75%")
    await answered.locator("summary").click()
    await expect(answered).to_contain_text("Counted over all questions")
    await expect(page.locator("[data-chart=share] canvas")).to_be_visible()
    await page.get_by_role("link", name="Weeks").click()
    await expect(page.get_by_role("link", name="Weeks")).to_have_attribute("aria-current", "true")
    await expect(page.locator("#periods")).to_contain_text("Went live: v1")
    table = await taken_away(page, "All as CSV", tmp_path)
    sheet = load_workbook(await taken_away(page, "All as Excel workbook", tmp_path)).active
    assert sheet is not None
    rows = list(csv.reader(table.read_text(encoding="utf-8-sig").splitlines()))
    assert [str(cell.value) for cell in sheet[1][:2]] == rows[0][:2]
    assert any("4" in row for row in rows[1:])
    await page.get_by_role("link", name="1 candidate waits").click()
    await expect(page.get_by_role("heading", name="Inbox")).to_be_visible()


async def taken_away(page: Page, link: str, folder: Path) -> Path:
    async with page.expect_download() as waiting:
        await page.get_by_role("link", name=link).click()
    file = await waiting.value
    path = folder / file.suggested_filename
    await file.save_as(path)
    return path


async def test_on_paper_stand_all_days_without_the_menu(world: World, open_page: OpenPage) -> None:
    world.ask("How much would I earn?")
    page = await open_page("/")
    days = page.locator(".periods")
    assert await days.evaluate("box => box.scrollHeight > box.clientHeight"), "in a window one scrolls"
    await page.emulate_media(media="print")
    assert await days.evaluate("box => box.scrollHeight <= box.clientHeight")
    await expect(page.locator(".desk-header")).to_be_hidden()
    await expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    await expect(page.locator("nav.filters a:visible")).to_have_text(["Days"])
    await expect(page.locator(".tile .value").first).to_be_visible()
