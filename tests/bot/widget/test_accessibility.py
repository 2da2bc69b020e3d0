"""The widget by keyboard, by screen reader, on small screens and in the colours people choose."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.accessibility import complaints, looks
from tests.bot.widget.conftest import Arrive
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER

SMALL = {"width": 320, "height": 568}


async def test_axe_finds_nothing_to_complain_about(arrive: Arrive) -> None:
    visit = await arrive(reduced_motion="reduce")
    async for look in looks(visit.page):
        assert await complaints(visit.page, look) == [], look
    await visit.open()
    async for look in looks(visit.page):
        assert await complaints(visit.page.frames[1], look) == [], look
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    [conversation] = visit.house.talks
    visit.house.recruiter_writes(conversation, "Hello, this is Mara.")
    await expect(visit.bubbles()).to_have_count(4)
    async for look in looks(visit.page):
        assert await complaints(visit.page, look) == [], look
        assert await complaints(visit.page.frames[1], look) == [], look
        await visit.screenshot(f"look-{look}")
    await visit.candor.down()
    await visit.say("Hello?")
    await expect(visit.panel().locator("#state")).to_contain_text("We can’t reach the chat")
    async for look in looks(visit.page):
        assert await complaints(visit.page.frames[1], look) == [], look


async def test_the_whole_conversation_works_by_keyboard(arrive: Arrive) -> None:
    visit = await arrive()
    keyboard = visit.page.keyboard
    await visit.launcher().focus()
    await keyboard.press("Enter")
    await expect(visit.field()).to_be_focused()
    await expect(visit.bubbles()).to_have_count(1)
    await keyboard.type("salary")
    await keyboard.press("Enter")
    await expect(visit.bubbles()).to_have_count(3)
    await expect(visit.field()).to_be_focused()
    await keyboard.press("Tab")
    await expect(visit.panel().get_by_role("button", name="Send")).to_be_focused()
    for _ in range(3):
        await keyboard.press("Shift+Tab")
    await expect(visit.panel().get_by_role("log")).to_be_focused()
    await keyboard.press("Escape")
    await expect(visit.launcher()).to_be_focused()
    await expect(visit.page.locator("candor-chat .box")).to_be_hidden()


async def test_focus_moves_into_the_field_and_back_to_the_button(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await expect(visit.field()).to_be_focused()
    await visit.panel().get_by_role("button", name="Close chat").click()
    await expect(visit.launcher()).to_be_focused()
    await visit.launcher().click()
    await expect(visit.field()).to_be_focused()


async def test_escape_on_the_button_closes_and_a_draft_is_kept(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.field().fill("half a thou")
    await visit.launcher().focus()
    await visit.page.keyboard.press("Escape")
    await expect(visit.page.locator("candor-chat .box")).to_be_hidden()
    await visit.launcher().click()
    await expect(visit.field()).to_have_value("half a thou")


NOTE_HOW_MESSAGES_ARRIVE = """
window.heard = [];
new MutationObserver((changes) => {
  for (const change of changes)
    for (const node of change.addedNodes)
      if (node.classList?.contains("message")) window.heard.push(change.target.ariaLive);
}).observe(document, {childList: true, subtree: true});
"""


async def test_new_messages_are_announced_and_history_is_not(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.context.add_init_script(NOTE_HOW_MESSAGES_ARRIVE)
    await visit.open()
    await expect(visit.panel().get_by_role("log", name="Conversation")).to_have_attribute("aria-live", "polite")
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    assert await visit.page.frames[1].evaluate("heard") == ["off", "polite", "polite"]


async def test_everybody_who_speaks_is_named(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    await expect(visit.panel().locator(".by b")).to_have_text(["Chatbot", "You", "Chatbot"])


async def test_a_narrow_screen_is_filled_by_the_chat(arrive: Arrive) -> None:
    visit = await arrive(viewport=SMALL, reduced_motion="reduce")
    await visit.open()
    await expect(visit.panel().get_by_role("button", name="Close chat")).to_be_visible()
    assert await visit.page.locator("candor-chat iframe").bounding_box() == {"x": 0, "y": 0, **SMALL}
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    await visit.say("x" * 300)
    await expect(visit.bubbles()).to_have_count(3)
    assert await visit.page.frames[1].evaluate(overflow) == 0
    await visit.panel().get_by_role("button", name="Close chat").click()
    await expect(visit.launcher()).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(320, 256), (780, 180)])
async def test_a_low_window_shows_what_is_said(arrive: Arrive, width: int, height: int) -> None:
    visit = await arrive(viewport={"width": width, "height": height}, reduced_motion="reduce")
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    box = await visit.panel().get_by_role("log").bounding_box()
    assert box is not None
    assert box["height"] > height / 3
    await expect(visit.panel().get_by_role("button", name="Close chat")).to_be_in_viewport(ratio=1)
    await expect(visit.field()).to_be_in_viewport(ratio=1)


async def test_nothing_moves_for_people_who_asked_for_that(arrive: Arrive) -> None:
    visit = await arrive(reduced_motion="reduce")
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    moving = "() => document.getAnimations().length"
    assert await visit.page.frames[1].evaluate(moving) == 0
    assert await visit.page.locator("candor-chat").evaluate("host => host.shadowRoot.getAnimations().length") == 0


async def test_forced_colours_keep_every_edge_visible(arrive: Arrive) -> None:
    visit = await arrive(forced_colors="active", reduced_motion="reduce")
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    edge = "element => getComputedStyle(element).borderTopStyle + getComputedStyle(element).borderTopWidth"
    assert await visit.bubbles().first.evaluate(edge) == "solid1px"
    await visit.screenshot("forced-colours")


async def test_the_page_behind_a_chat_that_fills_the_window_is_out_of_reach(arrive: Arrive) -> None:
    visit = await arrive(viewport=SMALL)
    body = visit.page.locator("body")
    await expect(visit.launcher()).to_have_attribute("aria-expanded", "false")
    await visit.open()
    await expect(visit.launcher()).to_have_attribute("aria-expanded", "true")
    await expect(body).to_have_js_property("inert", True)
    await visit.page.set_viewport_size({"width": 1280, "height": 720})
    await expect(body).to_have_js_property("inert", False)
    await visit.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    await expect(body).to_have_js_property("inert", True)
    await visit.panel().get_by_role("button", name="Close").click()
    await expect(body).to_have_js_property("inert", False)


async def test_the_clock_is_that_of_the_browsers_region_and_own_messages_are_not_read_back(arrive: Arrive) -> None:
    visit = await arrive(locale="en-GB")
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    times = await visit.panel().locator("time").all_text_contents()
    assert all(re.fullmatch(r"(\d+ \w+,? (at )?)?\d{1,2}:\d\d", each) for each in times), times
    await expect(visit.panel().locator(".candidate")).to_have_attribute("aria-live", "off")
    await expect(visit.panel().locator(".bot[aria-live]")).to_have_count(0)
