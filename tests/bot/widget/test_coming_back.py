"""What a candidate finds again on the next page, in the next tab and the next day."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import expect

from tests.accessibility import complaints
from tests.bot.widget.conftest import Arrive, Visit
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def talks(visit: Visit) -> str:
    """Say something and be answered; return the conversation's id."""
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    [conversation] = visit.house.talks
    return conversation


async def other_tab(visit: Visit) -> None:
    """Close the tab and come back in another."""
    page = await visit.context.new_page()
    await visit.page.close()
    visit.page = page
    await page.goto(visit.careers.url)
    await visit.launcher().wait_for()


async def test_what_nobody_has_read_stands_on_the_launcher_and_in_the_title_of_each_page(arrive: Arrive) -> None:
    visit = await arrive()
    conversation = await talks(visit)
    await visit.launcher().click()
    visit.house.recruiter_writes(conversation, "Hello, this is Mara.")
    await expect(visit.page).to_have_title("(1) Careers")
    await visit.page.reload()
    await expect(visit.launcher()).to_have_accessible_name("Open chat (new messages: 1)")
    await expect(visit.page).to_have_title("(1) Careers")
    assert await complaints(visit.page) == []
    visit.house.recruiter_writes(conversation, "Are you there?")
    await expect(visit.launcher()).to_have_accessible_name("Open chat (new messages: 2)")
    await visit.open()
    await expect(visit.bubbles().last).to_have_text("Are you there?")
    await expect(visit.page).to_have_title("Careers")
    await visit.launcher().click()
    await visit.page.reload()
    await visit.page.locator("candor-chat iframe").wait_for(state="attached")
    await expect(visit.launcher()).to_have_accessible_name("Open chat")


async def test_a_chat_that_was_open_is_open_on_the_next_page_and_takes_no_focus(arrive: Arrive) -> None:
    visit = await arrive()
    await talks(visit)
    await visit.page.reload()
    await expect(visit.bubbles()).to_have_count(3)
    await expect(visit.launcher()).to_have_attribute("aria-expanded", "true")
    await expect(visit.field()).not_to_be_focused()
    await visit.panel().get_by_role("button", name="Close").click()
    await expect(visit.launcher()).to_have_attribute("aria-expanded", "false")
    await visit.page.reload()
    await visit.launcher().wait_for()
    await expect(visit.launcher()).to_have_attribute("aria-expanded", "false")
    await other_tab(visit)
    await expect(visit.launcher()).to_have_attribute("aria-expanded", "false")


async def test_on_a_phone_the_next_page_is_not_covered(arrive: Arrive) -> None:
    visit = await arrive(viewport={"width": 360, "height": 640})
    await talks(visit)
    await visit.page.reload()
    await visit.page.locator("candor-chat iframe").wait_for(state="attached")
    await expect(visit.launcher()).to_have_attribute("aria-expanded", "false")


async def test_a_draft_and_what_was_promised_to_be_sent_outlive_the_tab(arrive: Arrive) -> None:
    visit = await arrive()
    await talks(visit)
    visit.house.busy = True
    await visit.say("Do you pay for travel?")
    await expect(visit.panel().locator(".note")).to_have_text("Waiting to be sent")
    await visit.field().fill("And half a tho")
    await other_tab(visit)
    visit.house.busy = False
    await visit.open()
    await expect(visit.bubbles()).to_have_count(5)
    await expect(visit.field()).to_have_value("And half a tho")
    assert [each.text for each in visit.house.received] == ["salary", "Do you pay for travel?"]
    visit.problems.clear()  # the browser reports the 503


async def test_what_waited_for_more_than_a_day_is_a_draft(arrive: Arrive) -> None:
    visit = await arrive()
    await talks(visit)
    items = [{"client_id": "a", "text": "Long ago", "at": "2025-01-01T00:00:00Z"}, "nonsense", {"client_id": 1}]
    kept = json.dumps(json.dumps({"outbox": items, "draft": "Also"}))
    # In the panel's own storage, or in that of the page around it, whichever this browser grants.
    keep = f"try {{ localStorage.setItem('candor:demo:texts', {kept}) }} catch {{}}"
    await visit.context.add_init_script(keep)
    await other_tab(visit)
    await visit.open()
    await expect(visit.field()).to_have_value("Also\nLong ago")
    await expect(visit.bubbles()).to_have_count(3)


@pytest.mark.parametrize("state", ["nonsense", "null", "[]", '{"at": "soon", "unread": "many"}'])
async def test_what_makes_no_sense_in_the_storage_is_ignored(arrive: Arrive, state: str) -> None:
    visit = await arrive()
    await visit.page.evaluate("state => localStorage.setItem('candor:demo:state', state)", state)
    await visit.page.reload()
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
