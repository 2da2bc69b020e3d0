"""The look of the chat is seen while it is typed, in the panel itself."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from storage.companies import companies
from tests.accessibility import complaints, looks
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Open
from tests.admin.world import World, log_in
from tests.browsing import IN_A_BROWSER, keep_screenshot
from tests.pictures import png

pytestmark = IN_A_BROWSER


async def test_what_is_typed_is_seen_at_once_beside_what_is_saved(
    world: World, open_desk: Open, open_page: OpenPage, tmp_path: Path
) -> None:
    (tmp_path / "logo.png").write_bytes(png(64, colour=(255, 212, 0)))
    ada = log_in(world.database, await open_desk(widget=True), world.ada)
    page = await open_page("/settings/look", ada, viewport={"width": 1280, "height": 900})
    panel = page.frame_locator(".preview iframe")
    launcher, heading = panel.locator(".launcher"), panel.get_by_role("heading", level=1)
    await expect(heading).to_have_text("Demo")
    await expect(panel.locator(".bubble")).to_contain_text("Hi! I'm the careers chatbot of Demo")
    await page.get_by_label("Name of the bot").fill("Halmi")
    await page.get_by_label("Main colour", exact=True).fill("#ffd400")
    await page.get_by_role("radio", name="Left").check()
    await page.get_by_label("On the launcher").first.fill("Ask Halmi")
    await page.get_by_label("Questions to begin with").first.fill("What do you pay?\nCan I work from home?")
    await page.get_by_label("Logo", exact=True).set_input_files(tmp_path / "logo.png")
    await expect(heading).to_have_text("Halmi")
    await expect(launcher).to_have_text("Ask Halmi")
    await expect(launcher).to_have_css("background-color", "rgb(255, 212, 0)")
    await expect(panel.locator(".choices button")).to_have_text(
        ["What do you pay?", "Can I work from home?", "Talk to a person"]
    )
    assert await panel.locator(".mark img").evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 64
    async for look in looks(page):
        assert await complaints(page, look) == [], look
        await keep_screenshot(page, f"desk-{look}-look-draft", full_page=True)
    await page.get_by_label("Text on it", exact=True).fill("#ffffff")
    await expect(page.get_by_role("status")).to_contain_text("contrast is 1.4:1")
    await page.get_by_role("radio", name="As saved").check()
    await expect(heading).to_have_text("Demo")
    await expect(launcher).to_have_css("background-color", "rgb(20, 89, 79)")
    await page.get_by_label("Text on it", exact=True).fill("")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("status").first).to_contain_text("The look of the chat is saved")
    await expect(heading).to_have_text("Halmi")
    await expect(panel.locator(".mark img")).to_have_count(1)
    company = world.database.read_now(lambda conn: companies.by_id(conn, world.demo.id))
    assert company is not None
    assert (company.look.side, company.look.starters["en"][1]) == ("left", "Can I work from home?")


async def test_nobody_but_the_desk_says_what_the_preview_draws(
    world: World, open_desk: Open, open_page: OpenPage
) -> None:
    ada = log_in(world.database, await open_desk(widget=True), world.ada)
    page = await open_page("/settings/look", ada)
    await page.goto(str(ada.client.make_url("/widget/demo/preview")))
    forged = """() => {
      const data = {candor: 'look', look: {bot_name: 'Evil', css: ''}};
      dispatchEvent(new MessageEvent('message', {data, origin: 'https://evil.test', source: parent}));
      dispatchEvent(new MessageEvent('message', {data, origin: location.origin, source: null}));
    }"""
    await page.evaluate(forged)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Demo")
