"""An answer is seen in the chat itself while it is typed, and saving one language leaves the others as they are."""

from __future__ import annotations

from playwright.async_api import expect

from storage.answers.answers import Answer
from tests.accessibility import complaints, looks
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Open
from tests.admin.world import World, log_in
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER


async def test_answers_are_written_side_by_side_and_seen_in_the_chat(
    world: World, open_desk: Open, open_page: OpenPage
) -> None:
    ada = log_in(world.database, await open_desk(widget=True), world.ada)
    page = await open_page("/dataset/answers", ada, viewport={"width": 1280, "height": 900})
    assert await complaints(page) == []
    await page.get_by_role("link", name="salary").click()
    english, german = page.locator("#answer-en"), page.locator("#answer-de")
    bubble = page.frame_locator("[data-answer-preview] iframe").locator(".bubble")
    await expect(bubble).to_have_text("About salary: it depends.")
    await german.get_by_label("What the bot answers").fill("{{company}} zahlt **gut**:\n- nach Tarif")
    await expect(bubble.locator("b")).to_have_text("gut")
    await expect(bubble.locator("li")).to_have_text("nach Tarif")
    await german.get_by_label("What it says when more is wanted").fill("Der Tarif ist [öffentlich](https://t.example).")
    panel = page.frame_locator("[data-answer-preview] iframe")
    await panel.get_by_role("button", name="Mehr dazu").click()
    await expect(bubble.last.get_by_role("link")).to_have_attribute("href", "https://t.example")
    await english.get_by_label("What the bot answers").fill("# Much")
    await expect(page.locator("[data-answer-preview] .refusal")).to_contain_text("“# Much” would be shown as it stands")
    await keep_screenshot(page, "answers-side-by-side.png")
    await german.get_by_role("button", name="Save answer").click()
    await expect(german.get_by_role("status")).to_have_text("The answer was saved.")
    await expect(english.get_by_label("What the bot answers")).to_have_value("# Much")
    saved = world.answer("salary", "de")
    assert saved == Answer(
        "salary",
        "de",
        "{{company}} zahlt **gut**:\n- nach Tarif",
        more="Der Tarif ist [öffentlich](https://t.example).",
    )
    async for look in looks(page):
        assert await complaints(page, look) == []
