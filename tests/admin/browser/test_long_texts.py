"""A text that is too long is never cut without a word, as a browser does with what is pasted."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from admin.forms import ANSWER_LIMIT
from tests.admin.browser.conftest import OpenPage
from tests.admin.world import UNSURE, World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER
LONG = "Many words. " * 800


async def paste(box: Locator, text: str) -> None:
    """Put a text where the cursor is, as pasting does: with all that a field does to it."""
    await box.focus()
    await box.evaluate("(_, text) => document.execCommand('insertText', false, text)", text)


async def test_a_long_reply_stands_whole_and_is_not_sent_until_it_is_shorter(world: World, open_page: OpenPage) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("a")
    box = page.get_by_label("Your message to the candidate")
    await paste(box, LONG)
    await expect(box).to_have_value(LONG)
    assert await box.evaluate("box => box.validationMessage") == (
        "This text has 9,600 characters, and at most 5,000 are taken. Please shorten it."
    )
    await page.get_by_role("button", name="Send", exact=False).last.click()
    await expect(box).to_have_value(LONG)
    assert world.review(review_id).status == "pending"
    await box.fill(LONG[:ANSWER_LIMIT].strip())
    await page.keyboard.press("Control+Enter")
    await expect(page.locator(".verdict")).to_contain_text("Ada answered this in their own words")
    assert world.said(review_id)[-1].text == LONG[:ANSWER_LIMIT].strip()


async def test_a_note_or_a_name_that_is_too_long_stands_whole_and_is_not_kept(
    world: World, open_page: OpenPage
) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/conversations/1")
    note = page.get_by_label("Note for the team")
    await paste(note, LONG)
    await expect(note).to_have_value(LONG)
    assert "9,600 characters" in await note.evaluate("box => box.validationMessage")
    await page.get_by_role("button", name="Add note").click()
    await expect(note).to_have_value(LONG)
    await note.fill("Met at the fair.\nShe calls back.")
    await page.keyboard.press("Control+Enter")
    await expect(page.locator(".notes")).to_contain_text("She calls back.")
    page = await open_page(f"/dataset/categories/{world.category_id('salary')}")
    name = page.locator("input[name=name]").first
    await name.fill("")
    await paste(name, "n" * 200)
    await expect(name).to_have_value("n" * 200)
    assert await name.evaluate("box => !box.validity.valid")


async def test_a_character_of_two_units_counts_once(world: World, open_page: OpenPage) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("a")
    box = page.get_by_label("Your message to the candidate")
    await paste(box, "\N{DOG FACE}" * ANSWER_LIMIT)
    assert await box.evaluate("box => box.validity.valid")
