from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.browser.test_accessibility import check
from tests.admin.world import UNSURE, World
from tests.browsing import ARTIFACTS

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scripts", [True, False])
async def test_a_person_is_erased_with_and_without_scripts(world: World, open_page: OpenPage, scripts: bool) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/conversations/1", java_script_enabled=scripts)
    await page.get_by_role("link", name="Erase this person").click()
    await expect(page.get_by_role("heading", name="What goes")).to_be_visible()
    await page.get_by_role("button", name="Cancel").click()
    await expect(page.get_by_text("Can I bring my dog?")).to_be_visible()
    await page.get_by_role("link", name="Erase this person").click()
    await page.get_by_label("Also erase the training questions").check()
    await page.get_by_role("button", name="Erase for good").click()
    await expect(page.get_by_text("The person's data was erased.")).to_be_visible()
    await expect(page.get_by_text("There are no other conversations yet.")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
@pytest.mark.parametrize(
    ("look", "options"),
    [("wide", {}), ("dark", {"color_scheme": "dark"}), ("narrow", {"viewport": {"width": 320, "height": 700}})],
)
async def test_the_page_is_accessible(
    world: World, open_page: OpenPage, look: str, options: dict[str, Any], language: str
) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/conversations/1/erase", locale=language, **options)
    await expect(page.locator("html")).to_have_attribute("lang", language)
    await check(page, f"{look} {language}")
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    await page.screenshot(path=ARTIFACTS / f"desk-{look}-erasing-{language}.png", full_page=True)
