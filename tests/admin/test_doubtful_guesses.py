"""What a recruiter is offered first for a question that the bot did not answer because it doubted its guess."""

from __future__ import annotations

import re

import pytest

from nlu.understanding import Guess, Stage
from storage.reviews.kinds import Kind
from tests.admin.world import UNSURE, Visitor, World, words_of

BUTTON = re.compile(r"<(?:button|a role=.button.)[^>]*data-key=\"([cead])\"[^>]*>")
HOPELESS = (Guess("benefits", 0.04), Guess("salary", 0.03))


def offered(html: str) -> tuple[list[str], list[str]]:
    """Return the keys of the verdicts on offer in their order, and those of them that stand out."""
    tags = list(BUTTON.finditer(html))
    return [tag[1] for tag in tags], [tag[1] for tag in tags if "outline" not in tag[0]]


@pytest.mark.parametrize("kind", ["defer", "clarify"])
async def test_a_guess_below_the_threshold_is_one_choice_and_to_look_for_the_category_the_first(
    world: World, ada: Visitor, kind: Kind
) -> None:
    world.ask("Can I bring my dog?", UNSURE, kind)
    assert offered(await ada.text("/reviews")) == (["e", "a", "c", "d"], ["e"])


async def test_a_guess_that_is_hardly_likely_is_not_offered_at_all(world: World, ada: Visitor) -> None:
    world.ask("Is there a pool on the roof?", HOPELESS, "defer")
    html = await ada.text("/reviews")
    assert offered(html) == (["e", "a", "d"], ["e"])
    words = words_of(html)
    assert "None of the categories is likely to fit. Choose one, or answer yourself." in words
    assert "Best guess" not in words
    assert "benefits 4%" in words


async def test_what_the_bot_said_is_judged_first_however_sure_it_was(world: World, ada: Visitor) -> None:
    world.ask("And there?", HOPELESS)
    assert offered(await ada.text("/reviews")) == (["c", "e", "a", "d"], ["c"])


async def test_a_sure_guess_that_was_left_to_a_person_is_still_the_first_choice(world: World, ada: Visitor) -> None:
    world.ask("And the pay there?", kind="defer")
    assert offered(await ada.text("/reviews")) == (["c", "e", "a", "d"], ["c"])


async def test_who_has_the_answer_already_and_waits_is_to_be_answered_by_a_person(world: World, ada: Visitor) -> None:
    first = world.ask("What is the pay?", kind="defer")
    await ada.post(f"/reviews/{first}/confirm", {"send": "on"}, part=True)
    world.ask("And at Christmas?", kind="defer", talk=world.review(first).conversation)
    html = await ada.text("/reviews")
    assert offered(html) == (["a", "e", "c", "d"], ["a"])
    assert "with this choice nobody waits any more" in words_of(html)


async def test_a_general_intent_has_passed_a_threshold_of_its_own(world: World, ada: Visitor) -> None:
    world.ask("a person please", (Guess("contact_human", 0.45),), stage=Stage.GENERAL)
    assert offered(await ada.text("/reviews")) == (["c", "e", "a", "d"], ["c"])


async def test_hardly_likely_guesses_are_not_found_right_together(world: World, ada: Visitor) -> None:
    asked = [world.ask("How much?"), world.ask("Is there a pool on the roof?", HOPELESS, "defer")]
    response = await ada.post("/reviews/bulk", [*(("review", str(each)) for each in asked), ("verdict", "confirm")])
    assert "For “Is there a pool on the roof?” the bot had no guess" in words_of(await response.text())
    assert [world.review(each).status for each in asked] == ["pending", "pending"]
