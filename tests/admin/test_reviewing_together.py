"""One verdict over several questions: all or none, nothing is sent, and it can be taken back."""

from __future__ import annotations

import re

import pytest

from storage.people import audit
from tests.admin.world import UNSURE, Visitor, World, words_of

THREE = ("May my dog come?", "May my cat come?", "May my hen come?")


@pytest.fixture
def asked(world: World) -> list[int]:
    return [world.ask(text, UNSURE, "defer") for text in THREE]


async def judge(ada: Visitor, ids: list[int], verdict: str, **more: str) -> str:
    fields = [("review", str(id_)) for id_ in ids] + [("verdict", verdict), *more.items()]
    response = await ada.post("/reviews/bulk", fields)
    if response.status == 303:
        return await ada.text(response.headers["Location"].removeprefix("/admin"))
    return await response.text()


def statuses(world: World, ids: list[int]) -> list[str]:
    return [world.review(id_).status for id_ in ids]


@pytest.mark.both_databases
async def test_a_category_for_all_of_them_teaches_it_and_sends_nothing(
    world: World, ada: Visitor, asked: list[int]
) -> None:
    html = await judge(ada, asked[:2], "correct", category="salary", back="/admin/reviews?q=may")
    assert statuses(world, asked) == ["corrected", "corrected", "pending"]
    assert [world.category_of(text) for text in THREE] == ["salary", "salary", None]
    assert all(len(world.said(id_)) == 2 for id_ in asked)
    assert "2 questions judged together." in words_of(html)
    assert "May my hen come?" in html


@pytest.mark.both_databases
async def test_it_is_taken_back_together(world: World, ada: Visitor, asked: list[int]) -> None:
    await judge(ada, asked, "correct", category="salary")
    await ada.post("/reviews/bulk/undo", [("review", str(id_)) for id_ in asked])
    assert statuses(world, asked) == ["pending"] * 3
    assert [world.category_of(text) for text in THREE] == [None] * 3
    said = [entry.action for entry in world.now(lambda conn: audit.recent(conn, world.demo.id))]
    assert said.count("review_corrected") == said.count("review_undone") == 3


async def test_the_page_offers_to_take_back_only_what_is_judged(world: World, ada: Visitor, asked: list[int]) -> None:
    await ada.post(f"/reviews/{asked[0]}/dismiss")
    html = await ada.text(f"/reviews?judged={asked[0]},{asked[1]},99999,x")
    part = html[html.index('class="judged"') : html.index('class="bulk"')]
    assert re.findall(r'name="review" value="(\d+)"', part) == [str(asked[0])]
    assert 'class="judged"' not in await ada.text("/reviews?judged=99999")


async def test_what_somebody_else_judged_meanwhile_stays(world: World, ada: Visitor, asked: list[int]) -> None:
    await ada.post(f"/reviews/{asked[0]}/correct", {"category": "salary"})
    html = await judge(ada, asked, "dismiss")
    assert statuses(world, asked) == ["corrected", "dismissed", "dismissed"]
    assert "had been reviewed by somebody else" in words_of(html)


async def test_it_is_all_or_none(world: World, ada: Visitor, asked: list[int]) -> None:
    guessless = world.ask("???", (), "defer")
    html = await judge(ada, [*asked, guessless], "confirm")
    assert "no guess that could be right" in words_of(html)
    assert statuses(world, [*asked, guessless]) == ["pending"] * 4


@pytest.mark.parametrize(
    ("ids", "fields", "complaint"),
    [
        ([], {"verdict": "dismiss"}, "No question is ticked"),
        (["x", "9" * 40], {"verdict": "dismiss"}, "No question is ticked"),
        (list(map(str, range(1, 102))), {"verdict": "dismiss"}, "At most 100"),
        (["1"], {"verdict": "correct", "category": ""}, "empty"),
        (["1"], {"verdict": "correct", "category": "no such"}, "no such"),
    ],
)
async def test_what_cannot_be_done_is_said_and_changes_nothing(
    ids: list[str], fields: dict[str, str], complaint: str, world: World, ada: Visitor, asked: list[int]
) -> None:
    response = await ada.post("/reviews/bulk", [*(("review", each) for each in ids), *fields.items()])
    assert response.status == 422
    assert complaint in words_of(await response.text())
    assert statuses(world, asked) == ["pending"] * 3


async def test_nobody_is_led_away_from_the_desk(world: World, ada: Visitor, asked: list[int]) -> None:
    await judge(ada, asked[:1], "dismiss", back="https://evil.example/")
    assert world.review(asked[0]).status == "dismissed"
    response = await ada.post("/reviews/bulk", [("review", str(asked[1])), ("verdict", "dismiss"), ("back", "//evil")])
    assert response.headers["Location"].startswith("/admin/reviews?judged=")


async def test_a_verdict_that_there_is_not_is_refused(ada: Visitor, asked: list[int]) -> None:
    response = await ada.post("/reviews/bulk", [("review", str(asked[1])), ("verdict", "shout")])
    assert response.status == 400
