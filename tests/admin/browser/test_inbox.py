"""The inbox in a real browser: two recruiters at once, live, by keyboard, with drafts that survive."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import pytest
from playwright.async_api import Page, Route, WebSocketRoute, expect

from storage.conversations import messages, typists
from storage.conversations.messages import NewMessage
from storage.people import users
from tests.accessibility import complaints, looks
from tests.admin.browser.asking import DOG, ask, say
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Visit
from tests.admin.in_danger import TAKEN, urgent_talk
from tests.admin.world import NOW, World
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER
MESSAGES = "**/messages?*"
POLLED = 30_000
"""Milliseconds after which a page asks by itself."""
TOLD_AGAIN = 4_000
"""Milliseconds after which a page tells again that its user types."""


async def write(page: Page, text: str) -> None:
    await page.get_by_label("Write to the candidate").fill(text)


async def types_until_seen(page: Page, types: Callable[[], Awaitable[None]], shown: str) -> None:
    """Let somebody type, as people do, for as long as the page does not say so: one just opened may miss the first."""
    for _ in range(15):
        await types()
        with suppress(AssertionError):
            await expect(page.locator("#typists")).to_contain_text(shown, timeout=TOLD_AGAIN)
            return
    raise AssertionError(f"the page never said {shown!r}")


async def test_a_desk_that_is_open_shows_at_once_that_somebody_waits(world: World, open_page: OpenPage) -> None:
    page = await open_page("/dataset")
    await expect(page.locator("#menu-badge")).to_be_hidden()
    await ask(world)
    await expect(page.locator("#badge")).to_have_text("1 waiting")
    await expect(page).to_have_title("(1) Questions & answers · Candor")
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("link", name="Inbox").click()
    await expect(page).to_have_title("(1) Inbox · Candor")
    await ask(world, "Is there parking?")
    await expect(page.locator("#list")).to_contain_text("Is there parking?")
    await expect(page).to_have_title("(2) Inbox · Candor")


async def test_who_waits_is_seen_at_every_width_while_the_menu_is_closed(world: World, open_page: OpenPage) -> None:
    await ask(world)
    page = await open_page("/dataset", viewport={"width": 390, "height": 800})
    menu = page.get_by_role("button", name="Menu 1 waiting", exact=True)
    inbox = page.get_by_role("link", name="Inbox 1 waiting", exact=True)
    for width, shown, elsewhere in ((390, menu, inbox), (1279, menu, inbox), (1280, inbox, menu)):
        await page.set_viewport_size({"width": width, "height": 800})
        await expect(shown).to_be_visible()
        await expect(shown.get_by_text("1", exact=True)).to_be_visible()
        await expect(elsewhere).to_have_count(0)
        await keep_screenshot(page, f"desk-waiting-{width}")


async def test_a_conversation_is_read_and_answered_by_keyboard(world: World, open_page: OpenPage) -> None:
    await ask(world)
    await ask(world, "Is there parking?")
    page = await open_page("/conversations")
    await page.keyboard.press("j")
    await page.keyboard.press("j")
    await page.keyboard.press("k")
    await page.keyboard.press("j")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Conversation 2")).to_be_visible()
    await expect(page).to_have_url(re.compile("/admin/conversations/2$"))
    await expect(page.locator('a[data-talk="2"]')).to_have_attribute("aria-current", "true")
    await page.keyboard.press("r")
    await page.keyboard.type("Right behind the house.")
    await page.keyboard.press("Control+Enter")
    await expect(page.locator("#thread")).to_contain_text("Right behind the house.")
    await expect(page.get_by_label("Write to the candidate")).to_have_value("")
    await expect(page.locator("#state")).to_contain_text("A recruiter answers")
    await expect(page.locator("#list")).not_to_contain_text("Is there parking?")
    await expect(page).to_have_title("(1) Conversation 2 · Candor")
    await page.locator("#talk-title").focus()
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog")).to_contain_text("next conversation")


async def test_two_recruiters_see_each_other_type_and_do_not_answer_over_each_other(
    world: World, open_page: OpenPage, visit: Visit
) -> None:
    await ask(world)
    adas = await open_page("/conversations/1")
    bobs = await open_page("/conversations/1", await visit(world.bob))
    await expect(adas.locator("#menu-badge")).to_be_visible()
    candidate_types = partial(asyncio.to_thread, world.now, lambda conn: typists.note(conn, world.demo.id, 1))
    await types_until_seen(adas, candidate_types, "The candidate is typing.")
    await write(adas, "Yes, you can.")
    await types_until_seen(adas, partial(write, bobs, "No, sorry."), "Bob is writing an answer.")
    await adas.get_by_role("button", name="Send").click()
    await expect(adas.get_by_role("alert")).to_contain_text("Bob is writing an answer at this moment.")
    await expect(adas.locator("#thread")).not_to_contain_text("Yes, you can.")
    await adas.get_by_role("button", name="Send").click()
    await expect(bobs.locator("#thread")).to_contain_text("Yes, you can.")
    await expect(adas.locator("#typists")).to_have_text("")
    await expect(bobs.locator("#assignee")).to_have_value(str(world.ada.id))
    await expect(bobs.get_by_label("Write to the candidate")).to_have_value("No, sorry.")


async def test_who_was_not_told_in_time_is_warned_and_may_send_all_the_same(
    world: World, open_page: OpenPage, visit: Visit
) -> None:
    await ask(world)
    bobs = await open_page("/conversations/1", await visit(world.bob))
    await bobs.route(MESSAGES, lambda route: route.fulfill(status=204))
    await bobs.reload()  # what was asked for before may still bring the reply
    await write(bobs, "A small one.")
    reply = NewMessage("outgoing", "recruiter", "Yes, you can.")
    await asyncio.to_thread(world.now, lambda conn: messages.append(conn, world.demo.id, 1, reply, NOW))
    await bobs.get_by_role("button", name="Send").click()
    await expect(bobs.get_by_role("alert")).to_contain_text("Somebody of your team has answered")
    await bobs.unroute(MESSAGES)
    await bobs.evaluate("window.htmx.trigger(document.body, 'talk-changed')")
    await expect(bobs.locator("#thread")).to_contain_text("Yes, you can.")
    await expect(bobs.get_by_label("Write to the candidate")).to_have_value("A small one.")
    await bobs.get_by_role("button", name="Send").click()
    await expect(bobs.locator("#thread")).to_contain_text("A small one.")


async def test_what_is_typed_survives_a_reload_and_the_end_of_the_session(
    world: World, open_page: OpenPage, visit: Visit
) -> None:
    await ask(world)
    page = await open_page("/conversations/1")
    await write(page, "Yes, if it")
    await page.route(MESSAGES, lambda route: route.fulfill(status=204))  # no other request sees first who is logged out
    await page.reload()
    await expect(page.get_by_label("Write to the candidate")).to_have_value("Yes, if it")
    await asyncio.to_thread(world.now, lambda conn: users.set_password(conn, world.demo.id, world.ada.id, "x"))
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("button", name="Log in")).to_be_visible()
    await page.unroute(MESSAGES)
    again, address = (await visit(world.ada)).token, page.url.split("admin")[0]
    await page.context.add_cookies([{"name": "candor-desk", "value": again, "url": address}])
    await page.goto(f"{address}admin/conversations/1")
    await expect(page.get_by_label("Write to the candidate")).to_have_value("Yes, if it")
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator("#thread")).to_contain_text("Yes, if it")
    await page.reload()
    await expect(page.get_by_label("Write to the candidate")).to_have_value("")


async def test_who_is_disabled_in_the_middle_of_typing_sends_nothing_and_leaves_nothing_to_the_next(
    world: World, open_page: OpenPage, visit: Visit
) -> None:
    await ask(world)
    page = await open_page("/conversations/1")
    await write(page, "Yes, if it")
    await asyncio.to_thread(world.now, lambda conn: users.disable(conn, world.demo.id, world.ada.id))
    await page.keyboard.press("Control+Enter")  # sends; the page may have noticed by itself and be gone by now
    await expect(page.get_by_role("button", name="Log in")).to_be_visible()
    assert [each.author for each in world.said(1)] == ["candidate", "bot"]
    bobs, address = (await visit(world.bob)).token, page.url.split("admin")[0]
    await page.context.add_cookies([{"name": "candor-desk", "value": bobs, "url": address}])
    await page.goto(f"{address}admin/conversations/1")
    await expect(page.get_by_label("Write to the candidate")).to_have_value("")


async def test_a_connection_that_died_without_a_word_is_given_up_for_another(world: World, open_page: OpenPage) -> None:
    page = await open_page("/dataset")
    await page.clock.install()
    sockets: list[WebSocketRoute] = []

    async def dead_at_first(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) > 1:
            socket.connect_to_server()

    await page.route_web_socket("**/live", dead_at_first)
    await page.reload()
    await ask(world)
    await page.clock.run_for(85_000)
    assert len(sockets) == 1
    await page.clock.run_for(7_000)
    await expect(page.locator("#badge")).to_have_text("1 waiting")
    assert len(sockets) == 2


async def test_what_the_candidate_writes_appears_while_one_types(world: World, open_page: OpenPage) -> None:
    await ask(world)
    page = await open_page("/conversations/1")
    await write(page, "Yes")
    await say(world, 1, "It is a small one.")
    await expect(page.locator("#thread")).to_contain_text("It is a small one.")
    await expect(page.get_by_label("Write to the candidate")).to_have_value("Yes")
    await expect(page.get_by_label("Write to the candidate")).to_be_focused()


async def test_words_that_raise_the_alarm_by_what_is_said_later_are_marked_while_one_reads(
    world: World, open_page: OpenPage
) -> None:
    talk = await asyncio.to_thread(urgent_talk, world)
    await asyncio.to_thread(talk.is_asked_after, "I have had enough")
    page = await open_page(f"/conversations/{talk.number}")
    await write(page, "We are")
    asked = page.locator("#m1 .meta")
    await expect(asked).not_to_contain_text("Danger")
    await asyncio.to_thread(partial(talk.says, "my brother stays over", intent="crisis", interpretation=TAKEN))
    await expect(asked).to_contain_text("Danger", timeout=POLLED / 2)
    await expect(page.locator("#m3 .meta")).not_to_contain_text("Danger")
    await expect(page.get_by_label("Write to the candidate")).to_have_value("We are")


async def test_what_was_written_before_the_page_was_connected_appears_as_well(
    world: World, open_page: OpenPage
) -> None:
    await ask(world)
    page = await open_page("/dataset")

    async def said_meanwhile(route: Route) -> None:  # the page is there, and what connects it is not yet
        await say(world, 1, "It is a small one.")
        await route.continue_()

    await page.route("**/live*.js*", said_meanwhile)
    await page.goto(page.url.replace("/dataset", "/conversations/1"))
    await expect(page.locator("#thread")).to_contain_text("It is a small one.", timeout=POLLED / 2)


async def test_notes_people_and_times_are_chosen_without_leaving(world: World, open_page: OpenPage) -> None:
    await ask(world)
    page = await open_page("/conversations/1")
    await page.get_by_label("Note for the team").fill("Met at the fair.")
    await page.get_by_role("button", name="Add note").click()
    await expect(page.get_by_role("list", name="Notes for the team")).to_contain_text("Met at the fair.")
    await page.get_by_label("Looked after by").select_option(label="Bob")
    await expect(page.locator("#list")).to_contain_text("Bob")
    await page.get_by_label("Snooze").select_option(label="1 day")
    await expect(page.locator("#list")).to_contain_text("Nobody is waiting")
    await expect(page.locator("#state")).to_contain_text("Snoozed until")


async def test_a_notification_and_a_sound_are_each_persons_choice(world: World, open_page: OpenPage) -> None:
    page = await open_page("/conversations")
    await page.evaluate(
        """() => {
            window.told = [];
            window.Notification = class {
              static permission = "default";
              static async requestPermission() { return (this.permission = "granted"); }
              constructor(title) { window.told.push(title); }
            };
        }"""
    )
    await ask(world, "First?")
    await expect(page.locator("#badge")).to_have_text("1 waiting")
    await page.get_by_text("Notify me").click()
    await page.get_by_label("Browser notification").check()
    await ask(world, "Second?")
    await expect(page.locator("#badge")).to_have_text("2 waiting")
    assert await page.evaluate("window.told") == ["A candidate is waiting for a person"]
    await page.get_by_label("Browser notification").uncheck()
    await ask(world, "Third?")
    await expect(page.locator("#badge")).to_have_text("3 waiting")
    assert await page.evaluate("window.told.length") == 1


async def test_on_a_phone_one_sees_the_list_or_the_conversation(world: World, open_page: OpenPage) -> None:
    await ask(world)
    page = await open_page("/conversations", viewport={"width": 390, "height": 800})
    await page.locator('a[data-talk="1"]').click()
    await expect(page.get_by_role("heading", name="Conversation 1")).to_be_visible()
    await expect(page.locator("#list")).to_be_hidden()
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    await keep_screenshot(page, "desk-inbox-phone", full_page=True)
    await page.go_back()
    await expect(page.locator("#list")).to_be_visible()


async def test_the_inbox_works_without_scripts(world: World, open_page: OpenPage) -> None:
    await ask(world)
    page = await open_page("/conversations", java_script_enabled=False)
    await page.locator('a[data-talk="1"]').click()
    await page.get_by_label("Looked after by").select_option(label="Bob")
    await page.get_by_role("button", name="Save").first.click()
    await page.get_by_label("Write to the candidate").fill("Good luck!")
    await page.get_by_role("button", name="Mark as resolved").click()
    await expect(page.locator("#thread")).to_contain_text("Good luck!")
    await expect(page.locator("#state")).to_contain_text("resolved")


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
async def test_the_inbox_is_accessible(world: World, open_page: OpenPage, language: str) -> None:
    for text in (DOG, "Is there parking behind the house, or should I rather come by train as the others do?"):
        await ask(world, text)
    page = await open_page("/conversations/1", locale=language)
    await expect(page.locator("#menu-badge")).to_be_visible()
    async for look in looks(page):
        assert await complaints(page, look) == [], look
        await keep_screenshot(page, f"desk-{look}-inbox-{language}", full_page=True)
