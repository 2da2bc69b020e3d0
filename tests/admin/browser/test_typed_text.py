from __future__ import annotations

import re

from playwright.async_api import Page, expect

from storage.dataset import dataset
from storage.people import sessions
from tests.accessibility import complaints
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Visit
from tests.admin.world import LATER, UNSURE, World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER
KEPT = "What you had typed is here again."


async def end_session(world: World) -> None:
    """End every session, as time does."""
    world.now(lambda conn: sessions.delete_expired(conn, LATER))


async def log_in_again(page: Page, visit: Visit, world: World, *, as_bob: bool = False) -> None:
    """Log in on the page that a session's end has led to, and go where it leads back to."""
    await expect(page).to_have_url(re.compile("/admin/login"))  # whoever leads there first
    back = await page.locator("[name=next]").input_value()
    visitor = await visit(world.bob if as_bob else world.ada)
    origin = re.sub(r"/admin/.*", "", page.url)
    await page.context.add_cookies([{"name": "candor-desk", "value": visitor.token, "url": origin}])
    await page.goto(f"{origin}{back}")


async def test_a_form_that_met_the_end_of_a_session_is_filled_in_after_the_login(
    world: World, visit: Visit, open_page: OpenPage
) -> None:
    page = await open_page("/settings")
    await page.get_by_label("Careers page").fill("https://demo.example/jobs")
    await end_session(world)
    await page.get_by_role("button", name="Save").first.click()
    await log_in_again(page, visit, world)
    await expect(page).to_have_url(re.compile("/admin/settings$"))
    await expect(page.get_by_role("alert")).to_contain_text(KEPT)
    await expect(page.get_by_label("Careers page")).to_have_value("https://demo.example/jobs")
    # Once: what is loaded anew is as the server has it.
    await page.reload()
    await expect(page.get_by_label("Careers page")).not_to_have_value("https://demo.example/jobs")


async def test_a_panel_that_is_opened_again_holds_what_was_typed_in_it(
    world: World, visit: Visit, open_page: OpenPage
) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("a")
    await page.get_by_label("Your message").fill("Yes, on a lead.")
    await end_session(world)
    await page.get_by_role("button", name="Send", exact=False).last.click()
    await log_in_again(page, visit, world)
    await expect(page.get_by_role("alert")).to_contain_text("Open the form again")
    await page.keyboard.press("a")
    await expect(page.get_by_label("Your message")).to_have_value("Yes, on a lead.")


async def test_what_was_refused_before_the_session_ended_is_there_again(
    world: World, visit: Visit, open_page: OpenPage
) -> None:
    page = await open_page(f"/dataset/categories/{world.category_id('salary')}?language=de")
    await page.get_by_label("What the bot answers").fill("Das steht in der <b>Anzeige</b>.")
    await page.get_by_role("button", name="Save answer").click()
    await expect(page.locator("[data-unsaved]")).to_be_visible()
    # The page that answers a form stands where it can be loaded again.
    await expect(page).to_have_url(re.compile(r"/admin/dataset/categories/\d+\?language=de$"))
    await end_session(world)
    await page.get_by_role("button", name="Save answer").click()
    await log_in_again(page, visit, world)
    await expect(page.get_by_role("alert")).to_contain_text(KEPT)
    await expect(page.get_by_label("What the bot answers")).to_have_value("Das steht in der <b>Anzeige</b>.")


async def test_what_one_person_typed_is_not_shown_to_the_next(world: World, visit: Visit, open_page: OpenPage) -> None:
    page = await open_page("/dataset")
    await page.get_by_label("Name of the category").fill("parking")
    await end_session(world)
    await page.get_by_role("button", name="Add", exact=True).click()
    await log_in_again(page, visit, world, as_bob=True)
    await expect(page.get_by_label("Name of the category")).to_have_value("")


async def test_what_succeeded_is_no_longer_said_beside_what_is_refused(open_page: OpenPage) -> None:
    page = await open_page("/dataset")
    for name in ("parking", "salary"):
        await page.get_by_label("Name of the category").fill(name)
        await page.get_by_role("button", name="Add", exact=True).click()
        if name == "parking":
            await expect(page.locator("[data-succeeded]")).to_be_visible()
            await page.goto(page.url.split("/admin")[0] + "/admin/dataset?note=category_added")
            await expect(page.locator("[data-succeeded]")).to_be_visible()
    await expect(page.get_by_role("alert")).to_contain_text("There is already a category")
    await expect(page.locator("[data-succeeded]")).to_have_count(0)


