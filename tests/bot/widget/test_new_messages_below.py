"""What arrives further down than can be seen is hinted at."""

from __future__ import annotations

from playwright.async_api import expect

from tests.bot.widget.conftest import Arrive
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_what_arrives_below_what_is_read_is_hinted_at(arrive: Arrive) -> None:
    visit = await arrive()
    conversation = await visit.begin()
    log, hint = visit.panel().get_by_role("log"), visit.panel().get_by_role("button", name="New messages below")
    for number in range(12):
        visit.house.recruiter_writes(conversation, f"Message {number}\nin two lines")
    await expect(visit.bubbles()).to_have_count(13)
    await expect(hint).to_be_hidden()
    await visit.say("what do you pay")
    await expect(visit.bubbles()).to_have_count(14)
    await expect(hint).to_be_hidden()
    for way, count in (("press", 26), ("scroll", 38)):
        await log.evaluate("log => { log.scrollTop = 0 }")
        await expect(visit.bubbles().first).to_be_in_viewport()
        for number in range(12):
            visit.house.recruiter_writes(conversation, f"One more to {way}\nand {number}")
        await expect(visit.bubbles()).to_have_count(count)
        await expect(hint).to_be_visible()
        await visit.screenshot(f"new-below-{way}")
        if way == "press":
            await hint.press("Enter")
            await expect(log).to_be_focused()
        else:
            await log.evaluate("log => { log.scrollTop = log.scrollHeight }")
        await expect(visit.bubbles().last).to_be_in_viewport(ratio=1)
        await expect(hint).to_be_hidden()


async def test_what_no_longer_fits_below_a_reply_is_hinted_at_though_nobody_scrolled(arrive: Arrive) -> None:
    visit = await arrive()
    conversation = await visit.begin()
    hint = visit.panel().get_by_role("button", name="New messages below")
    await visit.say("what do you pay")
    await expect(visit.bubbles()).to_have_count(3)
    visit.house.recruiter_writes(conversation, "One that fits")
    await expect(visit.bubbles()).to_have_count(4)
    await expect(hint).to_be_hidden()
    for number in range(12):
        visit.house.recruiter_writes(conversation, f"Message {number}\nin two lines")
    await expect(visit.bubbles()).to_have_count(16)
    await expect(hint).to_be_visible()
    await visit.screenshot("new-below-a-reply")
    await hint.press("Enter")
    await expect(visit.bubbles().last).to_be_in_viewport(ratio=1)
    await expect(hint).to_be_hidden()
