"""A file on its way: sent in its turn, or said not to be, and nothing waits for it when the conversation is over."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import FilePayload, Route, expect

from storage.conversations.messages import Button
from tests.bot.widget.conftest import Arrive, Visit
from tests.browsing import IN_A_BROWSER
from tests.until import until

pytestmark = IN_A_BROWSER

CV: FilePayload = {"name": "cv.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 a life"}


def stored(visit: Visit) -> list[str]:
    return [each.text for talk in visit.house.talks.values() for each in talk.messages if each.author == "candidate"]


async def choose_a_file(visit: Visit, *, offline: bool = False) -> None:
    """Have the bot ask for a file, and choose one."""
    [talk] = visit.house.talks.values()
    visit.house.append(talk, "bot", "Your CV, please.", buttons=(Button("apply:upload", "Choose a file"),))
    async with visit.page.expect_file_chooser() as choosing:
        await visit.panel().get_by_role("button", name="Choose a file").press("Enter")
    await visit.context.set_offline(offline)
    await (await choosing.value).set_files(CV)


async def test_what_is_written_after_a_file_is_sent_after_it(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.begin()
    await choose_a_file(visit, offline=True)
    await visit.say("That was my CV")
    await expect(visit.panel().locator(".note")).to_have_text(["Waiting to be sent"] * 2)
    await visit.context.set_offline(False)
    await expect(visit.panel().locator(".pending")).to_have_count(0)
    assert stored(visit) == ["File: cv.pdf", "That was my CV"]
    [cv] = visit.house.uploads
    assert cv.name == "cv.pdf"


async def test_why_a_file_was_refused_is_said_until_something_else_is_sent(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.begin()
    visit.house.wants_file = False
    await choose_a_file(visit, offline=True)
    state = visit.panel().locator("#state")
    await expect(state).to_contain_text("You’re offline")
    await visit.context.set_offline(False)
    await expect(state).to_have_text("No file is asked for at the moment.")
    for _ in range(2):  # when the second answer is there, the first was taken note of
        async with visit.page.expect_response(re.compile(r"/messages\?after=")):
            await visit.page.frames[1].evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(state).to_have_text("No file is asked for at the moment.")
    await visit.say("salary")
    await expect(state).to_have_text("")
    assert stored(visit) == ["salary"]
    visit.problems.clear()  # the browser reports the 409


async def hang(visit: Visit) -> asyncio.Event:
    """Let uploads begin and never end; returns what says that one has begun."""
    begun = asyncio.Event()

    async def never(_: Route) -> None:  # a route that nobody goes on with hangs
        begun.set()

    await visit.context.route("**/files", never)
    return begun


async def test_the_next_conversation_does_not_wait_for_a_file_of_the_one_before(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.begin()
    begun = await hang(visit)
    await choose_a_file(visit)
    await until(begun.is_set)
    await visit.panel().get_by_role("button", name="More").click()
    await visit.panel().get_by_role("menuitem", name="End and forget").click()
    await visit.panel().get_by_role("button", name="End it").click()
    await expect(visit.panel().locator(".ended")).to_contain_text("You ended the conversation")
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await expect(visit.panel().locator("#state")).to_have_text("")
    assert stored(visit)[-1] == "salary"
    assert visit.house.uploads == []


async def test_a_file_whose_conversation_is_gone_is_said_not_to_be_sent(arrive: Arrive) -> None:
    visit = await arrive()
    gone = await visit.begin()
    await choose_a_file(visit, offline=True)
    await expect(visit.panel().locator(".note")).to_have_text("Waiting to be sent")
    del visit.house.talks[gone]
    await visit.context.set_offline(False)
    await expect(visit.panel().locator(".ended")).to_contain_text("no longer available")
    state = visit.panel().locator("#state")
    await expect(state).to_have_text("The file wasn’t sent: the conversation it belonged to is no longer available.")
    await expect(visit.panel().locator(".pending")).to_have_count(0)
    await visit.say("salary")
    await expect(state).to_have_text("")
    visit.problems.clear()  # the browser reports the 401
