"""The menu in the head of the chat: by keyboard, by pointer, and what each entry does."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import Locator, Route, expect

from tests.accessibility import complaints, looks
from tests.bot.web.fakes import DEFERRAL
from tests.bot.widget.conftest import Arrive, Visit
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


def more(visit: Visit) -> Locator:
    return visit.panel().get_by_role("button", name="More")


def items(visit: Visit) -> Locator:
    return visit.panel().get_by_role("menu").locator("[role^=menuitem]")


async def choose(visit: Visit, name: str) -> None:
    await more(visit).click()
    await items(visit).filter(has_text=name).click()


async def test_the_menu_works_by_keyboard_and_says_what_it_is(arrive: Arrive) -> None:
    visit = await arrive(reduced_motion="reduce")
    await visit.open()
    await more(visit).focus()
    await expect(more(visit)).to_have_attribute("aria-expanded", "false")
    keyboard = visit.page.keyboard
    await keyboard.press("Enter")
    await expect(more(visit)).to_have_attribute("aria-expanded", "true")
    await expect(items(visit)).to_have_text(["English", "Deutsch", "français", "中文", re.compile("^Privacy")])
    await expect(items(visit).nth(0)).to_be_focused()
    for key, place in (("ArrowDown", 1), ("End", 4), ("ArrowDown", 0), ("ArrowUp", 4), ("Home", 0), ("d", 1)):
        await keyboard.press(key)
        await expect(items(visit).nth(place)).to_be_focused()
    await keyboard.press("Escape")
    await expect(more(visit)).to_be_focused()
    await expect(items(visit)).to_have_count(0)
    await expect(visit.page.locator("candor-chat .box")).to_be_visible()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await more(visit).click()
    await expect(items(visit)).to_have_count(11)
    async for look in looks(visit.page):
        assert await complaints(visit.page.frames[1], look) == [], look
    await visit.screenshot("menu")
    await items(visit).filter(has_text="End and forget").click()
    async for look in looks(visit.page):
        assert await complaints(visit.page.frames[1], look) == [], look
    await visit.screenshot("menu-sure")
    await keyboard.press("Escape")
    await expect(visit.panel().get_by_role("dialog")).to_have_count(0)
    await expect(visit.bubbles()).to_have_count(3)


async def test_a_conversation_is_ended_forgotten_and_begun_anew(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    [ended] = visit.house.talks.values()
    await choose(visit, "End and forget")
    await visit.panel().get_by_role("button", name="End it").click()
    await expect(visit.panel().locator(".ended")).to_contain_text("You ended the conversation")
    await expect(visit.bubbles()).to_have_count(1)
    await expect(visit.panel().locator("#privacy")).to_be_visible()
    assert await visit.context.cookies() == []
    assert ended.messages[-1].text == "This conversation was ended in the chat."
    await visit.page.reload()
    await visit.open()
    await expect(visit.bubbles()).to_have_count(1)
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    assert len(visit.house.talks) == 2


async def test_what_is_asked_for_in_the_menu_is_said_in_the_conversation(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await choose(visit, "Have my data deleted")
    await expect(visit.bubbles().nth(3)).to_have_text("Please delete my data")
    await choose(visit, "Start again")
    await expect(visit.bubbles().nth(5)).to_have_text("Start over")
    await expect(visit.bubbles().last).to_have_text(DEFERRAL)
    assert [incoming.text for incoming in visit.house.received] == ["salary", "Please delete my data", "Start over"]


async def test_who_ends_a_conversation_in_one_tab_has_ended_it_in_all(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    beside = replace(visit, page=await visit.context.new_page())
    await beside.page.goto(visit.careers.url)
    await beside.launcher().wait_for()
    await beside.open()
    await expect(beside.bubbles()).to_have_count(3)
    await beside.field().fill("half a thought")
    await choose(visit, "End and forget")
    await visit.panel().get_by_role("button", name="End it").click()
    for tab in (visit, beside):
        await expect(tab.panel().locator(".ended")).to_contain_text("You ended the conversation.")
        await expect(tab.bubbles()).to_have_count(1)
        await expect(tab.field()).to_have_value("")
    await beside.say("salary")
    await expect(beside.bubbles()).to_have_count(3)
    assert len(visit.house.talks) == 2


async def test_the_conversation_is_downloaded_as_text(arrive: Arrive, tmp_path: Path) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    async with visit.page.expect_download() as started:
        await choose(visit, "Download")
    download = await started.value
    assert re.fullmatch(r"demo-[0-9-]{10}\.txt", download.suggested_filename)
    await download.save_as(tmp_path / "said.txt")
    text = (tmp_path / "said.txt").read_text(encoding="utf-8")
    assert text.startswith("Conversation with Demo Company\n\nChatbot, Mar 4, 2025, ")
    assert "\nsalary\n" in text
    assert "Salaries follow our public pay bands" in text
    assert "Our pay bands: https://jobs.example/pay" in text


async def test_what_did_not_work_is_told_until_it_does_or_the_conversation_is_over(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    state = visit.panel().locator("#state")

    async def busy(route: Route) -> None:
        await route.fulfill(status=503, json={"error": {"code": "busy", "message": "Too busy."}})

    for entry in ("Download", "End and forget"):
        await visit.context.route("**/messages?after=0", busy)
        await choose(visit, "Download")
        await expect(state).to_have_text("Too busy.")
        await visit.context.unroute("**/messages?after=0")
        await choose(visit, entry)
        if entry != "Download":
            await visit.panel().get_by_role("button", name="End it").click()
        await expect(state).to_have_text("")
    visit.problems.clear()  # the browser reports the 503


@pytest.mark.parametrize(
    ("locale", "entry", "head", "link"),
    [
        ("en-GB", "Download", "Chatbot, 4 Mar 2025, 09:30", "Our pay bands: https"),
        ("fr-FR", "Télécharger", "Chatbot, 4 mars 2025, 09:30", "Our pay bands\N{NO-BREAK SPACE}: https"),
        ("zh-CN", "下载", "聊天机器人，2025年3月4日 09:30", "Our pay bands：https"),
    ],
)
async def test_the_download_is_put_as_the_readers_region_does(
    arrive: Arrive, tmp_path: Path, locale: str, entry: str, head: str, link: str
) -> None:
    def tag(url: str) -> str:
        return f'<script async src="{url}/widget.js" data-company="demo" data-language="{locale[:2]}"></script>'

    visit = await arrive(script_tags=tag, locale=locale, timezone_id="UTC")
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await visit.panel().locator("#more").click()
    async with visit.page.expect_download() as started:
        await items(visit).filter(has_text=entry).click()
    await (await started.value).save_as(tmp_path / "said.txt")
    text = (tmp_path / "said.txt").read_text(encoding="utf-8")
    assert head in text
    assert link in text


async def test_another_language_is_spoken_from_then_on(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await choose(visit, "Deutsch")
    await expect(visit.panel().get_by_role("textbox", name="Ihre Nachricht")).to_be_visible()
    await expect(visit.bubbles()).to_have_count(3)
    [talk] = visit.house.talks.values()
    assert talk.conversation.language == "de"


async def test_the_launcher_and_the_next_page_speak_the_language_that_was_chosen(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await choose(visit, "Deutsch")
    await expect(visit.panel().get_by_role("textbox", name="Ihre Nachricht")).to_be_visible()
    await expect(visit.launcher()).to_have_accessible_name("Chat schließen")
    await expect(visit.page.locator("candor-chat iframe")).to_have_attribute("title", "Karriere-Chat")
    assert await visit.page.evaluate("localStorage.length") == 0
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await visit.page.goto(visit.careers.url)
    await expect(visit.panel().get_by_role("textbox", name="Ihre Nachricht")).to_be_visible()
    await expect(visit.launcher()).to_have_accessible_name("Chat schließen")
    await visit.panel().get_by_role("button", name="Mehr").click()
    await items(visit).filter(has_text="Beenden und hier vergessen").click()
    await visit.panel().get_by_role("button", name="Beenden").click()
    await expect(visit.bubbles()).to_have_count(1)
    await visit.page.goto(visit.careers.url)
    await expect(visit.launcher()).to_have_accessible_name("Open chat")


async def test_the_page_may_choose_another_language_later(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await choose(visit, "Deutsch")
    await expect(visit.launcher()).to_have_accessible_name("Chat schließen")
    await expect(visit.panel().get_by_role("textbox", name="Ihre Nachricht")).to_be_visible()
    await visit.page.evaluate("candor.setLanguage('fr')")
    await expect(visit.panel().get_by_role("textbox", name="Votre message")).to_be_visible()
    await visit.page.goto(visit.careers.url)
    await expect(visit.launcher()).to_have_accessible_name("Close chat")
    await expect(visit.panel().get_by_role("textbox", name="Your message")).to_be_visible()
