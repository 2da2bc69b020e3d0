from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from playwright.async_api import Page, expect

from nlu.understanding import Guess, Stage
from storage import canned_replies, outbox, synonyms, webhooks
from storage.outbox import Kind, NewEntry
from storage.webhooks import EVENTS, WebhookWish
from storage.wishes import Wish
from tests.accessibility import complaints, looks
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Visit
from tests.admin.opened import add_feed, hold_back, search_in_vain
from tests.admin.rated import add_nights, add_sample
from tests.admin.test_breakdowns_page import break_down
from tests.admin.test_verdict_page import WORSE_REASON, bring_in
from tests.admin.versions import FELL, add_version
from tests.admin.world import NOW, UNSURE, World
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER
HOOK = WebhookWish("The team’s channel", "https://hooks.example/" + "services" * 20, "slack", EVENTS)


def every_page(world: World) -> list[str]:
    """Fill the desk and return the address of every page."""
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
    category, example = world.category_id("salary"), world.example_id("What is the pay?")
    return [
        "/", "/?by=month", "/companies", "/reviews", "/reviews?scope=all", "/reviews?status=confirmed",
        f"/reviews/{review_id}", f"/reviews/{review_id}/correct",
        f"/reviews/{review_id}/answer", f"/reviews/{review_id}/why", "/conversations", "/conversations/1", "/dataset",
        "/conversations/1/offers", "/replies", "/replies/1",
        "/breakdowns", "/breakdowns/1", "/openings", "/openings?page=2&q=nurse", "/openings/feeds", "/openings/feeds/1",
        "/openings/feeds/2", "/openings/searches", "/openings/synonyms",
        f"/dataset/categories/{category}", f"/dataset/categories/{category}/versions", f"/dataset/examples/{example}",
        "/dataset/golden", "/dataset/import", "/dataset/check", "/dataset/topics",
        "/models", f"/models/{blocked.id}/verdict", f"/models/{blocked.id}/changes", "/dataset/pairs",
        "/scores", "/scores/ratings",
        f"/scores/ratings/{sample}", "/users", "/settings", "/settings/first-hour", "/settings/webhooks",
        "/settings/look", "/settings/identity", "/settings/answering", "/settings/models", "/settings/alerts",
        "/settings/privacy", "/settings/applications", "/told", "/audit", "/password", "/company", "/nowhere",
    ]  # fmt: skip


def tell(world: World) -> None:
    """Queue two deliveries of a webhook, one of them given up."""
    kinds: tuple[Kind, ...] = ("webhook",)
    for key in "ab":
        told = NewEntry("webhook", key, recipient="1", payload={"event": "test"})
        world.now(partial(outbox.put, company_id=world.demo.id, new=told, now=NOW))
    entry = world.now(lambda conn: outbox.take_due(conn, kinds, NOW, NOW))
    world.now(lambda conn: outbox.conclude(conn, entry, "given_up", NOW, "status 500"))


@pytest.mark.slow
async def test_every_page_is_accessible(world: World, open_page: OpenPage, visit: Visit) -> None:
    olga = await visit(world.olga)
    page = await open_page("/", olga)
    for path in every_page(world):
        await page.goto(str(olga.client.make_url(f"/admin{path}")))
        await examine(page, re.sub(r"[^a-z]+", "-", path).strip("-") or "overview")
    await page.goto(str(olga.client.make_url("/admin/reviews")))
    await page.keyboard.press("e")
    await expect(page.get_by_label("Which category is right?")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(page.locator(".preview h3")).to_be_visible()
    await examine(page, "picker")
    await examine(await open_page("/told", await visit(world.ada)), "told")


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


async def examine(page: Page, name: str) -> None:
    async for look in looks(page):
        assert await complaints(page, look) == [], (name, look)
        await keep_screenshot(page, f"desk-{look}-{name}", full_page=True)


async def test_a_secret_that_is_shown_once_is_accessible(world: World, open_page: OpenPage, visit: Visit) -> None:
    page = await open_page("/settings/identity", await visit(world.olga))
    await page.get_by_role("button", name="Make a secret").click()
    await page.locator(".once code").wait_for()
    await examine(page, "secret")
