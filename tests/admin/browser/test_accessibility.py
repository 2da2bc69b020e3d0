from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, Literal

import pytest
from playwright.async_api import Page, expect

from admin.app import ROUTES
from nlu.understanding import Guess, Stage
from storage.answers import canned_replies
from storage.companies.companies import Company
from storage.openings import synonyms
from storage.openings.wishes import Wish
from storage.outbox import outbox, webhooks
from storage.outbox.outbox import Kind, NewEntry
from storage.outbox.webhooks import EVENTS, WebhookWish
from tests.accessibility import AXE, complaints, looks
from tests.admin.annotated import add_sample as annotated_sample
from tests.admin.annotated import label, talk_of
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Open, Visit
from tests.admin.opened import add_feed, hold_back, search_in_vain
from tests.admin.rated import add_nights, add_sample
from tests.admin.test_breakdowns_page import break_down
from tests.admin.test_detectors_page import make
from tests.admin.test_verdict_page import WORSE_REASON, bring_in
from tests.admin.versions import FELL, add_version
from tests.admin.world import NOW, UNSURE, Visitor, World, log_in
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER
DESKTOP = {"width": 1280, "height": 900}
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
ID = r"{id:\d+}"
# What is fetched by a page or saved as a file, and logging in, which is a test of its own.
NO_PAGES = {
    "/login", "/live", "/figures", "/overview/figures.csv", "/overview/figures.xlsx", "/annotations/export",
    "/dataset/export", "/dataset/alike", "/models/progress", "/audit/export", f"/reviews/{ID}/choices",
    "/reviews/statuses", f"/reviews/{ID}/preview", f"/conversations/{ID}/messages", f"/scores/ratings/{ID}/export",
}  # fmt: skip
PAGES = [route.path for route in ROUTES if route.method == "GET" and route.path not in NO_PAGES]
# States of pages that their address alone does not show.
MORE = [
    "/?by=month", "/reviews?scope=all", "/reviews?status=confirmed", "/conversations?folder=all", "/go?q=salary",
    "/dataset?q=nothing", "/dataset/answers?only=missing", "/openings?page=2&q=nurse", "/openings/feeds/1",
    "/audit?q=nothing", "/nowhere",
]  # fmt: skip
# What is folded away is looked at as well; why an answer was given has a test of its own.
OPENED = "document.querySelectorAll('main details:not(.why, .told-how)').forEach((each) => (each.open = true))"
HOOK = WebhookWish("The team’s channel", "https://hooks.example/" + "services" * 20, "slack", EVENTS)


def every_page(world: World) -> list[str]:
    """Fill the desk and return the address of every page that its routes have, and of some more."""
    world.ask("How much would I earn?")
    world.ask("hello", (Guess("greet", 0.9),), stage=Stage.GENERAL)
    review_id = world.ask("Can I bring my dog to a rather long-winded office meeting?", UNSURE, "defer")
    first = add_version(world)
    bring_in(world)
    reasons: list[dict[str, Any]] = [{"code": "accuracy_fell", "params": FELL}, WORSE_REASON]
    blocked = add_version(world, 0.5, reasons, live_id=first.id)
    add_nights(world)
    sample = add_sample(world)
    for action in ("hand_over", "clarify"):
        break_down(world, "Is there really no answer to my question?", action)
    add_feed(world, tuple(f"Nurse (m/f/d), ward {number}" for number in range(60)))
    hold_back(world, add_feed(world, url="https://acme.example/" + "jobs" * 60 + ".xml"))
    search_in_vain(world, Wish(("nurse",), ("Kassel",)), 3)
    search_in_vain(world, Wish(("cook",), ()))
    world.now(lambda conn: synonyms.add(conn, world.demo.id, "en", "everyday hero", "nurse", NOW))
    world.now(lambda conn: canned_replies.add(conn, world.demo.id, "Thanks", {"en": "Thank you."}, NOW))
    world.now(lambda conn: webhooks.add(conn, world.demo.id, HOOK, "s", NOW))
    tell(world)
    make(world)
    make(world, blocked=True)
    ids = {
        "reviews": review_id, "conversations": 1, "replies": 1, "breakdowns": 1, "openings": 2, "models": blocked.id,
        "annotations": annotated(world), "dataset/examples": world.example_id("What is the pay?"),
        "dataset": world.category_id("salary"), "scores": sample,
    }  # fmt: skip
    return [*(_with_id(path, ids) for path in PAGES), *MORE]


def annotated(world: World) -> int:
    """Draw a conversation that two people label differently."""
    talk = talk_of(world, "Is there parking?", "And for bicycles?")
    sample = annotated_sample(world, talk)
    label(world, talk, "OX")
    label(world, talk, "XX", "ada@demo.example")
    return sample


