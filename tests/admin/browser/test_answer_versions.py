from __future__ import annotations

from playwright.async_api import expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Visit
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_two_people_at_one_answer_see_each_others_words_and_get_back_what_was_there(
    world: World, open_page: OpenPage, visit: Visit
) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}"
    ada, bob = await open_page(path), await open_page(path, await visit(world.bob))
    for page, words in ((bob, "Bob's words."), (ada, "Ada's words.")):
        await page.get_by_label("What the bot answers").fill(words)
        await page.get_by_role("button", name="Save answer").click()
    await expect(ada.locator("p[role=alert]")).to_contain_text("Bob has changed the same")
    await expect(ada.get_by_label("What the bot answers")).to_have_value("Ada's words.")
    await expect(ada.locator("#answer-en-answer-theirs")).to_contain_text("Bob's words.")
    await ada.get_by_role("button", name="Save answer").click()
    await expect(ada.get_by_role("status")).to_contain_text("The answer was saved.")
    await ada.get_by_role("link", name="Earlier versions").click()
    await expect(ada.locator("article").nth(0)).to_contain_text("stands now")
    await ada.locator("article").nth(2).get_by_role("button", name="Restore this version").click()
    await expect(ada.get_by_label("What the bot answers")).to_have_value("About salary: it depends.")


async def test_who_is_second_at_a_name_reads_the_others_and_finds_the_own_again(
    world: World, open_page: OpenPage, visit: Visit
) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}"
    ada, bob = await open_page(path), await open_page(path, await visit(world.bob))
    await bob.get_by_label("Name", exact=True).fill("Pay")
    await bob.get_by_role("button", name="Rename").click()
    await expect(bob.get_by_role("heading", name="Pay", exact=True)).to_be_visible()
    await ada.get_by_label("Name", exact=True).fill("Wages")
    await ada.get_by_role("button", name="Rename").click()
    await expect(ada.locator("#alert")).to_contain_text("It now says “Pay”")
    await ada.reload()
    await expect(ada.get_by_label("Name", exact=True)).to_have_value("Wages")
    await ada.get_by_role("button", name="Rename").click()
    await expect(ada.get_by_role("heading", name="Wages", exact=True)).to_be_visible()
