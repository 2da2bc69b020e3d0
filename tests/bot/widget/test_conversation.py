"""Asking and being answered in the widget."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from storage.conversations.messages import CALL_BACK, Button
from tests.bot.web.fakes import CLARIFICATION, DEFERRAL, DOUBT, OPTIONS, SALARY
from tests.bot.widget.conftest import Arrive
from tests.browsing import IN_A_BROWSER
from tests.until import until

pytestmark = IN_A_BROWSER


async def test_a_candidate_asks_and_is_answered(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("What salary can I expect?")
    await expect(visit.bubbles().last).to_have_text(SALARY)
    await visit.say("Is there a canteen?")
    await expect(visit.bubbles().last).to_have_text(DEFERRAL)
    await expect(visit.bubbles()).to_have_count(5)
    await visit.screenshot("desktop")


async def test_a_suggested_reply_is_sent_with_one_press_and_goes_away(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.panel().get_by_role("button", name="Talk to a person").click()
    await expect(visit.bubbles().nth(1)).to_have_text("Talk to a person")
    await expect(visit.bubbles().nth(2)).to_have_text("I've told the recruiting team.")
    await expect(visit.panel().get_by_role("button", name="Talk to a person")).to_have_count(0)
    await expect(visit.panel().get_by_role("button", name="Look for a job")).to_have_count(1)
    await expect(visit.field()).to_be_focused()
    assert [incoming.button for incoming in visit.house.received] == ["general:contact_human"]


@pytest.mark.parametrize(("name", "width"), [("clarification", 1280), ("clarification-360", 360)])
async def test_a_question_asked_back_is_answered_with_one_press(arrive: Arrive, name: str, width: int) -> None:
    visit = await arrive(viewport={"width": width, "height": 720})
    await visit.open()
    await visit.say("leave")
    await expect(visit.bubbles().last).to_have_text(CLARIFICATION)
    options = visit.panel().get_by_role("group", name="Suggested replies").get_by_role("button")
    await expect(options).to_have_text([option.title for option in OPTIONS])
    for option in await options.all():
        box = await option.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    await visit.screenshot(name)
    await options.filter(has_text="Something else").click()
    await expect(visit.bubbles().last).to_have_text(DEFERRAL)
    await expect(options).to_have_count(0)
    assert [incoming.button for incoming in visit.house.received] == [None, "none:2"]


async def test_an_answer_is_doubted_with_a_quiet_button(arrive: Arrive) -> None:
    visit = await arrive(viewport={"width": 360, "height": 640})
    await visit.open()
    await visit.say("doubtful")
    doubt = visit.panel().get_by_role("button", name=DOUBT.title)
    await expect(doubt).to_have_css("border-top-width", "0px")
    await expect(visit.panel().get_by_role("button", name="Look for a job")).to_have_css("border-top-width", "1px")
    box = await doubt.bounding_box()
    assert box is not None
    assert box["height"] >= 24
    await visit.screenshot("doubt-360")
    await doubt.click()
    await expect(visit.bubbles().last).to_have_text(DEFERRAL)
    assert [incoming.button for incoming in visit.house.received] == [None, "wrong:2"]


async def test_links_are_https_only_and_leave_no_trace(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    link = visit.panel().get_by_role("link")
    await expect(link).to_have_count(1)
    await expect(link).to_have_accessible_name("Our pay bands (opens in a new tab)")
    for name, value in (("href", "https://jobs.example/pay"), ("target", "_blank"), ("rel", "noopener noreferrer")):
        await expect(link).to_have_attribute(name, value)


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "مرحبا، كم الراتب؟", "A\nB"])
async def test_what_is_written_is_shown_as_written(arrive: Arrive, text: str) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say(text)
    bubble = visit.bubbles().nth(1)
    await expect(bubble).to_have_js_property("textContent", text)
    await expect(bubble).to_have_js_property("childElementCount", 0)
    await expect(bubble).to_have_attribute("dir", "auto")


async def test_enter_sends_but_not_with_shift_and_not_while_composing(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.field().press_sequentially("one")
    await visit.field().press("Shift+Enter")
    await visit.field().press_sequentially("two")
    composing = "new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, bubbles: true, cancelable: true})"
    assert await visit.field().evaluate(f"field => field.dispatchEvent({composing})")
    await expect(visit.bubbles()).to_have_count(1)
    await visit.field().press("Enter")
    await expect(visit.bubbles()).to_have_count(3)
    assert [incoming.text for incoming in visit.house.received] == ["one\ntwo"]
    await expect(visit.field()).to_have_value("")


async def test_nothing_is_sent_for_blanks(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("  \n ")
    await visit.say("Hello")
    await expect(visit.bubbles()).to_have_count(3)
    assert [incoming.text for incoming in visit.house.received] == ["Hello"]


async def test_a_text_that_grows_too_long_is_counted(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.field().fill("a" * 1799)
    await expect(visit.panel().locator("#length")).to_have_text("")
    await visit.field().fill("a" * 1900)
    await expect(visit.panel().locator("#length")).to_have_text("1900 of 2000 characters")


async def test_a_message_the_server_does_not_want_is_marked_with_the_reason(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.context.route(
        "**/messages",
        lambda route: route.fulfill(status=422, json={"error": {"code": "text_too_long", "message": "Too long."}}),
    )
    await visit.say("Hello")
    await expect(visit.panel().locator(".refused .note")).to_have_text("Not sent. Too long.")
    await expect(visit.panel().get_by_role("alert")).to_have_text("Not sent. Too long.")
    await expect(visit.panel().get_by_role("button", name="Talk to a person")).to_be_visible()
    await visit.context.unroute("**/messages")
    await visit.say("Hello again")
    await expect(visit.bubbles().last).to_have_text(DEFERRAL)
    visit.problems.clear()  # the browser reports the 422


async def test_a_recruiters_message_arrives_by_itself(arrive: Arrive) -> None:
    visit = await arrive()
    conversation = await visit.begin()
    visit.house.recruiter_writes(conversation, "Hello, this is Mara.")
    await expect(visit.bubbles().last).to_have_text("Hello, this is Mara.")
    await expect(visit.panel().locator(".recruiter .by b")).to_have_text("Recruiting team")
    await visit.say("Hello Mara")
    await expect(visit.bubbles()).to_have_count(3)
    await expect(visit.panel().locator(".pending")).to_have_count(0)


async def test_both_sides_are_told_that_the_other_types(arrive: Arrive) -> None:
    visit = await arrive()
    conversation = await visit.begin()
    await visit.until_connected()
    for person in (2, 2):
        visit.house.recruiter_types(conversation, person)
    typing = visit.panel().locator(".typing")
    await expect(typing).to_have_text("<b>Tom</b> is typing")
    await visit.field().press_sequentially("Hello", delay=1)
    await visit.screenshot("a-person-types")
    await until(lambda: visit.house.typed > 0)
    visit.house.recruiter_writes(conversation, "Hello, this is Tom.")
    await expect(visit.bubbles().last).to_have_text("Hello, this is Tom.")
    await expect(visit.panel().locator(".who p")).to_have_text("Jana of the recruiting team answers here")
    await expect(typing).to_have_count(0)
    assert visit.house.typed == 1


async def test_messages_that_arrive_while_the_chat_is_closed_are_counted(arrive: Arrive) -> None:
    visit = await arrive()
    conversation = await visit.begin()
    await visit.launcher().click()
    visit.house.recruiter_writes(conversation, "One")
    visit.house.recruiter_writes(conversation, "Two")
    await expect(visit.launcher()).to_have_accessible_name("Open chat (new messages: 2)")
    await expect(visit.page.locator("candor-chat .badge")).to_have_attribute("data-count", "2")
    await visit.launcher().click()
    await expect(visit.launcher()).to_have_accessible_name("Close chat")
    await expect(visit.page.locator("candor-chat .badge")).to_be_hidden()
    await visit.launcher().click()
    await expect(visit.launcher()).to_have_accessible_name("Open chat")


async def test_the_log_follows_what_is_said_unless_the_candidate_reads_further_up(arrive: Arrive) -> None:
    visit = await arrive()
    conversation = await visit.begin()
    log = visit.panel().get_by_role("log")
    from_the_end = "log => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight)"
    for number in range(12):
        visit.house.recruiter_writes(conversation, f"Message {number}\nin two lines")
    await expect(visit.bubbles()).to_have_count(13)
    await expect(visit.bubbles().last).to_be_in_viewport(ratio=1)
    await visit.field().fill("a\nb\nc\nd")
    await expect(visit.bubbles().last).to_be_in_viewport(ratio=1)
    await log.evaluate("log => { log.scrollTop = 0 }")
    await expect(visit.bubbles().first).to_be_in_viewport()
    visit.house.recruiter_writes(conversation, "One more")
    await expect(visit.bubbles()).to_have_count(14)
    assert await log.evaluate(from_the_end) > 100
    await visit.field().press("Enter")
    await expect(visit.bubbles().last).to_be_in_viewport(ratio=1)


async def test_on_a_phone_no_keyboard_comes_up_before_the_field_is_touched(arrive: Arrive) -> None:
    visit = await arrive(viewport={"width": 390, "height": 780}, is_mobile=True, has_touch=True)
    await visit.open()
    log = visit.panel().get_by_role("log")
    await expect(log).to_be_focused()
    await visit.panel().get_by_role("button", name="Talk to a person").tap()
    await expect(visit.bubbles()).to_have_count(3)
    await expect(log).to_be_focused()
    await visit.field().tap()
    await visit.field().press_sequentially("Hello")
    await visit.panel().get_by_role("button", name="Send").tap()
    await expect(visit.field()).to_be_focused()


async def test_the_bot_can_be_called_back_for_as_long_as_a_person_answers(arrive: Arrive) -> None:
    visit = await arrive()
    conversation = await visit.begin()
    talk = visit.house.talks[conversation]
    back = Button(CALL_BACK, "Talk to the bot again")
    visit.house.append(talk, "bot", "Mara has joined.", buttons=(back,))
    visit.house.recruiter_writes(conversation, "Hello, this is Mara.")
    await visit.say("Hello Mara")
    await expect(visit.bubbles()).to_have_count(4)
    button = visit.panel().get_by_role("button", name="Talk to the bot again")
    await expect(button).to_be_visible()
    safe = Button("safe:1:yes", "I am safe")
    visit.house.append(talk, "bot", "Are you safe right now?", buttons=(safe, back))
    await expect(visit.panel().get_by_role("button", name="I am safe")).to_be_visible()
    await visit.say("I am")
    await expect(visit.panel().get_by_role("button", name="I am safe")).to_be_hidden()
    await expect(button).to_have_count(1)
    await expect(button).to_be_visible()
    visit.house.append(talk, "bot", "Mara has left.")
    await visit.say("salary")
    await expect(button).to_be_hidden()


async def test_the_end_of_a_pasted_text_that_does_not_fit_is_said_to_be_cut_off(arrive: Arrive) -> None:
    visit = await arrive(permissions=["clipboard-read", "clipboard-write"])
    await visit.open()
    for words, told in (
        ("x" * 2000, ""),
        ("y" * 2001, "Your text was longer than 2000 characters: the end of it was cut off."),
    ):
        await visit.page.evaluate("words => navigator.clipboard.writeText(words)", words)
        await visit.field().fill("to be replaced")
        await visit.field().press("Control+a")
        await visit.field().press("Control+v")
        await expect(visit.field()).to_have_value(words[:2000])
        await expect(visit.panel().locator("#state")).to_have_text(told)
    await visit.field().press("Backspace")
    await expect(visit.panel().locator("#state")).to_have_text("")
