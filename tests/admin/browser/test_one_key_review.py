from __future__ import annotations

import pytest
from playwright.async_api import Page, Route, expect

from nlu.understanding import Guess
from tests.admin.browser.conftest import OpenPage
from tests.admin.conftest import Visit
from tests.admin.world import UNSURE, World
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def focused(page: Page) -> str:
    """Return the question that has the focus."""
    found = await page.evaluate("document.activeElement.closest('[data-review]')?.querySelector('h2').textContent")
    return str(found)


async def test_a_queue_is_reviewed_with_one_key_each(world: World, open_page: OpenPage) -> None:
    for question in ("Third", "Second", "First"):
        world.ask(f"{question} question about pay")
    page = await open_page("/reviews")
    assert await focused(page) == "First question about pay"
    await page.keyboard.press("c")
    await expect(page.locator("#review-3 .verdict")).to_contain_text("Ada confirmed “salary”")
    await expect(page.locator("[data-review='2']")).to_be_focused()
    await page.keyboard.press("d")
    await expect(page.locator("#review-2 .verdict")).to_contain_text("Ada dismissed this")
    await expect(page.locator("[data-review='1']")).to_be_focused()
    await page.keyboard.press("c")
    await expect(page.locator("#all-done")).to_be_focused()
    await expect(page.locator("#figures dd").first).to_have_text("0")
    assert [world.review(number).status for number in (1, 2, 3)] == ["confirmed", "dismissed", "confirmed"]


