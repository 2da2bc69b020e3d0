"""The loader's interface for the page around it, and pages that hide, cover or replace whatever they do not know."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.bot.web.fakes import SIGNED
from tests.bot.widget.conftest import Arrive
from tests.bot.widget.test_embedding import two_companies
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER

LISTEN = """() => {
  window.heard = [];
  for (const name of ['opened', 'closed', 'message'])
    candor.on(name, (detail) => heard.push([name, detail.author ?? '', JSON.stringify(detail).includes('salary')]));
}"""
SHEET = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
COVER = """() => {
  const cover = Object.assign(document.createElement('div'), {id: 'cover', textContent: 'Cookies?'});
  document.body.append(cover);
}"""
ON_TOP = """(launcher) => {
  const { left, top, width, height } = launcher.getBoundingClientRect();
  const host = document.elementFromPoint(left + width / 2, top + height / 2);
  const style = host && getComputedStyle(host);
  return [width, innerWidth - left - width, innerHeight - top - height, host?.localName, style?.opacity];
}"""
SEEN = [56, 20, 20, "candor-chat", "1"]
RESETS = {
    "undefined elements hidden": ":not(:defined) { visibility: hidden }",
    "undefined elements hidden for sure": ":not(:defined) { visibility: hidden !important; display: none !important }",
    "a war of layers": "#cover { position: fixed; inset: 0; z-index: 2147483647 !important; background: #fff }",
    "everything reset": "* { all: unset !important } html > :not(body), body > :not(main) { opacity: 0 !important }",
    "the host reset": "candor-chat { all: revert !important; position: static; opacity: 0 !important; display: none }",
    "the host moved": "candor-chat { display: block !important; transform: scale(0) !important; contain: strict }",
    "a page that fades in": "html { opacity: 0; transform: scale(.5); overflow: hidden; height: 10px }",
}


async def on_top(page: Page) -> Any:
    return await page.locator("candor-chat").get_by_role("button", include_hidden=True).evaluate(ON_TOP)


async def test_no_page_hides_covers_or_moves_the_launcher(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.page.evaluate(COVER)
    for name, css in RESETS.items():
        await visit.page.evaluate("() => { document.adoptedStyleSheets = [] }")
        await visit.page.evaluate(SHEET, css)
        assert await on_top(visit.page) == SEEN, name
    for css in RESETS.values():
        await visit.page.evaluate(SHEET, css)
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)


SWAPS = {
    "the body": "() => document.body.replaceWith(document.createElement('body'))",
    "what is in the body": "() => { document.body.textContent = 'Jobs' }",
    "all of the page": "() => document.documentElement.replaceChildren(document.createElement('body'))",
    "the root": "() => document.documentElement.replaceWith(document.createElement('html'))",
}


@pytest.mark.parametrize("swap", SWAPS.values(), ids=SWAPS)
async def test_a_page_that_swaps_itself_keeps_the_chat(arrive: Arrive, swap: str) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await visit.page.evaluate(swap)
    await expect(visit.page.locator("candor-chat .box")).to_be_visible()
    await expect(visit.bubbles()).to_have_count(3)
    await visit.say("still there?")
    await expect(visit.bubbles()).to_have_count(5)
    assert await on_top(visit.page) == SEEN
    assert len(visit.house.talks) == 1


async def test_a_page_opens_and_closes_the_chat_and_hears_who_spoke_but_not_what(arrive: Arrive) -> None:
    visit = await arrive()
    page = visit.page
    await page.evaluate(LISTEN)
    await page.evaluate("() => candor.open()")
    await visit.bubbles().first.wait_for()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    [conversation] = visit.house.talks
    visit.house.recruiter_writes(conversation, "Hello, this is Mara.")
    await expect(visit.bubbles()).to_have_count(4)
    await page.get_by_role("link", name="All jobs").focus()
    await page.evaluate("() => { candor.close(); candor.close() }")
    await expect(page.locator("candor-chat .box")).to_be_hidden()
    assert await page.evaluate("() => document.activeElement.localName") == "a"
    assert await page.evaluate("heard") == [
        ["opened", "", False],
        ["message", "candidate", False],
        ["message", "bot", False],
        ["message", "recruiter", False],
        ["closed", "", False],
    ]


async def test_a_page_that_changes_its_language_takes_the_chat_along(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.page.evaluate("() => candor.setLanguage('de-AT')")
    await expect(visit.launcher()).to_have_accessible_name("Chat öffnen")
    await visit.open()
    await expect(visit.panel().get_by_role("textbox", name="Ihre Nachricht")).to_be_visible()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await visit.page.evaluate("() => candor.setLanguage('fr')")
    await expect(visit.panel().get_by_role("textbox", name="Votre message")).to_be_visible()
    await expect(visit.bubbles()).to_have_count(3)
    await expect(visit.launcher()).to_have_accessible_name("Fermer le chat")


async def test_two_chats_on_a_page_are_told_apart(arrive: Arrive) -> None:
    visit = await arrive(script_tags=two_companies)
    await visit.launcher("acme").wait_for()
    await visit.page.evaluate("() => { candor.chats.acme.open() }")
    await visit.bubbles("acme").first.wait_for()
    await visit.page.evaluate("() => { candor.chats.demo.open() }")
    await expect(visit.page.locator("candor-chat[data-company=acme] .box")).to_be_hidden()
    await expect(visit.page.locator("candor-chat[data-company=demo] .box")).to_be_visible()


async def test_a_page_says_who_signed_in_before_and_after_the_chat_is_opened(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.page.evaluate("() => candor.identify({ user: '4711', signature: 'forged' })")
    await visit.open()
    ours = visit.page.expect_event("console", predicate=lambda message: message.text.startswith("Candor:"))
    async with ours as complaint:
        await visit.say("salary")
        await expect(visit.bubbles()).to_have_count(3)
    assert (await complaint.value).text.startswith("Candor: The signature does not belong to this user.")
    assert visit.house.users == {}
    await visit.page.evaluate("(signature) => candor.identify({ user: '4711', signature })", SIGNED)
    await visit.say("salary?")
    await expect(visit.bubbles()).to_have_count(5)
    [conversation] = visit.house.talks
    assert visit.house.users == {conversation: "4711"}
    visit.problems.clear()
