"""A blocked version goes live only when a second person agrees, under a login of their own."""

from __future__ import annotations

from playwright.async_api import expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Visit
from tests.admin.test_verdict_page import WORSE_REASON
from tests.admin.versions import add_version
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER


async def test_one_asks_and_another_agrees(world: World, open_page: OpenPage, visit: Visit) -> None:
    first = add_version(world)
    blocked = add_version(world, 0.5, [WORSE_REASON], live_id=first.id)
    olga = await open_page("/settings/models", await visit(world.olga))
    await olga.get_by_label("A second person must agree").select_option(label="yes")
    await olga.get_by_role("button", name="Save").first.click()
    await expect(olga.get_by_role("status")).to_be_visible()
    path = f"/models/{blocked.id}/verdict"
    ada, bob = await open_page(path), await open_page(path, await visit(world.bob))
    await ada.get_by_label("Reason").fill("Two categories were merged on purpose.")
    await ada.get_by_role("button", name="Ask a second person to agree").click()
    await expect(ada.get_by_text("Somebody else must agree.")).to_be_visible()
    await expect(ada.get_by_role("button", name="Yes, I agree")).to_have_count(0)
    overview = ada.url.replace(path, "/")
    await bob.goto(overview)
    await bob.get_by_role("link", name="needs you to agree").click()
    await expect(bob.locator(".note")).to_contain_text("Ada wants this version to go live")
    await keep_screenshot(bob, "desk-second-person", full_page=True)
    await bob.get_by_text("Agree", exact=True).click()
    await bob.get_by_role("button", name="Yes, I agree").click()
    await expect(bob.get_by_text("Ada wanted it, Bob agreed")).to_be_visible()
    await ada.goto(overview)
    await expect(ada.get_by_text("needs you to agree")).to_have_count(0)
    await ada.goto(f"{overview}audit")
    await expect(ada.get_by_role("row").nth(1)).to_contain_text("Ada wanted it, Bob agreed")
