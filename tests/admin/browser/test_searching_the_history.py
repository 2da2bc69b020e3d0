"""A search in Changes goes on by itself to the beginning of the history."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.async_api import expect

from admin import trail
from storage import Connection
from storage.people import audit
from tests.admin.browser.conftest import OpenPage
from tests.admin.world import NOW, World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER
MANY = 23


@pytest.fixture(autouse=True)
def _written(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trail, "SHOWN", 4)
    monkeypatch.setattr(trail, "SCANNED", 5)

    def write(conn: Connection) -> None:
        for number in range(MANY):
            detail = {"category": "rare" if number in (0, 7) else "usual", "language": "en"}
            audit.write(
                conn, world.demo.id, "ada@demo.example", "answer_saved", detail, NOW + timedelta(minutes=number)
            )

    world.now(write)


async def test_what_is_far_back_is_found_without_a_click(open_page: OpenPage) -> None:
    page = await open_page("/audit?q=rare")
    await expect(page.get_by_role("row").filter(has_text="“rare”")).to_have_count(2)
    await expect(page.get_by_text("Looking further back")).to_have_count(0)
    await expect(page.get_by_text("No change speaks of")).to_have_count(0)


async def test_that_there_is_nothing_is_said_once_all_was_looked_through(open_page: OpenPage) -> None:
    page = await open_page("/audit?q=nowhere")
    await expect(page.get_by_text("No change speaks of “nowhere”.")).to_be_visible()
    await expect(page.get_by_text("Looking further back")).to_have_count(0)


async def test_what_is_found_often_is_shown_as_far_as_one_reads(open_page: OpenPage) -> None:
    page = await open_page("/audit?q=usual", viewport={"width": 390, "height": 500})
    rows = page.get_by_role("row").filter(has_text="“usual”")
    await expect(rows.first).to_be_visible()
    await expect(page.get_by_text("Looking further back")).to_have_count(1)
    while await page.get_by_text("Looking further back").count():
        await page.mouse.wheel(0, 2000)
        await page.evaluate("new Promise(requestAnimationFrame)")
    await expect(rows).to_have_count(MANY - 2)