def _with_id(path: str, ids: dict[str, int]) -> str:
    place = max((each for each in ids if path.startswith(f"/{each}/")), key=len, default="")
    return path.replace(ID, str(ids[place])) if place else path


def tell(world: World) -> None:
    """Queue two deliveries of a webhook, one of them given up."""
    kinds: tuple[Kind, ...] = ("webhook",)
    for key in "ab":
        told = NewEntry("webhook", key, recipient="1", payload={"event": "test"})
        world.now(partial(outbox.put, company_id=world.demo.id, new=told, now=NOW))
    entry = world.now(lambda conn: outbox.take_due(conn, kinds, NOW, NOW))
    world.now(lambda conn: outbox.conclude(conn, entry, "given_up", NOW, "status 500"))


@pytest.mark.slow
async def test_every_page_is_accessible(world: World, open_page: OpenPage, open_desk: Open) -> None:
    # In the hour after all that there is: pages of the last days have something to show.
    client = await open_desk(now=lambda: NOW + timedelta(hours=1))
    olga, ada = (log_in(world.database, client, person) for person in (world.olga, world.ada))
    page = await open_page("/", olga, viewport=DESKTOP)
    assert await walk(page, olga, every_page(world)) == {}
    await page.goto(str(olga.client.make_url("/admin/reviews")))
    await page.keyboard.press("e")
    await expect(page.get_by_label("Which category is right?")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(page.locator(".preview h3")).to_be_visible()
    await examine(page, "picker")
    await examine(await open_page("/told", ada), "told")


@pytest.mark.slow
async def test_a_desk_that_has_nothing_to_show_yet_is_accessible(
    world: World, open_page: OpenPage, visit: Visit, new_company: Callable[..., Company]
) -> None:
    olga = await visit(world.olga)
    new_company("empty", languages=("en", "de"))
    page = await open_page("/", olga, viewport=DESKTOP)
    await page.context.add_cookies([{"name": "candor-desk-company", "value": "empty", "url": page.url}])
    assert await walk(page, olga, [path for path in PAGES if ID not in path]) == {}


async def test_what_opens_over_a_page_is_accessible(world: World, open_page: OpenPage) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog", name="Review with one key")).to_be_visible()
    await examine(page, "keys")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+k")
    await page.get_by_role("searchbox", name="A page, a category").fill("dog")
    await expect(page.get_by_role("link", name="Conversation 1")).to_be_visible()
    await examine(page, "go")
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Account of Ada").click()
    await expect(page.get_by_role("button", name="Log out")).to_be_visible()
    await examine(page, "account")
    await page.keyboard.press("Escape")
    await page.set_viewport_size({"width": 390, "height": 800})
    await page.get_by_role("button", name="Menu").click()
    await expect(page.get_by_role("link", name="Questions & answers")).to_be_visible()
    for scheme in SCHEMES:
        await page.emulate_media(color_scheme=scheme)
        assert await complaints(page) == [], scheme


async def test_the_login_page_is_accessible(world: World, open_page: OpenPage, visit: Visit) -> None:
    stranger = await visit(world.ada)
    stranger.token = "none"
    page = await open_page("/login", stranger)
    await examine(page, "login")
    await page.get_by_label("E-mail address").fill("nobody@demo.example")
    await page.get_by_label("Password").fill("wrong")
    await page.get_by_role("button", name="Log in").click()
    await expect(page.get_by_role("alert").filter(has_text="wrong")).to_be_visible()
    await examine(page, "login")


async def walk(page: Page, visitor: Visitor, addresses: list[str]) -> dict[tuple[str, str], list[str]]:
    """Open one page after the other, with all that is folded away, and return what was complained of in each look."""
    found: dict[tuple[str, str], list[str]] = {}
    await page.add_init_script(AXE)  # compiled once, not for each page
    for path in addresses:
        await page.goto(str(visitor.client.make_url(f"/admin{path}")))
        await page.evaluate(OPENED)
        async for look in looks(page):
            if said := await complaints(page, look):
                found[path, look] = said
            await keep_screenshot(page, f"desk-{look}-{re.sub(r'[^a-z]+', '-', path).strip('-')}", full_page=True)
    return found


async def examine(page: Page, name: str) -> None:
    async for look in looks(page):
        assert await complaints(page, look) == [], (name, look)
        await keep_screenshot(page, f"desk-{look}-{name}", full_page=True)


async def test_a_secret_that_is_shown_once_is_accessible(world: World, open_page: OpenPage, visit: Visit) -> None:
    page = await open_page("/settings/identity", await visit(world.olga))
    await page.get_by_role("button", name="Make a secret").click()
    await page.locator(".once code").wait_for()
    await examine(page, "secret")
