"""Splitting a category by the parts it falls into, undone as one, with two people at it."""

from __future__ import annotations

import re
from html import unescape

import pytest

from storage.dataset import dataset, golden
from storage.dataset.dataset import NewExample
from tests.admin.conftest import OtherProcess
from tests.admin.test_data_check_page import NOW
from tests.admin.test_undoing import undo
from tests.admin.world import Visitor, World, seen_by, words_of
from tests.training.test_parts import DOGS, PARKING


@pytest.fixture
def mixed(world: World, other_process: OtherProcess) -> World:
    """The world with a category that says two things."""
    rows = [NewExample(text, "benefits", "en") for text in (*DOGS, *PARKING)]
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, rows, "import", "test", NOW))
    world.now(lambda conn: golden.add(conn, world.demo.id, DOGS[0], "benefits", "en", NOW))
    return world


async def proposed(ada: Visitor, world: World, part: int = 0) -> str:
    """Return the page of the proposal once it is worked out."""
    path = f"/dataset/categories/{world.category_id('benefits')}/split?language=en&part={part}"
    await ada.text(path)
    return await ada.text(path)


def fields_of(page: str, texts: tuple[str, ...]) -> dict[str, object]:
    """Return what the form sends with these questions ticked."""
    boxes = dict(re.findall(r'name="example" value="([\d,]+)"[^>]*> ([^<]+)</label>', unescape(page)))
    newest = re.findall(r'name="newest" value="(\d+)"', page)
    ids = [number for number, text in boxes.items() if text in texts]
    return {"language": "en", "newest": newest[0], "example": ids}


@pytest.mark.both_databases
async def test_a_part_becomes_a_category_that_gives_the_same_answer_and_history_takes_it_back_as_one(
    mixed: World, ada: Visitor
) -> None:
    path = f"/dataset/categories/{mixed.category_id('benefits')}"
    saved = {"answer": "We offer a lot.", "title": "Perks", **seen_by(await ada.text(path))}
    await ada.post(f"{path}/answer", saved)
    page = await proposed(ada, mixed)
    response = await ada.post(f"{path}/split", {**fields_of(page, DOGS), "name": "dogs"})
    new = mixed.category_id("dogs")
    assert response.headers["Location"] == f"/admin/dataset/categories/{new}?language=en&note=category_split"
    assert {mixed.category_of(text) for text in DOGS} == {"dogs"}
    assert {mixed.category_of(text) for text in PARKING} == {"benefits"}
    answer = mixed.answer("dogs")
    assert answer is not None
    assert (answer.text, answer.title) == ("We offer a lot.", "")
    assert pins(mixed) == [(DOGS[0], "dogs")]
    words = await undo(ada, "Split “Perks”: 5 questions became “dogs”")
    assert "undone" in words
    assert {mixed.category_of(text) for text in DOGS} == {"benefits"}
    assert pins(mixed) == [(DOGS[0], "benefits")]
    assert "dogs" not in {one.name for one in mixed.now(lambda conn: dataset.categories(conn, mixed.demo.id))}


def pins(world: World) -> list[tuple[str, str]]:
    found = world.now(lambda conn: golden.of_company(conn, world.demo.id))
    return [(one.text, one.category) for one in found if one.text in DOGS]


async def test_the_page_proposes_parts_with_what_tells_them_apart_and_ticks_the_one_that_is_chosen(
    mixed: World, ada: Visitor
) -> None:
    page = await proposed(ada, mixed)
    assert "checked" not in page
    assert "What tells it apart: " in words_of(page)
    assert "dog" in re.findall(r'<span class="chip">(\w+)</span>', page)
    ticked = await proposed(ada, mixed, part=1)
    assert ticked.count(" checked") > 1


async def test_what_another_tab_adds_meanwhile_stays_and_is_said(mixed: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{mixed.category_id('benefits')}"
    page = await proposed(ada, mixed)
    await ada.post(f"{path}/examples", {"language": "en", "sentences": "is a puppy welcome"})
    response = await ada.post(f"{path}/split", {**fields_of(page, DOGS), "name": "dogs"})
    assert response.headers["Location"].endswith("note=category_split_added")
    assert mixed.category_of("is a puppy welcome") == "benefits"
    assert "added to the other one meanwhile stay there" in words_of(
        await ada.text(response.headers["Location"].removeprefix("/admin"))
    )


async def test_what_was_moved_meanwhile_stays_where_it_went(mixed: World, ada: Visitor) -> None:
    path, salary = f"/dataset/categories/{mixed.category_id('benefits')}", str(mixed.category_id("salary"))
    fields = fields_of(await proposed(ada, mixed), DOGS)
    await ada.post(f"/dataset/examples/{mixed.example_id(DOGS[1])}/edit", {"text": DOGS[1], "category_id": salary})
    response = await ada.post(f"{path}/split", {**fields, "name": "dogs"})
    assert response.headers["Location"].endswith("note=category_split_fewer")
    assert mixed.category_of(DOGS[1]) == "salary"


async def test_questions_of_another_part_go_into_the_category_of_an_earlier_split(mixed: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{mixed.category_id('benefits')}"
    fields = fields_of(await proposed(ada, mixed), DOGS)
    await ada.post(f"{path}/split", {**fields, "into_id": mixed.category_id("salary")})
    assert {mixed.category_of(text) for text in DOGS} == {"salary"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "dogs"}, "Nothing is ticked"),
        ({"name": "", "example": "1"}, "is empty"),
        ({"name": "SALARY", "example": "all"}, "already a category"),
        ({"name": "everything", "example": "whole"}, "leave “benefits” without a question"),
    ],
)
async def test_what_cannot_be_split_is_refused_in_one_line(
    mixed: World, ada: Visitor, fields: dict[str, str], said: str
) -> None:
    page = await proposed(ada, mixed)
    ids = re.findall(r'name="example" value="(\d+)"', page)
    given = {"all": ids[:2], "whole": ids}.get(fields.get("example", ""), fields.get("example", ""))
    path = f"/dataset/categories/{mixed.category_id('benefits')}/split"
    response = await ada.post(path, {"language": "en", "newest": "0", **fields, "example": given})
    assert response.status == 422
    assert said in words_of(unescape(await response.text()))
    assert mixed.category_of(DOGS[0]) == "benefits"


async def test_a_category_of_another_company_cannot_be_split(mixed: World, ada: Visitor) -> None:
    theirs = mixed.category_id("salary", mixed.other)
    assert (await ada.get(f"/dataset/categories/{theirs}/split")).status == 404
    response = await ada.post(f"/dataset/categories/{theirs}/split", {"name": "x", "example": "1", "newest": "0"})
    assert response.status == 404
