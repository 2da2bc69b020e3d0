"""Two recruiters who answer the same candidate, in a real browser."""

from __future__ import annotations

from playwright.async_api import expect

from tests.admin.browser.asking import ask
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Visit
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_what_a_colleague_answers_while_one_writes_holds_the_message_back_once(
    world: World, visit: Visit, open_page: OpenPage
) -> None:
    await ask(world)
    page = await open_page("/conversations/1")
    await page.get_by_label("Write to the candidate").fill("No, sorry.")
    bob = await visit(world.bob)
    assert (await bob.post("/conversations/1/reply", {"reply": "Yes, you can."}, part=True)).status == 204
    await expect(page.locator("#thread")).to_contain_text("Yes, you can.")
    await page.keyboard.press("Control+Enter")
    await expect(page.locator("#alert")).to_contain_text("Somebody of your team has answered")
    await expect(page.locator("#thread")).not_to_contain_text("No, sorry.")
    await page.keyboard.press("Control+Enter")
    await expect(page.locator("#thread")).to_contain_text("No, sorry.")
