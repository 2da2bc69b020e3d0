"""Canned replies are picked while one writes, by keyboard alone; so is any place of the desk."""

from __future__ import annotations

from playwright.async_api import expect

from storage.answers import canned_replies
from tests.accessibility import complaints, looks
from tests.admin.browser.conftest import OpenPage
from tests.admin.world import NOW, UNSURE, World
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER
REPLIES = {
    "Thanks": "Thank you, {{first_name}} from {{company}}",
    "Tour of the house": "Come and see us.",
    "About it": "The {{opening}} is open.",
}


async def test_a_reply_is_picked_by_keyboard_and_changed_before_it_is_sent(world: World, open_page: OpenPage) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    for title, text in REPLIES.items():
        world.now(lambda conn, title=title, text=text: canned_replies.add(conn, 1, title, {"en": text}, NOW))
    page = await open_page("/conversations/1")
    field, offers = page.get_by_label("Write to the candidate"), page.get_by_role("listbox")
    await field.focus()
    await page.keyboard.type("24/7 or so. /T")
    await expect(offers.get_by_role("option")).to_have_count(2)
    await page.keyboard.press("ArrowDown")
    await expect(offers.get_by_role("option", selected=True)).to_contain_text("Tour of the house")
    await page.keyboard.press("ArrowUp")
    await expect(offers.get_by_role("option", selected=True)).to_contain_text("Thanks")
    async for look in looks(page):
        assert await complaints(page, look) == [], look
        await keep_screenshot(page, f"desk-{look}-canned", full_page=True)
    await page.keyboard.press("Enter")
    await expect(offers).to_be_hidden()
    await expect(field).to_have_value(f"24/7 or so. Thank you, Ada from {world.demo.name}")
    await page.keyboard.type("!")
    await page.keyboard.press("Control+Enter")
    await expect(page.locator("#thread")).to_contain_text(f"24/7 or so. Thank you, Ada from {world.demo.name}!")
    # By the button, with one that cannot be filled in: it is selected, to be typed over.
    await page.get_by_role("link", name="Canned replies", exact=True).click()
    await expect(offers.get_by_role("option")).to_have_count(3)
    await page.keyboard.press("Escape")
    await expect(field).to_have_value("")
    await page.keyboard.type("/abou")
    await page.keyboard.press("Enter")
    await page.keyboard.type("night shift")
    await expect(field).to_have_value("The night shift is open.")


async def test_one_goes_anywhere_by_keyboard(world: World, open_page: OpenPage) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/settings")
    await page.keyboard.press("Control+k")
    goals = page.get_by_role("dialog").get_by_role("link")
    await expect(goals.first).to_be_visible()
    async for look in looks(page):
        assert await complaints(page, look) == [], look
        await keep_screenshot(page, f"desk-{look}-go", full_page=True)
    await page.keyboard.type("my dog")
    await expect(goals).to_have_count(1)
    await page.keyboard.press("ArrowDown")
    await expect(goals.first).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Conversation 1")).to_be_visible()
