"""An operator sets how a company's bot works, is corrected, saves, and takes it back from the history."""

from __future__ import annotations

from playwright.async_api import expect

from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Visit
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_a_threshold_is_set_corrected_saved_and_taken_back(
    world: World, open_page: OpenPage, visit: Visit
) -> None:
    page = await open_page("/settings", await visit(world.olga))
    await page.get_by_role("link", name="Answering").click()
    field = page.get_by_label("Confidence from which a question is answered, in percent")
    await expect(field).to_have_attribute("placeholder", "65")
    await field.fill("650")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator(".refusal")).to_contain_text("give a number from 1 to 100, not “650”")
    await field.fill("75")
    await page.get_by_label("The guard keeps back replies that lead nowhere").select_option(label="no")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_text("The settings are saved.")).to_be_visible()
    assert world.own == {"threshold": 0.75, "guard": False}
    await page.goto(page.url.partition("/settings/")[0] + "/audit")
    entry = page.get_by_role("row", name="Confidence from which a question is answered")
    await entry.get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("row", name="from “75” to “the default”")).to_be_visible()
    assert world.own == {"guard": False}


GROUND = "field => getComputedStyle(field).backgroundColor"


async def test_what_a_recruiter_may_not_change_looks_it(world: World, open_page: OpenPage, visit: Visit) -> None:
    page = await open_page("/settings")
    editable = await page.get_by_role("textbox", name="Careers page").evaluate(GROUND)
    countries = page.get_by_role("textbox", name="Countries")
    await expect(countries).not_to_be_editable()
    assert await countries.evaluate(GROUND) != editable
    await page.get_by_role("link", name="Answering").click()
    threshold = page.get_by_label("Confidence from which a question is answered, in percent")
    assert await threshold.evaluate(GROUND) != editable
    operators = await open_page("/settings/answering", await visit(world.olga))
    threshold = operators.get_by_label("Confidence from which a question is answered, in percent")
    assert await threshold.evaluate(GROUND) == editable
