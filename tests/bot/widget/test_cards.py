"""Openings in the panel: a list of cards, or a table side by side, for eyes, ears and keyboards."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from tests.accessibility import complaints, looks
from tests.bot.widget.conftest import Arrive, Visit
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER

NARROW: ViewportSize = {"width": 360, "height": 640}
TITLE = "Nurse (all genders), night shifts on the intensive care ward"


async def shown(visit: Visit, words: str) -> Locator:
    await visit.open()
    await expect(visit.bubbles()).to_have_count(1)
    await visit.say(words)
    await expect(visit.bubbles()).to_have_count(3)
    return visit.panel().locator(".message").last


async def test_openings_are_a_list_with_headings_and_what_they_say(arrive: Arrive) -> None:
    message = await shown(await arrive(), "jobs")
    cards = message.get_by_role("list", name="Openings").get_by_role("listitem")
    await expect(cards).to_have_count(2)
    await expect(cards.first.get_by_role("heading", level=2)).to_have_text(TITLE)
    await expect(cards.first.get_by_role("term")).to_have_text(["Where", "Type", "Posted"])
    await expect(cards.first.get_by_role("definition").first).to_have_text("Hamburg, Berlin")


async def test_a_link_names_its_opening_and_opens_in_a_new_tab(arrive: Arrive) -> None:
    message = await shown(await arrive(), "jobs")
    link = message.get_by_role("link")
    await expect(link).to_have_count(1)  # an address that is not https is none
    await expect(link).to_have_accessible_name(f"Apply ({TITLE}, opens in a new tab)")
    assert await link.get_attribute("target") == "_blank"
    assert await link.get_attribute("rel") == "noopener noreferrer"


async def test_a_cards_button_is_pressed_by_keyboard_and_stays(arrive: Arrive) -> None:
    visit = await arrive()
    await shown(visit, "jobs")
    message = visit.panel().locator(".message").nth(2)
    button = message.get_by_role("button", name=f"More about it ({TITLE})")
    await button.focus()
    await visit.page.keyboard.press("Enter")
    await expect(visit.bubbles()).to_have_count(5)
    assert visit.house.received[-1].button == "opening:1:show"
    await expect(button).to_be_visible()
    await expect(message.get_by_role("button", name="Look for a job")).to_be_hidden()


async def test_what_was_understood_stands_above_the_openings_and_can_be_taken_away(arrive: Arrive) -> None:
    visit = await arrive()
    message = await shown(visit, "jobs")
    chips = message.get_by_role("group", name="What I understood")
    place = chips.get_by_role("button", name="Take away: within 50 km of Hamburg")
    above, below = await chips.bounding_box(), await message.get_by_role("list").first.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    await expect(message.get_by_role("group", name="Suggested replies").get_by_role("button")).to_have_count(1)
    await place.focus()
    await visit.page.keyboard.press("Enter")
    await expect(visit.bubbles()).to_have_count(5)
    assert visit.house.received[-1].button == "search:without:place"
    await expect(chips).to_be_hidden()


async def test_openings_side_by_side_are_a_table(arrive: Arrive) -> None:
    message = await shown(await arrive(), "compare")
    table = message.get_by_role("table", name="Openings side by side")
    await expect(table.get_by_role("columnheader")).to_have_text([TITLE, "Cook"])
    await expect(table.get_by_role("cell", name="part-time", exact=True)).to_be_visible()


@pytest.mark.parametrize("words", ["jobs", "compare"])
async def test_nothing_is_cut_off_or_hard_to_read_on_a_narrow_screen(arrive: Arrive, words: str) -> None:
    visit = await arrive(viewport=NARROW, reduced_motion="reduce")
    await shown(visit, words)
    frame = visit.page.frames[1]
    await visit.screenshot(f"cards-{words}")
    async for look in looks(visit.page):
        assert await complaints(frame, look) == [], look
        assert await frame.evaluate("log.scrollWidth - log.clientWidth") == 0, look


async def test_a_long_reply_is_read_from_its_beginning(arrive: Arrive) -> None:
    visit = await arrive(viewport=NARROW, reduced_motion="reduce")
    message = await shown(visit, "jobs")
    await expect(message.locator(".by")).to_be_in_viewport()
