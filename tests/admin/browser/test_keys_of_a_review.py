"""Thirty mixed questions are reviewed by keyboard alone, with fewer keys than it took once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from playwright.async_api import Page, expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.world import SALARY, UNSURE, World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER

ONCE = 123
"""So many keys thirty mixed questions took before verdicts had one key each."""
ROUND = ("right", "wrong", "right", "nonsense", "sends", "right", "wrong", "right", "own words", "wrong")


@dataclass
class Keyboard:
    """The keys of a page, counted: each letter that is typed, and each that is held with another, is one."""

    page: Page
    pressed: int = 0

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)
            self.pressed += 1


async def right(keys: Keyboard) -> None:
    await keys.press("c")


async def wrong(keys: Keyboard) -> None:
    await keys.press("e")
    await expect(keys.page.get_by_label("Which category is right?")).to_be_focused()
    await keys.press(*"can")
    await expect(keys.page.get_by_role("radio")).to_have_count(1)
    await keys.press("ArrowDown")
    await expect(keys.page.locator(".preview")).to_contain_text("About benefits")
    await keys.press("Enter")


async def nonsense(keys: Keyboard) -> None:
    await keys.press("d")


async def sends(keys: Keyboard) -> None:
    await keys.press("c")
    await expect(keys.page.locator("button:focus", has_text="send its answer")).to_be_visible()
    await keys.press("Enter")


async def own_words(keys: Keyboard) -> None:
    await keys.press("a")
    await expect(keys.page.locator("textarea:focus")).to_be_visible()
    await keys.press(*"Yes.", "Control+Enter")


ACTS: dict[str, Callable[[Keyboard], Awaitable[None]]] = {
    "right": right, "wrong": wrong, "nonsense": nonsense, "sends": sends, "own words": own_words,
}  # fmt: skip
BECOMES = {"right": "confirmed", "wrong": "corrected", "nonsense": "dismissed", "sends": "confirmed"}


async def test_thirty_mixed_questions_take_fewer_keys_than_once(world: World, open_page: OpenPage) -> None:
    asked: list[tuple[int, str]] = []
    for number, what in enumerate(3 * ROUND):
        waits = what in ("sends", "own words")
        text = f"Question {number} that is one of its own"
        asked.append((world.ask(text, UNSURE if waits else SALARY, "defer" if waits else "reply"), what))
    page = await open_page("/reviews")
    keys = Keyboard(page)
    for review, what in reversed(asked):
        asks = page.locator(f"[data-review='{review}']")
        older = page.locator("#older:focus")
        await expect(older.or_(page.locator(f"[data-review='{review}']:focus"))).to_be_visible()
        if await older.is_visible():
            await keys.press("Enter")
        await expect(asks).to_be_focused()
        await ACTS[what](keys)
    await expect(page.locator("#all-done")).to_be_focused()
    assert len(asked) == 30
    assert keys.pressed < ONCE, "it is to take no longer"
    assert keys.pressed == 3 * (4 + 3 * 6 + 1 + 2 + 6) + 1, "the last one opens the second page of the queue"
    verdicts = [(world.review(review).status, what) for review, what in asked if what in BECOMES]
    assert all(status == BECOMES[what] for status, what in verdicts)
    answered = [review for review, what in asked if what == "own words"]
    assert all(world.said(review)[-1].text == "Yes." for review in answered)
