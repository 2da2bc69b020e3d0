"""A category with many examples: page by page, by words, and many of them moved at once."""

from __future__ import annotations

import re

import pytest

from storage.dataset import dataset, example_lists
from storage.dataset.dataset import NewExample
from tests.admin.world import NOW, Visitor, World, words_of

MANY = 230


@pytest.fixture
def salary(world: World) -> int:
    """The number of a category that has many examples besides its two."""
    rows = [NewExample(f"What does person {n} earn?", "salary", "en") for n in range(MANY)]
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, rows, "import", None, NOW))
    return world.category_id("salary")


def shown(html: str) -> list[str]:
    return re.findall(r'<td class="long" dir="auto">([^<]+)</td>', html)


def tokens(html: str) -> list[str]:
    return re.findall(r'name="example" value="(\d+)"', html)


def in_category(world: World, name: str) -> int:
    return len(world.now(lambda conn: dataset.examples(conn, world.demo.id, category_id=world.category_id(name))))


@pytest.mark.both_databases
async def test_examples_are_paged_and_every_page_is_reached(world: World, ada: Visitor, salary: int) -> None:
    path, seen = f"/dataset/categories/{salary}", list[str]()
    for size in (100, 100, 32):
        html = await ada.text(path)
        assert len(shown(html)) == size
        seen += shown(html)
        older = re.search(r'href="/admin(/dataset/[^"#]+)[^"]*" id="older"', html)
        path = older.group(1).replace("&amp;", "&") if older else ""
    assert path == ""
    assert len(set(seen)) == MANY + 2
    assert f"{MANY + 2} questions" in words_of(html)


async def test_words_find_examples_in_any_writing(ada: Visitor, salary: int) -> None:
    html = await ada.text(f"/dataset/categories/{salary}?q=PERSON 22")
    assert len(shown(html)) == 11
    assert "11 questions with “PERSON 22”" in words_of(html)
    assert 'value="&lt;b&gt;%_"' in await ada.text(f"/dataset/categories/{salary}?q=<b>%25_")


async def test_ticked_examples_are_moved_together(world: World, ada: Visitor, salary: int) -> None:
    ticked = tokens(await ada.text(f"/dataset/categories/{salary}"))[:3]
    into = world.category_id("benefits")
    fields = [("language", "en"), ("into_id", str(into)), *(("example", each) for each in ticked)]
    response = await ada.post(f"/dataset/categories/{salary}/move", fields)
    assert response.status == 303, await response.text()
    assert "note=examples_moved" in response.headers["Location"]
    assert (in_category(world, "salary"), in_category(world, "benefits")) == (MANY - 1, 5)
    history = await ada.text("/audit")
    assert "3 questions moved from “salary” to “benefits”" in words_of(history)
    (undoing,) = re.findall(r'action="/admin(/audit/\d+/undo)"', history)
    await ada.post(undoing)
    assert (in_category(world, "salary"), in_category(world, "benefits")) == (MANY + 2, 2)


async def test_all_that_a_search_found_are_moved_over_all_pages(world: World, ada: Visitor, salary: int) -> None:
    into = world.category_id("benefits")
    fields = {"language": "en", "into_id": str(into), "q": "person 1", "everything": "on"}
    await ada.post(f"/dataset/categories/{salary}/move", fields)
    assert (in_category(world, "salary"), in_category(world, "benefits")) == (MANY + 2 - 111, 113)


async def test_what_a_colleague_added_meanwhile_is_not_moved_with_all_that_was_found(
    world: World, ada: Visitor, salary: int
) -> None:
    page = await ada.text(f"/dataset/categories/{salary}?q=person")
    (newest,) = re.findall(r'name="newest" value="(\d+)"', page)
    await ada.post(
        f"/dataset/categories/{salary}/examples", {"language": "en", "sentences": "Does a person earn more?"}
    )
    into = str(world.category_id("benefits"))
    fields = {"language": "en", "into_id": into, "q": "person", "everything": "on", "newest": newest}
    await ada.post(f"/dataset/categories/{salary}/move", fields)
    assert (in_category(world, "salary"), in_category(world, "benefits")) == (3, MANY + 2)
    assert world.category_of("Does a person earn more?") == "salary"


async def test_what_was_moved_meanwhile_is_left_alone(world: World, ada: Visitor, salary: int) -> None:
    example, benefits, hours = (
        world.example_id("What is the pay?"),
        world.category_id("benefits"),
        world.category_id("working_hours"),
    )
    world.now(lambda conn: example_lists.move(conn, world.demo.id, [example], salary, hours, NOW))
    fields = {"language": "en", "into_id": str(benefits), "example": str(example)}
    response = await ada.post(f"/dataset/categories/{salary}/move", fields)
    assert "note=none_moved" in response.headers["Location"]
    assert world.category_of("What is the pay?") == "working_hours"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"into_id": "{salary}", "example": "1"}, "stand in this category already"),
        ({"into_id": "{benefits}"}, "Nothing is ticked"),
        ({"into_id": "{benefits}", "example": "9" * 40}, "Nothing is ticked"),
    ],
)
async def test_a_move_that_cannot_be_is_refused(
    world: World, ada: Visitor, salary: int, fields: dict[str, str], says: str
) -> None:
    numbers = {"salary": salary, "benefits": world.category_id("benefits")}
    given = {name: value.format(**numbers) for name, value in fields.items()}
    response = await ada.post(f"/dataset/categories/{salary}/move", {"language": "en", **given})
    assert says in words_of(await response.text())
    assert in_category(world, "salary") == MANY + 2
