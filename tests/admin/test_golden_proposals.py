"""Questions that are proposed for pinning, one for each category that has none."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from storage.dataset import dataset, example_lists, golden
from storage.dataset.dataset import Example
from tests.admin.world import NOW, Visitor, World, words_of


def proposals(world: World, but: Collection[str] = ()) -> list[Example]:
    found: list[Example] = world.now(lambda conn: example_lists.typical(conn, world.demo.id, "en", but))
    return found


async def test_each_category_without_a_pinned_question_is_proposed_one_and_pinning_it_takes_one_click(
    world: World, ada: Visitor
) -> None:
    examples = world.now(lambda conn: dataset.examples(conn, world.demo.id, language="en"))
    pinned = {one.category for one in world.now(lambda conn: golden.of_company(conn, world.demo.id, "en"))}
    proposed = proposals(world, pinned)
    assert {one.category for one in proposed} == {one.category for one in examples} - pinned
    assert f"Pin “{proposed[0].text}”" in await ada.text("/dataset/golden")
    form = {"text": proposed[0].text, "category": proposed[0].category, "language": "en"}
    await ada.post("/dataset/golden", form)
    again = await ada.text("/dataset/golden")
    assert f"Pin “{proposed[0].text}”" not in again
    assert proposed[0].text in words_of(again)


def test_a_question_that_a_candidate_asked_goes_before_others(world: World) -> None:
    its = world.category_id("salary")
    for text, origin in (("what does one earn as a nurse", "confirmed"), ("pay", "desk")):
        world.now(
            lambda conn, text=text, origin=origin: dataset.add_example(
                conn, world.demo.id, category_id=its, language="en", text=text, origin=origin, author="Ada", now=NOW
            )
        )
    (salary,) = [one for one in proposals(world) if one.category == "salary"]
    assert salary.text == "what does one earn as a nurse"


@pytest.mark.both_databases
def test_it_is_of_middle_length_and_the_categories_stand_by_name(world: World) -> None:
    its = world.category_id("working_hours")
    for text in ("shift", "what are the working hours of the people who are in your warehouse in the night"):
        world.now(
            lambda conn, text=text: dataset.add_example(
                conn, world.demo.id, category_id=its, language="en", text=text, origin="desk", author="Ada", now=NOW
            )
        )
    found = [(one.category, one.text) for one in proposals(world)]
    assert found == sorted(found)
    assert found[-1] == ("working_hours", "When do you start in the morning?")
