from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from storage import jobs
from storage.conversations import messages
from storage.conversations.messages import NewMessage
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Trainer
from tests.admin.versions import add_version
from tests.admin.world import LATER, NOW, UNSURE, World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_a_refused_form_on_a_page_keeps_what_was_typed(world: World, open_page: OpenPage) -> None:
    page = await open_page("/dataset")
    await page.get_by_label("Name of the category").fill("SALARY")
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(page.get_by_role("alert")).to_contain_text("There is already a category “salary”")
    await page.get_by_label("Name of the category").fill("parking")
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(page.get_by_role("heading", name="parking")).to_be_visible()
    await expect(page.get_by_role("status")).to_contain_text("The category was added.")
    # The note is not kept in the address.
    await expect(page).to_have_url(re.compile(r"/admin/dataset/categories/\d+\?language=en$"))
    await expect(page).to_have_title("parking · Candor")


async def test_new_messages_appear_by_themselves_and_a_reply_empties_the_box(world: World, open_page: OpenPage) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/conversations/1")
    world.now(lambda conn: messages.append(conn, world.demo.id, 1, NewMessage("incoming", "candidate", "Hello?"), NOW))
    await expect(page.get_by_role("log")).to_contain_text("Hello?")
    await page.get_by_label("Write to the candidate").fill("Yes, you can.")
    await page.get_by_role("button", name="Send", exact=True).click()
    await expect(page.get_by_role("log")).to_contain_text("Yes, you can.")
    await expect(page.get_by_label("Write to the candidate")).to_have_value("")
    await expect(page.locator("#state")).to_contain_text("A recruiter answers")
    await page.get_by_role("button", name="Hand back to the bot").click()
    await expect(page.locator("#state")).to_contain_text("The bot answers")


async def test_a_file_is_imported_after_its_preview(world: World, open_page: OpenPage, tmp_path: Path) -> None:
    path = tmp_path / "questions.csv"
    path.write_text("text,category\nWhere can I park?,parking\n")
    page = await open_page("/dataset/import")
    await page.get_by_label("File", exact=True).set_input_files(path)
    await page.get_by_role("button", name="Check the file").click()
    await expect(page.get_by_role("heading", name="What this file would change")).to_be_visible()
    await page.get_by_role("button", name="Import", exact=True).click()
    await expect(page.get_by_role("status")).to_contain_text("The file was imported.")
    assert world.category_of("Where can I park?") == "parking"


async def test_the_models_page_follows_a_retrain(world: World, open_page: OpenPage, trainer: Trainer) -> None:
    page = await open_page("/models")
    world.now(lambda conn: jobs.claim(conn, "retrain:demo", "asked", LATER))
    await page.get_by_role("button", name="Retrain now").click()
    await expect(page.get_by_text("Retraining:")).to_be_visible()
    assert trainer.asked == ["demo"]
    add_version(world)
    world.now(lambda conn: jobs.finish(conn, "retrain:demo", "asked", "promoted", None, LATER))
    await expect(page.get_by_role("heading", name="v1")).to_be_visible()
    await expect(page.get_by_role("button", name="Retrain now")).to_be_visible()


async def test_rolling_back_asks_once_more(world: World, open_page: OpenPage) -> None:
    first = add_version(world)
    add_version(world, 0.9, live_id=first.id)
    page = await open_page("/models")
    await page.get_by_text("Roll back to this version").click()
    await page.get_by_role("button", name="Yes, roll back").click()
    await expect(page.get_by_role("status")).to_contain_text("The earlier version is live again.")
    await expect(page.locator(".version.live h2")).to_contain_text("v1")


@pytest.mark.parametrize(
    ("locale", "written"),
    [("en-US", "1 Mar 2026, 13:00"), ("de-AT", "01.03.2026, 13:00"), ("zh-TW", "2026年3月1日 13:00")],
)
async def test_moments_are_written_as_days_are_whatever_region_the_browser_is_set_to(
    world: World, open_page: OpenPage, locale: str, written: str
) -> None:
    add_version(world)
    page = await open_page("/models", locale=locale, timezone_id="Europe/Berlin")
    await expect(page.locator("time[datetime]").first).to_have_text(written)
