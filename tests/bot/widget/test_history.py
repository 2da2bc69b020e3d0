"""The conversation is still there after a reload: by cookie where the browser keeps one, else by a token."""

from __future__ import annotations

import json

import pytest
from aiohttp import web
from playwright.async_api import expect

from tests.bot.widget.conftest import Arrive, Visit
from tests.browsing import IN_A_BROWSER
from tests.until import until

pytestmark = IN_A_BROWSER

STORAGE = "() => JSON.stringify([{...localStorage}, {...sessionStorage}])"


async def host_storage(visit: Visit) -> list[dict[str, str]]:
    stored: list[dict[str, str]] = json.loads(await visit.page.evaluate(STORAGE))
    return stored


async def ask_and_reload(visit: Visit) -> list[str]:
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    before = await visit.bubbles().all_text_contents()
    await visit.page.reload()
    await visit.open()
    await expect(visit.bubbles()).to_have_count(3)
    assert await visit.bubbles().all_text_contents() == before
    assert len(visit.house.talks) == 1
    return before


async def test_over_https_a_cookie_keeps_the_conversation_and_no_script_sees_it(arrive: Arrive) -> None:
    visit = await arrive()
    await ask_and_reload(visit)
    [cookie] = await visit.context.cookies()
    assert cookie["name"] == "__Host-candor-demo"
    assert (cookie["httpOnly"], cookie["secure"], cookie["sameSite"]) == (True, True, "None")
    assert cookie["partitionKey"] == "https://example.test"
    [kept, session] = await host_storage(visit)
    [talk] = visit.house.talks.values()
    assert set(kept) | set(session) <= {"candor:demo:state", "candor:demo:texts", "candor:demo:open"}
    assert talk.token not in str(kept)
    assert "salary" not in str(kept), "what was sent is on the server alone"


async def test_over_plain_http_the_companys_page_keeps_a_token(arrive: Arrive) -> None:
    visit = await arrive(https=False)
    await ask_and_reload(visit)
    assert await visit.context.cookies() == []
    [kept, session] = await host_storage(visit)
    [talk] = visit.house.talks.values()
    assert json.loads(kept["candor:demo"]) == {"conversation": talk.conversation.public_id, "token": talk.token}
    assert set(session) == {"candor:demo:open"}


async def test_where_cookies_are_refused_a_token_does_it(arrive: Arrive) -> None:
    visit = await arrive()

    def drop_cookies(_request: web.Request, response: web.StreamResponse) -> None:
        response.headers.popall("Set-Cookie", None)

    visit.candor.meddle = drop_cookies
    await ask_and_reload(visit)
    assert await visit.context.cookies() == []
    assert "candor:demo" in (await host_storage(visit))[0]


async def test_the_panel_alone_keeps_its_conversation_too(arrive: Arrive) -> None:
    visit = await arrive(https=False)
    await visit.page.goto(f"{visit.candor.url}/widget/demo")
    field, bubbles = visit.page.get_by_role("textbox"), visit.page.locator(".bubble")
    await field.fill("salary")
    await field.press("Enter")
    await expect(bubbles).to_have_count(3)
    await visit.page.reload()
    await expect(bubbles).to_have_count(3)
    await expect(visit.page.get_by_role("button", name="Close chat")).to_have_count(0)


@pytest.mark.parametrize("https", [True, False])
async def test_a_conversation_that_was_erased_meanwhile_gives_way_to_a_new_one(arrive: Arrive, https: bool) -> None:
    visit = await arrive(https=https)
    conversation = await visit.begin()
    visit.house.erase(conversation)
    await expect(visit.panel().locator(".ended")).to_be_visible()
    await expect(visit.bubbles()).to_have_count(1)
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    assert conversation not in visit.house.talks
    assert len(visit.house.talks) == 1
    visit.problems.clear()  # the browser reports 401s


async def test_a_token_that_opens_nothing_any_more_is_thrown_away(arrive: Arrive) -> None:
    visit = await arrive(https=False)
    await visit.begin()
    address = visit.page.url
    await visit.page.goto("about:blank")  # else the panel may notice first, and begin a talk of its own
    visit.house.talks.clear()
    await visit.page.goto(address)
    await visit.open()
    assert "candor:demo" not in (await host_storage(visit))[0]
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    [talk] = visit.house.talks.values()
    kept = json.loads((await host_storage(visit))[0]["candor:demo"])
    assert kept["token"] == talk.token
    visit.problems.clear()  # the browser reports the 401


@pytest.mark.parametrize("kept", ["nonsense", "null", "{}", '{"conversation": 1, "token": []}'])
async def test_a_kept_value_that_makes_no_sense_is_ignored(arrive: Arrive, kept: str) -> None:
    visit = await arrive(https=False)
    await visit.page.evaluate("kept => localStorage.setItem('candor:demo', kept)", kept)
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)


async def test_a_persons_answer_counts_as_seen_once_the_open_panel_has_shown_it(arrive: Arrive) -> None:
    visit = await arrive()
    conversation = await visit.begin()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    visit.house.recruiter_writes(conversation, "I can tell you more.")
    await until(lambda: visit.house.seen_seqs == [4])
    await visit.panel().get_by_role("button", name="Close").click()
    await expect(visit.launcher()).to_have_attribute("aria-expanded", "false")
    visit.house.recruiter_writes(conversation, "And more.")
    await expect(visit.launcher()).to_have_accessible_name("Open chat (new messages: 1)")
    assert visit.house.seen_seqs == [4], "it was not on show"
    await visit.open()
    await until(lambda: visit.house.seen_seqs == [4, 5])
