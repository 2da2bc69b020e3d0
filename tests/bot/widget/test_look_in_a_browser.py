"""A candidate sees the company's own look."""

from __future__ import annotations

import re
from dataclasses import replace

from playwright.async_api import expect

from tests.accessibility import complaints, looks
from tests.bot.web.fakes import FakeConversations
from tests.bot.widget.conftest import Arrive
from tests.bot.widget.test_look import LOGO, LOOK
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER

SEEN = """(launcher) => {
  const style = getComputedStyle(launcher), box = launcher.getBoundingClientRect();
  return [style.backgroundColor, style.color, box.left < innerWidth / 2, box.width > 100];
}"""


def dress(house: FakeConversations) -> None:
    house.companies["demo"] = replace(house.companies["demo"], look=LOOK)
    house.logos[1] = LOGO


async def test_a_candidate_sees_the_companys_look(arrive: Arrive) -> None:
    visit = await arrive(furnish=dress, reduced_motion="reduce")
    assert await visit.launcher().evaluate(SEEN) == ["rgb(255, 212, 0)", "rgb(0, 0, 0)", True, True]
    await expect(visit.launcher()).to_have_accessible_name(f"{LOOK.launcher['en']}: Open chat")
    await visit.screenshot("own-launcher")
    await visit.open()
    await expect(visit.launcher()).to_have_accessible_name("Close chat")
    await expect(visit.panel().get_by_role("heading", level=1)).to_have_text("Halmi <b>")
    drawn = "(image) => image.complete && image.naturalWidth"
    assert await visit.panel().locator(".mark img").evaluate(drawn) == 64
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await expect(visit.panel().locator(".bot .by b").first).to_have_text("Halmi <b>")
    mine = visit.panel().locator(".candidate .bubble")
    assert await mine.evaluate("(bubble) => getComputedStyle(bubble).backgroundColor") == "rgb(255, 212, 0)"
    async for look in looks(visit.page):
        assert await complaints(visit.page, look) == [], look
        assert await complaints(visit.page.frames[1], look) == [], look
        await visit.screenshot(f"own-look-{look}")


async def test_where_the_look_does_not_come_the_chat_does(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.context.route(re.compile(r"look\.js"), lambda route: route.abort())
    await visit.page.reload()
    assert await visit.launcher().evaluate(SEEN) == ["rgb(20, 89, 79)", "rgb(255, 255, 255)", False, False]
    await visit.open()
    visit.problems.clear()  # the browser reports the file that it could not load
