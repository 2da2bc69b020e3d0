"""What is written without a connection is sent once, in order, when there is one again."""

from __future__ import annotations

import asyncio

from aiohttp import web
from playwright.async_api import Route, WebSocketRoute, expect

from tests.bot.widget.conftest import Arrive, Visit
from tests.browsing import IN_A_BROWSER
from tests.until import until

pytestmark = IN_A_BROWSER


def heard(visit: Visit) -> list[str | None]:
    return [incoming.text for incoming in visit.house.received]


def stored(visit: Visit) -> list[str]:
    [talk] = visit.house.talks.values()
    return [message.text for message in talk.messages if message.author == "candidate"]


async def test_messages_written_while_the_server_is_away_are_sent_once_and_in_order(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.candor.down()
    for text in ("first", "second", "third"):
        await visit.say(text)
    await expect(visit.panel().locator(".pending")).to_have_count(3)
    await expect(visit.panel().locator("#state")).to_contain_text("We can’t reach the chat")
    await visit.screenshot("server-away")
    await visit.candor.up()
    await expect(visit.bubbles()).to_have_count(7)
    await expect(visit.panel().locator(".pending")).to_have_count(0)
    await expect(visit.panel().locator("#state")).to_have_text("")
    assert stored(visit) == ["first", "second", "third"]
    assert heard(visit) == stored(visit)


async def test_messages_written_offline_are_sent_once_back_online(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.context.set_offline(True)
    await visit.say("Hello from the train")
    await expect(visit.panel().locator("#state")).to_contain_text("You’re offline")
    await expect(visit.panel().locator(".note")).to_have_text("Waiting to be sent")
    await visit.say("And from the next one")
    await expect(visit.panel().locator(".note")).to_have_text(["Waiting to be sent"] * 2)
    await visit.context.set_offline(False)
    await expect(visit.bubbles()).to_have_count(5)
    assert heard(visit) == ["Hello from the train", "And from the next one"]


async def test_an_answer_lost_on_its_way_does_not_double_the_message(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.begin()

    def cut_the_line(request: web.Request, _response: web.StreamResponse) -> None:
        if request.method == "POST" and request.transport is not None:
            request.transport.abort()
            visit.candor.meddle = None

    visit.candor.meddle = cut_the_line
    await visit.say("Hello?")
    await expect(visit.panel().locator(".pending")).to_have_count(0)
    await visit.say("Still there?")
    await expect(visit.bubbles()).to_have_count(5)
    await expect(visit.panel().locator(".pending")).to_have_count(0)
    assert heard(visit) == ["Hello?", "Hello?", "Still there?"]
    assert stored(visit) == ["Hello?", "Still there?"]
    visit.problems.clear()  # the browser reports the request that was cut


async def test_what_waits_survives_a_reload(arrive: Arrive) -> None:
    # The panel by itself: in a frame this browser, like any private window, refuses storage.
    visit = await arrive()
    await visit.page.goto(f"{visit.candor.url}/widget/demo")
    field, bubbles = visit.page.get_by_role("textbox"), visit.page.locator(".bubble")
    await expect(bubbles).to_have_count(1)
    visit.house.busy = True
    for text in ("first", "second"):
        await field.fill(text)
        await field.press("Enter")
    await expect(visit.page.locator(".pending")).to_have_count(2)
    await visit.page.reload()
    await expect(visit.page.locator(".pending")).to_have_count(2)
    visit.house.busy = False
    await expect(bubbles).to_have_count(5)
    assert stored(visit) == ["first", "second"]
    visit.problems.clear()  # the browser reports the 503


async def test_what_waits_in_several_tabs_survives_them(arrive: Arrive) -> None:
    visit = await arrive()
    tabs = [visit.page, await visit.context.new_page()]
    for tab in tabs:
        await tab.goto(f"{visit.candor.url}/widget/demo")
        await expect(tab.locator(".bubble")).to_have_count(1)
    visit.house.busy = True
    for tab, text in zip(tabs, ("from one tab", "from the other"), strict=True):
        await tab.get_by_role("textbox").fill(text)
        await tab.get_by_role("textbox").press("Enter")
        await expect(tab.locator(".note")).to_have_text("Waiting to be sent")
    for tab in tabs:
        await tab.goto("about:blank")
    visit.house.busy = False
    await tabs[0].goto(f"{visit.candor.url}/widget/demo")
    await expect(tabs[0].locator(".bubble")).to_have_count(5)
    assert stored(visit) == ["from one tab", "from the other"]
    visit.problems.clear()  # the browser reports the 503


NOTE_WHAT_OUTLIVES_THE_PAGE = """
window.outliving = [];
const fetching = window.fetch;
window.fetch = (path, options) => {
  if (options.keepalive) window.outliving.push(path);
  return fetching(path, options);
};
"""


async def test_a_message_sent_while_leaving_the_page_arrives(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.context.add_init_script(NOTE_WHAT_OUTLIVES_THE_PAGE)
    conversation = await visit.begin()
    await visit.say("Hello")
    await expect(visit.bubbles()).to_have_count(3)
    assert await visit.page.frames[1].evaluate("outliving") == [f"/api/v1/conversations/{conversation}/messages"]
    await visit.field().fill("Just leaving")
    await visit.page.frames[1].evaluate("() => document.getElementById('composer').requestSubmit()")
    await visit.page.goto("about:blank")
    await visit.page.goto(visit.careers.url)
    await visit.open()
    await expect(visit.bubbles()).to_have_count(5)
    assert stored(visit) == ["Hello", "Just leaving"]


async def test_a_busy_server_is_asked_again(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    visit.house.busy = True
    await visit.say("Hello?")
    await expect(visit.panel().locator(".note")).to_have_text("Waiting to be sent")
    visit.house.busy = False
    await expect(visit.bubbles()).to_have_count(3)
    assert stored(visit) == ["Hello?"]
    visit.problems.clear()  # the browser reports the 503


async def test_a_server_away_at_the_first_opening_is_waited_for(arrive: Arrive) -> None:
    visit = await arrive()
    visit.house.busy = True
    await visit.launcher().click()
    await visit.say("Anybody home?")
    await expect(visit.panel().locator(".note")).to_have_text("Waiting to be sent")
    visit.house.busy = False
    await expect(visit.bubbles()).to_have_count(3)
    assert stored(visit) == ["Anybody home?"]
    visit.problems.clear()  # the browser reports the 503


async def test_nothing_can_be_written_before_somebody_hears_it(arrive: Arrive) -> None:
    visit = await arrive()
    held = asyncio.Event()

    async def slow_network(route: Route) -> None:
        await held.wait()
        await route.continue_()

    await visit.context.route("**/composer.js", slow_network)
    await visit.launcher().click()
    await expect(visit.field()).to_be_disabled()
    await expect(visit.panel().get_by_role("button", name="Send")).to_be_disabled()
    held.set()
    await visit.say("Anybody home?")
    await expect(visit.bubbles()).to_have_count(3)
    assert stored(visit) == ["Anybody home?"]


async def test_a_recruiters_message_sent_during_an_outage_is_there_afterwards(arrive: Arrive) -> None:
    visit = await arrive()
    sockets: list[str] = []
    visit.page.on("websocket", lambda socket: sockets.append(socket.url))
    conversation = await visit.begin()
    # While it is away the widget may read over HTTP as well; here the socket alone may bring what was missed.
    await visit.context.route("**/messages?after=*", lambda route: route.abort())
    for count, text in ((2, "Are you still interested?"), (3, "We would like to meet you.")):
        await visit.candor.down()
        visit.house.recruiter_writes(conversation, text)
        await visit.candor.up()
        await expect(visit.bubbles().last).to_have_text(text)
        await expect(visit.bubbles()).to_have_count(count)
    assert [url.partition("?")[2] for url in (sockets[0], sockets[-1])] == ["after=1&typing=1", "after=2&typing=1"]
    visit.problems.clear()  # the browser reports the reads that failed


async def test_a_connection_that_died_without_a_word_is_noticed_and_renewed(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.page.clock.install()
    sockets: list[WebSocketRoute] = []

    async def dead_at_first(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) > 1:
            socket.connect_to_server()

    await visit.context.route_web_socket("**/socket**", dead_at_first)
    conversation = await visit.begin()
    await until(lambda: bool(sockets))
    await expect(visit.bubbles()).to_have_count(1)
    visit.house.recruiter_writes(conversation, "Are you still interested?")
    await visit.page.clock.run_for(26_000)
    await expect(visit.bubbles().last).to_have_text("Are you still interested?")
    await visit.page.clock.run_for(1_000)
    await visit.until_connected()
    visit.house.recruiter_writes(conversation, "We would like to meet you.")
    await expect(visit.bubbles().last).to_have_text("We would like to meet you.")
    assert len(sockets) == 2


async def test_without_websockets_messages_arrive_by_polling(arrive: Arrive) -> None:
    visit = await arrive()

    async def refuse(socket: WebSocketRoute) -> None:
        await socket.close(code=1011, reason="blocked")

    await visit.context.route_web_socket("**/socket**", refuse)
    conversation = await visit.begin()
    visit.house.recruiter_writes(conversation, "By slow mail")
    await expect(visit.bubbles().last).to_have_text("By slow mail")
    await expect(visit.panel().locator("#state")).to_have_text("")
