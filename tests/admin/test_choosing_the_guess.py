"""Whoever chooses the category that the bot had guessed has confirmed it."""

from __future__ import annotations

from tests.admin.world import Visitor, World, words_of


async def test_choosing_the_category_that_was_guessed_confirms_it(world: World, ada: Visitor) -> None:
    review_id = world.ask("How much would I get?")
    html = await (await ada.post(f"/reviews/{review_id}/correct", {"category": "salary"}, part=True)).text()
    assert "Ada confirmed “salary”." in words_of(html)
    assert world.review(review_id).status == "confirmed"
    assert "Confirmed “How much would I get?”" in words_of(await ada.text("/audit"))
    await ada.post(f"/reviews/{review_id}/undo", part=True)
    assert world.review(review_id).status == "pending"
    assert world.category_of("How much would I get?") is None


async def test_choosing_the_category_that_the_guess_was_merged_into_confirms_it(world: World, ada: Visitor) -> None:
    review_id = world.ask("How much would I get?")
    into = str(world.category_id("benefits"))
    await ada.post(f"/dataset/categories/{world.category_id('salary')}/merge", {"into_id": into, "sure": "on"})
    await ada.post(f"/reviews/{review_id}/correct", {"category": "benefits"}, part=True)
    assert world.review(review_id).status == "confirmed"
