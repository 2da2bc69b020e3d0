"""Who looks after a conversation, and until when it is put off, is chosen by keys as by a mouse."""

from __future__ import annotations

from playwright.async_api import Page, expect

from tests.admin.browser.asking import ask, say
from tests.admin.browser.conftest import OpenPage
from tests.admin.world import World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def choosing(world: World, open_page: OpenPage) -> tuple[Page, list[str]]:
    """Open a conversation and go one down in the list of colleagues; return its page, and what will be given away."""
    await ask(world)
    page = await open_page("/conversations/1")
    given: list[str] = []
    page.on("request", lambda sent: given.append(sent.post_data or "") if sent.url.endswith("/assign") else None)
    await page.get_by_label("Looked after by").focus()
    await page.keyboard.press("ArrowDown")
    return page, given


async def test_arrow_keys_pass_by_colleagues_and_give_the_conversation_to_the_one_chosen(
    world: World, open_page: OpenPage
) -> None:
    page, given = await choosing(world, open_page)
    select = page.get_by_label("Looked after by")
    await page.keyboard.press("ArrowDown")
    chosen = await select.input_value()
    assert chosen
    await page.keyboard.press("Escape")
    assert await select.input_value() == ""
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    assert given == []
    async with page.expect_response("**/assign"):
        await page.keyboard.press("Tab")
    await expect(page.get_by_label("Looked after by")).to_have_value(chosen)
    assert [f"assignee={chosen}" in each for each in given] == [True]
    # Until what stands here is shown anew, it is somebody else's choice that would be undone.
    await expect(page.locator("form[action$='/assign'] [name=was]")).to_have_value(chosen)
    async with page.expect_response("**/assign"):
        await page.get_by_label("Looked after by").select_option("")
    assert len(given) == 2


async def test_what_the_candidate_writes_between_two_keys_takes_no_choice_away(
    world: World, open_page: OpenPage
) -> None:
    page, given = await choosing(world, open_page)
    select = page.get_by_label("Looked after by")
    passed_by = await select.input_value()
    assert passed_by
    await say(world, 1, "One thing more")
    await expect(page.locator("#thread")).to_contain_text("One thing more")
    await expect(select).to_be_focused()
    await expect(select).to_have_value(passed_by)
    await page.keyboard.press("ArrowDown")
    chosen = await select.input_value()
    assert chosen not in ("", passed_by)
    assert given == []
    async with page.expect_response("**/assign"):
        await page.keyboard.press("Tab")
    assert [f"assignee={chosen}" in each for each in given] == [True]
