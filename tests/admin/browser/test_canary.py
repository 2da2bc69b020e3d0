"""Putting a version on trial and letting it go live, with a mouse."""

from __future__ import annotations

from playwright.async_api import expect

from storage.models import models
from tests.admin.browser.conftest import OpenPage
from tests.admin.versions import add_version
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_an_earlier_version_answers_a_share_first_and_then_goes_live(world: World, open_page: OpenPage) -> None:
    first = add_version(world)
    add_version(world, 0.9, live_id=first.id)
    page = await open_page(f"/models/{first.id}/verdict")
    await page.get_by_label("Share of the conversations, in percent").fill("20")
    await page.get_by_role("button", name="Begin the trial").click()
    await expect(page.get_by_role("status")).to_contain_text("The trial has begun.")
    await expect(page.get_by_role("heading", name="On trial with 20% of the conversations", exact=True)).to_be_visible()
    await page.get_by_role("button", name="Go live now").click()
    await page.get_by_role("button", name="Yes, go live").click()
    await expect(page.get_by_role("status")).to_contain_text("The version is live.")
    live = world.now(lambda conn: models.live(conn, world.demo.id, "en"))
    assert live.id == first.id


async def test_moments_in_a_choice_are_of_the_readers_time_zone(world: World, open_page: OpenPage) -> None:
    add_version(world)
    page = await open_page("/models/gate", timezone_id="Asia/Shanghai")
    shown = await page.locator("option[data-moment]").first.inner_text()
    elsewhere = (
        await (await open_page("/models/gate", timezone_id="UTC")).locator("option[data-moment]").first.inner_text()
    )
    assert shown.startswith("v1 · ")
    assert shown != elsewhere
    assert "UTC" not in shown
