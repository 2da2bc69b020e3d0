"""The widget as a guest: what it stores, whom it listens to, and how two of them get along."""

from __future__ import annotations

import re

from playwright.async_api import Request, expect

from tests.accessibility import complaints
from tests.bot.widget.conftest import Arrive
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER

STORAGE = "() => localStorage.length + sessionStorage.length"


def two_companies(url: str) -> str:
    tag = '<script async src="{url}/widget.js" data-company="{company}" data-language="{language}"></script>'
    return tag.format(url=url, company="demo", language="en") + tag.format(url=url, company="acme", language="de")


async def test_nothing_is_stored_or_asked_for_before_the_first_use(arrive: Arrive) -> None:
    visit = await arrive()
    requests: list[str] = []

    def note(request: Request) -> None:
        requests.append(request.url)

    visit.context.on("request", note)
    await visit.page.reload()
    await visit.launcher().wait_for()
    await visit.page.wait_for_load_state("networkidle")
    assert await visit.context.cookies() == []
    assert await visit.page.evaluate(STORAGE) == 0
    assert await visit.page.evaluate("async () => (await indexedDB.databases()).length") == 0
    asked = [url.removeprefix(visit.candor.url) for url in requests if url.startswith(visit.candor.url)]
    assert asked == ["/widget.js", "/widget/demo/look.js"]
    assert await visit.page.locator("iframe").count() == 0
    assert visit.house.talks == {}


async def test_opening_the_chat_keeps_nothing_before_the_first_message(arrive: Arrive) -> None:
    visit = await arrive()
    asked: list[str] = []
    visit.context.on("request", lambda request: asked.append(request.method))
    await visit.open()
    await expect(visit.panel().get_by_role("button", name="Talk to a person")).to_be_visible()
    note = visit.panel().locator("#privacy")
    await expect(note).to_contain_text("is read by the recruiting team of Demo Company")
    link = note.get_by_role("link", name="How your data is used (opens in a new tab)")
    await expect(link).to_have_attribute("href", "/widget/demo/privacy?lang=en")
    await expect(visit.field()).to_have_accessible_description(re.compile("How your data is used"))
    await visit.panel().get_by_role("button", name="Close").click()
    await expect(visit.launcher()).to_have_attribute("aria-expanded", "false")
    await visit.open()
    assert await visit.context.cookies() == []
    assert await visit.page.evaluate(STORAGE) == 0
    assert set(asked) == {"GET"}
    assert visit.house.talks == {}
    await visit.screenshot("before-the-first-message")
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await expect(note).to_be_hidden()
    [shown] = visit.house.privacy_shown
    assert shown is not None
    assert shown.version.startswith("en.")
    await visit.page.reload()
    await visit.open()
    await expect(visit.bubbles()).to_have_count(3)
    await expect(note).to_be_hidden()


async def test_two_companies_share_a_page_without_mixing(arrive: Arrive) -> None:
    visit = await arrive(script_tags=two_companies)
    await visit.launcher("acme").wait_for()
    first, second = await visit.launcher().bounding_box(), await visit.launcher("acme").bounding_box()
    assert first is not None
    assert second is not None
    assert abs(first["x"] - second["x"]) >= first["width"]
    await expect(visit.launcher()).to_have_accessible_name("Open chat – Demo Company")
    await expect(visit.launcher("acme")).to_have_accessible_name("Chat öffnen – Acme & Sons")
    await visit.open()
    await expect(visit.page.locator("candor-chat[data-company=demo] iframe")).to_have_attribute(
        "title", "Careers chat – Demo Company"
    )
    await visit.say("salary for demo")
    await expect(visit.bubbles()).to_have_count(3)
    await visit.open("acme")
    await expect(visit.page.locator("candor-chat[data-company=demo] .box")).to_be_hidden()
    await visit.say("Gehalt bei Acme", "acme")
    await expect(visit.bubbles("acme")).to_have_count(3)
    assert "Gehalt bei Acme" not in await visit.bubbles().all_text_contents()
    await visit.page.reload()
    await visit.open("acme")
    await expect(visit.bubbles("acme")).to_have_count(3)
    assert "Gehalt bei Acme" in await visit.bubbles("acme").all_text_contents()
    await expect(visit.panel("acme").get_by_role("heading")).to_have_text("Acme & Sons")
    await expect(visit.panel("acme").get_by_role("textbox", name="Ihre Nachricht")).to_be_visible()
    await visit.screenshot("two-companies")


SPEAKS_SPANISH_AND_GERMAN = """
Object.defineProperty(navigator, "languages", {value: ["es-ES", "pt", "de-CH", "en"]});
new MutationObserver(() => document.documentElement?.removeAttribute("lang")).observe(document, {childList: true});
"""


