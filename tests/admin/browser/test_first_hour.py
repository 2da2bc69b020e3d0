"""An operator makes a company and does with its bot what the first hour asks for."""

from __future__ import annotations

import re

from playwright.async_api import Page, expect

from storage.companies import companies
from storage.dataset.dataset import NewExample
from storage.people import users
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Open
from tests.admin.world import World, log_in
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER

PROFILE = {
    "Short name": "acme",
    "Name of the company": "Acme",
    "Careers page": "https://acme.example/jobs",
    "Contact address": "jobs@acme.example",
}


def starter(language: str) -> list[NewExample]:
    return [NewExample(text, "pay", language) for text in ("What do you pay?", "How much will I earn?")]


async def to_do(page: Page) -> int:
    await page.goto(re.sub(r"/admin/.*", "/admin/settings/first-hour", page.url))
    return await page.locator(".steps .chip.waits").count()


async def test_a_company_begins_with_the_demos_questions_and_gets_its_answers_and_people(
    world: World, open_page: OpenPage, open_desk: Open
) -> None:
    olga = log_in(world.database, await open_desk(starter=starter), world.olga)
    page = await open_page("/company", olga)
    await page.get_by_label("Short name").fill("Acme Jobs")
    for label, value in PROFILE.items():
        await page.get_by_label(label).fill(value)
    await page.get_by_label("Language of the welcome").select_option("en")
    await page.get_by_role("button", name="Add and begin").click()
    await expect(page.get_by_role("heading", name="The first hour")).to_be_visible()
    await expect(page.locator("pre")).to_contain_text('data-company="acme"')
    assert await to_do(page) == 6
    await expect(page.get_by_text("0 of 6 steps done")).to_be_visible()
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.get_by_role("button", name="Copy").click()
    await expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert 'data-company="acme"' in await page.evaluate("navigator.clipboard.readText()")
    await page.get_by_role("button", name="Begin with the demo").click()
    await expect(page.get_by_text("The questions are there.")).to_be_visible()
    await page.get_by_role("link", name="Questions & answers").last.click()
    await page.get_by_role("link", name="pay").click()
    await page.get_by_label("What the bot answers").fill("It depends on the **position**.")
    await page.get_by_role("button", name="Save answer").click()
    await expect(page.get_by_text("The answer was saved.")).to_be_visible()
    assert await to_do(page) == 4
    await page.get_by_role("link", name="Team").last.click()
    await page.get_by_label("Name", exact=True).fill("Carla")
    await page.get_by_label("E-mail address").fill("carla@acme.example")
    await page.get_by_role("button", name="Add and show the password").click()
    await expect(page.get_by_text("carla@acme.example").first).to_be_visible()
    assert await to_do(page) == 3
    await keep_screenshot(page, "first-hour")
    acme = world.now(lambda conn: companies.by_key(conn, "acme"))
    assert [each.name for each in world.now(lambda conn: users.of_company(conn, acme.id))] == ["Carla"]