async def test_what_goes_out_to_a_candidate_takes_a_second_key(world: World, open_page: OpenPage) -> None:
    review_id = world.ask("How much is it?", (Guess("salary", 0.3),), "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("c")
    await expect(page.get_by_role("button", name="send its answer")).to_be_focused()
    assert world.review(review_id).status == "pending"
    await page.keyboard.press("Enter")
    await expect(page.locator(f"#review-{review_id} .verdict")).to_contain_text("Ada confirmed “salary”")
    assert world.said(review_id)[-1].text == "About salary: it depends."


async def test_the_last_verdict_is_taken_back_with_one_key(world: World, open_page: OpenPage) -> None:
    for question in ("Second", "First"):
        world.ask(f"{question} question about pay")
    page = await open_page("/reviews")
    await page.keyboard.press("c")
    await expect(page.locator("#review-2 .verdict")).to_contain_text("Ada confirmed “salary”")
    await expect(page.locator("[data-review='1']")).to_be_focused()
    assert world.category_of("First question about pay") == "salary"
    await page.keyboard.press("z")
    await expect(page.locator("[data-review='2']")).to_be_focused()
    await expect(page.locator("#review-2 .verdict")).to_have_count(0)
    assert world.review(2).status == "pending"
    assert world.category_of("First question about pay") is None
    await page.goto(page.url.split("admin")[0] + "admin/audit")
    await expect(page.get_by_text("Took the verdict on “First question about pay” back")).to_be_visible()


async def test_the_keys_work_after_the_last_verdict_of_a_list(world: World, open_page: OpenPage) -> None:
    world.ask("The only question about pay")
    page = await open_page("/reviews")
    await page.keyboard.press("c")
    await expect(page.locator("#all-done")).to_be_focused()
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("z")
    await expect(page.locator("[data-review='1']")).to_be_focused()
    await expect(page.locator("#all-done")).to_be_hidden()
    assert world.review(1).status == "pending"


async def test_what_is_counted_follows_each_verdict_and_each_undoing(world: World, open_page: OpenPage) -> None:
    for question in ("Second", "First"):
        world.ask(f"{question} question about pay")
    page = await open_page("/reviews")
    counts, left = page.locator("#statuses .count"), page.locator("#figures dd").first
    await page.keyboard.press("c")
    await expect(counts).to_have_text(["1", "1", "0", "0"])
    await expect(left).to_have_text("1")
    await page.keyboard.press("z")
    await expect(counts).to_have_text(["2", "0", "0", "0"])
    await expect(left).to_have_text("2")


async def test_the_keys_move_through_the_queue(world: World, open_page: OpenPage) -> None:
    for question in ("Third", "Second", "First"):
        world.ask(f"{question} question")
    page = await open_page("/reviews")
    seen = []
    for key in ("j", "ArrowDown", "j", "k", "ArrowUp", "k"):
        await page.keyboard.press(key)
        seen.append((await focused(page)).split()[0])
    assert seen == ["Second", "Third", "Third", "Second", "First", "First"]
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.press("c")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_be_hidden()
    assert world.review(3).status == "pending"


async def test_a_category_is_picked_by_keyboard_alone(world: World, open_page: OpenPage) -> None:
    world.ask("How do I get my payslip?")
    review_id = world.ask("Where do people eat lunch?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("e")
    await expect(page.get_by_label("Which category is right?")).to_be_focused()
    await page.keyboard.type("canteen")
    await expect(page.get_by_role("radio")).to_have_count(1)
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("radio", name="benefits")).to_be_focused()
    await expect(page.locator(".preview")).to_contain_text("About benefits: it depends.")
    await expect(page.locator(".preview")).to_contain_text("Which benefits do you offer?")
    await page.keyboard.press("Enter")
    await expect(page.locator(f"#review-{review_id} .verdict")).to_contain_text("Ada confirmed “benefits”")
    assert world.category_of("Where do people eat lunch?") == "benefits"
    assert world.said(review_id)[-1].author == "recruiter"
    await expect(page.locator("[data-review='1']")).to_be_focused()


CHOOSE_AS_SOON_AS_SHOWN = """() => {
  new MutationObserver(() => {
    document.querySelector("[data-search]").dispatchEvent(
      new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true, cancelable: true})
    );
  }).observe(document.querySelector("[id^=choices-]"), {childList: true});
}"""


async def test_a_choice_made_in_the_moment_in_which_it_is_shown_has_its_preview(
    world: World, open_page: OpenPage
) -> None:
    world.ask("Where do people eat lunch?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("e")
    await expect(page.get_by_label("Which category is right?")).to_be_focused()
    await page.evaluate(CHOOSE_AS_SOON_AS_SHOWN)
    await page.keyboard.type("canteen")
    await expect(page.locator(".preview")).to_contain_text("About benefits: it depends.")


WHEN_SEARCHED = """() => {
  window.searched = new Promise((done) => addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.target.id.startsWith("choices-")) done();
  }));
}"""


async def test_a_search_that_ends_late_takes_nothing_from_who_is_choosing(world: World, open_page: OpenPage) -> None:
    world.ask("Where do people eat lunch?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("e")
    await expect(page.get_by_label("Which category is right?")).to_be_focused()
    preview = page.locator(".preview")

    async def late(route: Route) -> None:
        await expect(preview).to_contain_text("About benefits")
        await route.continue_()

    await page.route("**/choices?*", late)
    await page.evaluate(WHEN_SEARCHED)
    await page.keyboard.type("sal")
    await page.get_by_role("radio", name="benefits").click()
    await page.evaluate("searched")
    await expect(page.get_by_role("radio", name="benefits")).to_be_focused()
    await expect(page.get_by_role("radio", name="benefits")).to_be_checked()
    await page.keyboard.press("ArrowUp")
    await expect(page.get_by_label("Which category is right?")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("radio", name="benefits")).to_be_focused()


@pytest.mark.parametrize("key", ["ArrowDown", "Enter"])
async def test_who_types_and_goes_down_at_once_chooses_from_what_was_typed(
    world: World, open_page: OpenPage, key: str
) -> None:
    review_id = world.ask("Where do people eat lunch?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("e")
    await expect(page.get_by_label("Which category is right?")).to_be_focused()
    await page.keyboard.type("sal")
    await page.keyboard.press(key)
    await page.keyboard.press(key)
    await expect(page.get_by_role("radio", name="salary")).to_be_focused()
    await expect(page.get_by_role("radio")).to_have_count(1)
    await expect(page.locator(".preview")).to_contain_text("About salary")
    assert world.review(review_id).status == "pending"


async def test_a_search_that_fails_takes_no_choice_by_itself(world: World, open_page: OpenPage) -> None:
    world.ask("Where do people eat lunch?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("e")
    search = page.get_by_label("Which category is right?")
    await expect(search).to_be_focused()
    refusal = {"HX-Retarget": "#alert", "HX-Reswap": "innerHTML"}
    await page.route("**/choices?*", lambda route: route.fulfill(status=409, headers=refusal, body="<p>Busy.</p>"))
    await page.keyboard.type("sal")
    await page.keyboard.press("ArrowDown")
    await expect(page.locator("#alert p")).to_be_visible()
    await expect(search).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("radio", name="benefits")).to_be_focused()


COMPOSES = """(search) => {
  for (const key of ["Enter", "ArrowDown", "Escape"]) search.dispatchEvent(
    new KeyboardEvent("keydown", {key, isComposing: true, bubbles: true, cancelable: true})
  );
}"""


async def test_keys_that_choose_characters_of_chinese_are_no_commands(world: World, open_page: OpenPage) -> None:
    world.ask("Where do people eat lunch?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("e")
    search = page.get_by_label("Which category is right?")
    await expect(search).to_be_focused()
    await search.evaluate(COMPOSES)
    await expect(search).to_be_focused()
    await expect(page.get_by_role("radio", checked=True)).to_have_count(0)


async def test_arrows_in_the_picker_change_the_preview(world: World, open_page: OpenPage) -> None:
    world.ask("Where do people eat lunch?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("e")
    await expect(page.get_by_label("Which category is right?")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".preview")).to_contain_text("About benefits")
    await page.keyboard.press("ArrowDown")
    await expect(page.locator(".preview")).to_contain_text("About salary")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    await expect(page.get_by_label("Which category is right?")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator(".picker")).to_have_count(0)
    assert await focused(page) == "Where do people eat lunch?"


async def test_letters_that_are_typed_are_no_commands(world: World, open_page: OpenPage) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("a")
    box = page.get_by_label("Your message to the candidate")
    await expect(box).to_be_focused()
    await page.keyboard.type("a dog can come, dear candidate?")
    await expect(box).to_have_value("a dog can come, dear candidate?")
    assert world.review(review_id).status == "pending"
    await page.keyboard.press("Control+Enter")
    await expect(page.locator(".verdict")).to_contain_text("Ada answered this in their own words")
    assert world.said(review_id)[-1].text == "a dog can come, dear candidate?"


async def test_a_refusal_is_read_out_and_keeps_what_was_typed(world: World, open_page: OpenPage) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page("/reviews")
    await page.keyboard.press("e")
    await page.get_by_text("Add a new category instead").click()
    await page.get_by_label("Name of the category").fill("Salary")
    await page.get_by_label("Answer", exact=True).fill("Dogs are welcome.")
    await page.get_by_role("button", name="Add category and save").click()
    await expect(page.get_by_role("alert")).to_contain_text("There is already a category “salary”")
    await expect(page.get_by_label("Answer", exact=True)).to_have_value("Dogs are welcome.")
    await page.get_by_label("Name of the category").fill("pets")
    await page.get_by_role("button", name="Add category and save").click()
    await expect(page.locator(".verdict")).to_contain_text("pets")
    await expect(page.get_by_role("alert")).to_be_empty()


async def test_the_second_recruiter_sees_who_was_first(world: World, open_page: OpenPage, visit: Visit) -> None:
    world.ask("How much would I earn?")
    page, bob = await open_page("/reviews"), await visit(world.bob)
    await bob.post("/reviews/1/dismiss", part=True)
    await page.keyboard.press("c")
    await expect(page.locator(".verdict")).to_contain_text("Already reviewed by Bob")
    assert world.review(1).status == "dismissed"


async def test_a_question_that_was_opened_in_a_window_of_its_own_is_answered_there(
    world: World, open_page: OpenPage
) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    page = await open_page(f"/reviews/{review_id}/answer")
    await page.get_by_label("Your message").fill("Yes, on a lead.")
    await page.get_by_role("button", name="Send", exact=False).click()
    await expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert world.said(review_id)[-1].text == "Yes, on a lead."