async def test_without_a_language_of_the_page_the_first_known_one_of_the_browser_is_spoken(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.context.add_init_script(SPEAKS_SPANISH_AND_GERMAN)
    await visit.page.reload()
    await expect(visit.launcher()).to_have_accessible_name("Chat öffnen")


async def test_the_button_speaks_the_pages_language(arrive: Arrive) -> None:
    visit = await arrive(
        script_tags=lambda url: (
            f'<script async src="{url}/widget.js" data-company="demo" data-language="fr-CA"></script>'
        )
    )
    await expect(visit.launcher()).to_have_accessible_name("Ouvrir le chat")
    await visit.open()
    await expect(visit.panel().get_by_role("textbox", name="Votre message")).to_be_visible()
    await visit.say("Bonjour")
    await expect(visit.bubbles()).to_have_count(3)
    [talk] = visit.house.talks.values()
    assert talk.conversation.language == "fr"


async def test_a_second_tag_for_the_same_company_adds_nothing(arrive: Arrive) -> None:
    tag = '<script async src="{0}/widget.js" data-company="demo"></script>'
    visit = await arrive(script_tags=lambda url: tag.format(url) * 2)
    await visit.page.wait_for_load_state("networkidle")
    await expect(visit.page.locator("candor-chat")).to_have_count(1)


async def test_a_tag_without_a_company_says_what_is_missing(arrive: Arrive) -> None:
    visit = await arrive(
        script_tags=lambda url: (
            f'<script async src="{url}/widget.js"></script>'
            + f'<script async src="{url}/widget.js" data-company="demo"></script>'
        )
    )
    await visit.page.wait_for_load_state("networkidle")
    assert visit.problems == ["Candor: the script tag of widget.js needs data-company."]
    visit.problems.clear()


async def test_the_loader_listens_to_its_own_panel_only(arrive: Arrive) -> None:
    visit = await arrive(https=False)
    await visit.open()
    await visit.page.evaluate("() => window.postMessage({candor: 'keep', value: 'stolen'}, '*')")
    await visit.page.evaluate("() => window.postMessage({candor: 'close'}, '*')")
    forged = """(origin) => {
      const data = {candor: 'close'};
      const panel = document.querySelector('candor-chat').shadowRoot.querySelector('iframe').contentWindow;
      window.dispatchEvent(new MessageEvent('message', {data, origin, source: window}));
      window.dispatchEvent(new MessageEvent('message', {data, origin: 'http://evil.test', source: panel}));
    }"""
    await visit.page.evaluate(forged, visit.candor.url)
    await expect(visit.page.locator("candor-chat .box")).to_be_visible()
    assert await visit.page.evaluate("() => localStorage.getItem('candor:demo')") != "stolen"


async def test_the_panel_listens_to_the_page_around_it_only(arrive: Arrive) -> None:
    visit = await arrive(https=False)
    conversation = await visit.begin()
    panel = visit.page.frames[1]
    await visit.page.evaluate(
        """() => {
          window.told = [];
          addEventListener('message', ({ data }) => data.candor === 'message' || told.push(data.candor));
        }"""
    )
    forged = """(origin) => {
      const send = (source, from) =>
        window.dispatchEvent(new MessageEvent('message', {data: {candor: 'hidden'}, origin: from, source}));
      send(window, origin);
      send(window.parent, 'http://evil.test');
    }"""
    await panel.evaluate(forged, visit.careers.url)
    visit.house.recruiter_writes(conversation, "Hello")
    await expect(visit.bubbles()).to_have_count(2)
    assert "unread" not in await visit.page.evaluate(
        "told"
    )  # a panel that believed it is hidden would tell of unread messages
    await visit.launcher().click()
    visit.house.recruiter_writes(conversation, "Hello again")
    await expect(visit.launcher()).to_have_accessible_name("Open chat (new messages: 1)")
    assert "unread" in await visit.page.evaluate("told")


async def test_a_panel_that_never_came_up_can_be_closed_and_tried_again(arrive: Arrive) -> None:
    visit = await arrive(viewport={"width": 320, "height": 568})
    await visit.candor.down()
    await visit.launcher().click()
    await visit.page.locator("candor-chat iframe").wait_for()
    sorry = visit.page.locator("candor-chat").get_by_role("alert")
    await expect(sorry).to_have_text("The chat can’t be loaded right now. Please write to hr@example.org.")
    await expect(sorry.get_by_role("link")).to_have_attribute("href", "mailto:hr@example.org")
    # The page's own heading and landmark are behind the chat, which fills the window.
    hidden = ("landmark-one-main", "page-has-heading-one")
    assert [each for each in await complaints(visit.page) if not each.startswith(hidden)] == []
    await visit.screenshot("cannot-load")
    await visit.launcher().click()
    await expect(visit.page.locator("candor-chat iframe")).to_have_count(0)
    await visit.candor.up()
    await visit.open()
    visit.problems.clear()  # the browser reports the frame it could not load


async def test_the_page_keeps_its_own_look(arrive: Arrive) -> None:
    visit = await arrive()
    look = """() => JSON.stringify(
      [getComputedStyle(document.body).font, document.styleSheets.length, document.head.children.length])"""
    before = await visit.page.evaluate(look)
    await visit.open()
    assert await visit.page.evaluate(look) == before
    assert await visit.page.evaluate("() => [...document.querySelectorAll('[style]')].length") == 0
