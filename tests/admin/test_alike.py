"""While a question is being typed or sorted, the desk says what stands in the data already; it never refuses."""

from __future__ import annotations

import pytest

from admin.desk import Nearest
from storage.companies.companies import Company
from tests.admin.conftest import Open
from tests.admin.world import UNSURE, Visitor, World, log_in, words_of

NEAR = (
    ("Which benefits do you offer?", "benefits", 0.91),
    ("Is there a canteen?", "benefits", 0.80),
    ("What is the pay?", "salary", 0.79),
    ("When do you start in the morning?", "working_hours", 0.60),
)


class Remembered:
    """Stands in for the live model: tells what it was taught, and notes what it was asked."""

    def __init__(self) -> None:
        self.near = NEAR
        self.asked: list[tuple[str, str, str]] = []

    def __call__(self, company: Company, language: str, text: str) -> tuple[tuple[str, str, float], ...]:
        self.asked.append((company.key, language, text))
        return self.near


@pytest.fixture
def nearest() -> Remembered:
    return Remembered()


@pytest.fixture
async def typist(world: World, open_desk: Open, nearest: Nearest) -> Visitor:
    return log_in(world.database, await open_desk(nearest=nearest), world.ada)


async def said(typist: Visitor, world: World, text: str, category: str = "salary", **more: str) -> str:
    params = {"language": "en", "category_id": str(world.category_id(category)), "text": text, **more}
    return words_of(await typist.text("/dataset/alike", part=True, params=params))


async def test_the_same_question_is_told_with_its_category(world: World, typist: Visitor) -> None:
    assert await said(typist, world, " is there a CANTEEN ") == "Already in “benefits”: Is there a canteen?"
    assert await said(typist, world, "what is the pay") == "Already here: What is the pay?"


async def test_very_like_questions_of_other_categories_are_told_nearest_first(world: World, typist: Visitor) -> None:
    told = await said(typist, world, "which benefits do you really offer")
    assert told == (
        "Very like this, in “benefits”: Which benefits do you offer? "
        "Very like this, in “benefits”: Is there a canteen?"
    )  # fmt: skip
    assert await said(typist, world, "which benefits", "benefits") == "Very like this, in “salary”: What is the pay?"


async def test_what_was_moved_or_deleted_since_the_model_was_trained_is_told_as_it_stands_now(
    world: World, typist: Visitor
) -> None:
    example, target = world.example_id("Which benefits do you offer?"), world.category_id("working_hours")
    await typist.post(
        f"/dataset/examples/{example}/edit", {"text": "Which benefits do you offer?", "category_id": target}
    )
    await typist.post(f"/dataset/examples/{world.example_id('Is there a canteen?')}/delete")
    assert await said(typist, world, "benefits ?") == "Very like this, in “working hours”: Which benefits do you offer?"


async def test_the_example_that_is_being_changed_is_not_told(world: World, typist: Visitor) -> None:
    own = world.example_id("Is there a canteen?")
    assert "canteen" not in await said(typist, world, "Is there a canteen?", but=str(own))


async def test_nothing_is_told_of_text_without_words(world: World, typist: Visitor, nearest: Remembered) -> None:
    for text in ("", "  ", "?!", "\u200b"):
        assert await said(typist, world, text) == ""
    assert nearest.asked == []


@pytest.mark.parametrize(
    "query",
    [
        {"text": "x" * 5000},
        {"text": "%_\\'\"<b>"},
        {"category_id": "9" * 40, "text": "pay"},
        {"but": "-1", "text": "pay"},
        {"language": "xx", "text": "pay"},
        {},
    ],
)
async def test_odd_input_is_no_trouble(typist: Visitor, query: dict[str, str]) -> None:
    assert (await typist.get("/dataset/alike", part=True, params=query)).status == 200


async def test_only_the_own_company_and_language_are_looked_at(
    world: World, typist: Visitor, nearest: Remembered
) -> None:
    assert await said(typist, world, "Is there a canteen?", language="de") == ""
    assert nearest.asked == [("demo", "de", "Is there a canteen?")]


async def test_saving_is_never_stopped_and_says_the_same_afterwards(world: World, typist: Visitor) -> None:
    salary = world.category_id("salary")
    response = await typist.post(f"/dataset/categories/{salary}/examples", {"sentences": "which benefits do you pay"})
    assert response.status == 303
    assert world.category_of("which benefits do you pay") == "salary"
    page = words_of(await typist.text(response.headers["Location"].removeprefix("/admin")))
    assert "Very like this, in “benefits”: Which benefits do you offer?" in page
    changed = await typist.post(
        f"/dataset/examples/{world.example_id('which benefits do you pay')}/edit",
        {"text": "which perks", "category_id": salary},
    )
    page = words_of(await typist.text(changed.headers["Location"].removeprefix("/admin")))
    assert "Very like this, in “benefits”: Which benefits do you offer?" in page


async def test_an_address_with_odd_numbers_shows_the_category_as_usual(world: World, typist: Visitor) -> None:
    salary = world.category_id("salary")
    page = await typist.text(
        f"/dataset/categories/{salary}?added=x,,-1,{'9' * 30},{world.example_id('What is the pay?')}"
    )
    assert "Very like this, in “benefits”" in words_of(page)


async def test_a_recruiter_who_sorts_a_question_sees_what_is_like_it(world: World, typist: Visitor) -> None:
    page = words_of(await typist.text(f"/reviews/{world.ask('which benefits are there', UNSURE, 'defer')}/correct"))
    assert "Very like this, in “benefits”: Which benefits do you offer?" in page
