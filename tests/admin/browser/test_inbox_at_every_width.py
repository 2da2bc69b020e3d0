"""The inbox with all that it can show: whose turn it is, channels, what candidates say of an answer, at every width."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, expect

from storage import Connection
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.conversations import conversations, messages, receipts, satisfactions
from storage.conversations.messages import NewMessage
from storage.people import users
from tests.accessibility import Look, complaints
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Visit
from tests.admin.world import NOW, UNSURE, World
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = [*IN_A_BROWSER, pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])]

WIDTHS = (1280, 768, 390, 360)
LONG = "Is there parking behind the house, or should I rather come by train, as most of the others seem to do?"


def fill(conn: Connection, world: World, language: str) -> None:
    """Give conversations in turn, open a second channel, and have an answer judged, with a comment."""
    its = world.demo.id
    companies.change(conn, its, CompanyProfile("demo", "Demo", rota=True))
    users.set_away(conn, its, world.ada.id, away=language in ("de", "zh"))
    sms = conversations.create(conn, its, public_id="sms", token_hash="sms", language="en", now=NOW, channel="sms")
    messages.append(conn, its, sms.id, NewMessage("incoming", "candidate", LONG), NOW)
    conversations.set_status(conn, its, sms.id, "waiting", NOW)
    messages.append(conn, its, 1, NewMessage("outgoing", "recruiter", "Yes: behind hall nine."), NOW)
    said = messages.append(conn, its, 1, NewMessage("incoming", "candidate", LONG), NOW)
    satisfactions.tell(conn, its, 1, said.seq - 1, answered=language in ("en", "zh"), now=NOW)
    satisfactions.comment(conn, its, 1, said.seq)
    receipts.note_seen(conn, its, 1, said.seq - 1, NOW)
    conversations.set_owner(conn, its, 1, "recruiter", NOW)


async def examine(page: Page, name: str, language: str) -> None:
    """Expect everything to fit at every width, and in English no look to be complained of, on desks and on phones.

    Another language changes words alone, so that one look in full is enough.
    """
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 900})
        for look in looks_at(width, language):
            await page.emulate_media(color_scheme="dark" if look == "dark" else "light")
            assert await complaints(page, look) == [], (name, language, width, look)
            await keep_screenshot(page, f"desk-turns-{name}-{language}-{width}-{look}", full_page=True)


def looks_at(width: int, language: str) -> tuple[Look, ...]:
    """Which looks are examined at a width: what fits always is."""
    if language == "en" and width in (1280, 390):
        return ("full", "dark")
    return ("full",) if width == 1280 else ("narrow",)


async def test_the_inbox_in_turns_fits_and_is_accessible(world: World, open_page: OpenPage, language: str) -> None:
    await asyncio.to_thread(world.ask, LONG, UNSURE, "defer")
    await asyncio.to_thread(world.now, lambda conn: fill(conn, world, language))
    page = await open_page("/conversations", locale=language)
    await expect(page.locator("form.away button")).to_be_visible()
    await expect(page.locator("a[href*='channel=sms']")).to_be_visible()
    await examine(page, "list", language)
    await page.goto(f"{page.url}/1")
    await expect(page.locator("#thread .satisfied")).to_be_visible()
    await examine(page, "thread", language)


async def test_the_setting_of_turns_fits_and_is_accessible(
    world: World, open_page: OpenPage, visit: Visit, language: str
) -> None:
    page = await open_page("/settings", await visit(world.olga), locale=language)
    await expect(page.locator("#setting-rota")).to_be_visible()
    await examine(page, "settings", language)
