from __future__ import annotations

from playwright.async_api import expect

from tests.admin.annotated import add_sample, said, talk_of
from tests.admin.browser.conftest import OpenPage
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_turns_are_labelled_with_one_key_each_and_one_leads_back(world: World, open_page: OpenPage) -> None:
    talk = talk_of(world, "How much?", "And holidays?", "Really?")
    sample = add_sample(world, talk)
    page = await open_page(f"/annotations/{sample}")
    for number, key in enumerate("132"):
        await expect(page.get_by_text(f"{number} of 3 replies labelled")).to_be_visible()
        await expect(page.locator("#pair")).to_be_focused()
        await page.keyboard.press(key)
    await expect(page.get_by_text("Everything is labelled. Thank you.")).to_be_visible()
    await page.keyboard.press("Backspace")
    await expect(page.get_by_text("You said: Hard to go on")).to_be_visible()
    await page.keyboard.press("1")
    await expect(page.get_by_text("Everything is labelled. Thank you.")).to_be_visible()
    assert [each.label.value for each in said(world, talk)] == ["NB", "B", "NB"]


async def test_turns_are_labelled_without_a_script(world: World, open_page: OpenPage) -> None:
    talk = talk_of(world, "How much?")
    sample = add_sample(world, talk)
    page = await open_page(f"/annotations/{sample}", java_script_enabled=False)
    await page.get_by_role("button", name="Cannot go on").click()
    await expect(page.get_by_text("Everything is labelled. Thank you.")).to_be_visible()
    assert [each.label.value for each in said(world, talk)] == ["B"]
