"""What axe and a ruler say of a page: in full once, then only what another look can change."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Frame, Page, ViewportSize

AXE = (Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")

Look = Literal["full", "dark", "narrow"]
"""A page is examined in full in one look; dark colours change contrasts only, a narrow window only what fits."""

NARROW: ViewportSize = {"width": 320, "height": 700}

_RULES = {"full": "", "dark": ", runOnly: ['color-contrast', 'link-in-text-block']"}
SHOWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


async def looks(page: Page) -> AsyncIterator[Look]:
    """Show the page in one look after the other, at the end as it was before."""
    yield "full"
    await page.emulate_media(color_scheme="dark")
    yield "dark"
    await page.emulate_media(color_scheme="light")
    before = page.viewport_size
    assert before is not None
    await page.set_viewport_size(NARROW)
    await page.evaluate(SHOWN)
    yield "narrow"
    await page.set_viewport_size(before)


async def complaints(page: Page | Frame, look: Look = "full") -> list[str]:
    """Return what stands in the way of people on the page as it is shown now: "rule: element", none if nothing does."""
    if look == "narrow":
        return await _overflow(page) + await _sideways(page)
    return await _violations(page, _RULES[look]) + await _overflow(page)


async def _violations(page: Page | Frame, rules: str) -> list[str]:
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE)
    found: list[dict[str, Any]] = await page.evaluate(
        f"axe.run(document, {{iframes: false, resultTypes: ['violations']{rules}}}).then((said) => said.violations)"
    )
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found]


async def _overflow(page: Page | Frame) -> list[str]:
    width, room = await page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    return [f"{width} pixels wide in a window of {room}"] if width > room else []


async def _sideways(page: Page | Frame) -> list[str]:
    """Return the tables and rows of links that would have to be pushed sideways."""
    wide: list[str] = await page.evaluate(
        "[...document.querySelectorAll('.overflow-auto, nav, nav ul')]"
        ".filter((each) => each.scrollWidth > each.clientWidth + 1)"
        ".map((each) => `${each.textContent.trim().slice(0, 40)}: ${each.scrollWidth} pixels in ${each.clientWidth}`)"
    )
    return wide