async def test_what_was_typed_into_a_page_that_somebody_deleted_can_be_copied(
    world: World, open_page: OpenPage
) -> None:
    number = world.category_id("salary")
    page = await open_page(f"/dataset/categories/{number}?language=en")
    await page.get_by_label("What the bot answers").fill("Long thoughts\nabout pay")
    world.now(lambda conn: dataset.delete_category(conn, world.demo.id, number, LATER))
    await page.get_by_role("button", name="Save answer").click()
    await page.get_by_role("link", name="Back to the page").click()
    said = page.get_by_role("alert")
    await expect(said).to_contain_text("The page that you had typed into is gone")
    await expect(said.locator("pre")).to_have_text(["Long thoughts\nabout pay"])


LOST = "You had been logged out before this was saved:"


async def test_a_verdict_by_one_key_that_met_the_end_of_a_session_is_done_by_one_click_after_the_login(
    world: World, visit: Visit, open_page: OpenPage
) -> None:
    review = world.ask("How much would I earn?")
    page = await open_page("/reviews")
    await end_session(world)
    await page.keyboard.press("c")
    await expect(page.get_by_role("status")).to_have_text(re.compile("one click does it then"))
    await log_in_again(page, visit, world)
    offer = page.locator("#again")
    await expect(offer).to_contain_text(f"{LOST} Right: “salary” How much would I earn?")
    assert world.review(review).status == "pending"
    assert await complaints(page) == []
    await offer.get_by_role("button", name="Do it now").click()
    await expect(page.locator(f"#review-{review}")).to_contain_text("Undo")
    await expect(offer).to_have_count(0)
    assert world.review(review).status == "confirmed"
    await page.reload()
    await expect(offer).to_have_count(0)


async def test_a_correction_with_typed_text_is_done_by_one_click_and_its_text_is_nowhere_else(
    world: World, visit: Visit, open_page: OpenPage
) -> None:
    review = world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("e")
    await page.get_by_text("Add a new category instead").click()
    await page.get_by_label("Name of the category").fill("Pets")
    await page.get_by_label("Answer", exact=True).fill("Yes, on a lead.")
    await end_session(world)
    await page.locator("form[action$=new-category] button").click()
    await log_in_again(page, visit, world)
    await expect(page.locator("#again")).to_contain_text("Pets · Yes, on a lead.")
    await page.get_by_role("button", name="Do it now").click()
    await expect(page.locator(f"#review-{review}")).to_contain_text("Pets")
    assert world.review(review).category == "Pets"
    answer = world.answer("Pets")
    assert answer is not None
    assert answer.text == "Yes, on a lead."
    await page.reload()
    await expect(page.get_by_role("alert")).to_be_empty()


async def test_a_verdict_that_somebody_else_was_first_with_is_not_done_twice(
    world: World, visit: Visit, open_page: OpenPage
) -> None:
    review = world.ask("How much would I earn?")
    page = await open_page("/reviews")
    await end_session(world)
    await page.keyboard.press("c")
    await log_in_again(page, visit, world)
    await expect(page.locator("#again")).to_be_visible()
    await (await visit(world.bob)).post(f"/reviews/{review}/dismiss", part=True)
    await page.get_by_role("button", name="Do it now").click()
    await expect(page.locator(f"#review-{review}")).to_contain_text("Bob")
    await expect(page.locator("#again")).to_have_count(0)
    assert world.review(review).status == "dismissed"


async def test_a_verdict_is_offered_where_its_question_is_not_on_the_page_and_only_to_who_gave_it(
    world: World, visit: Visit, open_page: OpenPage
) -> None:
    review = world.ask("How much would I earn?")
    page = await open_page("/reviews")
    await end_session(world)
    await page.keyboard.press("c")
    await log_in_again(page, visit, world, as_bob=True)
    await expect(page.locator("#list, [data-queue]").first).to_be_visible()
    await expect(page.locator("#again")).to_have_count(0)
    await page.context.clear_cookies()
    await page.context.add_cookies(
        [{"name": "candor-desk", "value": (await visit(world.ada)).token, "url": re.sub("/admin/.*", "", page.url)}]
    )
    await page.goto(re.sub("/admin/.*", "/admin/dataset", page.url))
    await page.get_by_role("button", name="Do it now").click()
    await expect(page).to_have_url(re.compile("/admin/reviews"))
    await expect(page.locator("#again")).to_have_count(0)
    assert world.review(review).status == "confirmed"


async def test_a_verdict_that_is_left_is_forgotten(world: World, visit: Visit, open_page: OpenPage) -> None:
    review = world.ask("How much would I earn?")
    page = await open_page("/reviews")
    await end_session(world)
    await page.keyboard.press("d")
    await log_in_again(page, visit, world)
    await page.get_by_role("button", name="Leave it").click()
    await expect(page.locator("#again")).to_have_count(0)
    await page.reload()
    await expect(page.locator("#again")).to_have_count(0)
    assert world.review(review).status == "pending"
