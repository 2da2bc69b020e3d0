"""The page of the topics that nobody answers, and what becomes of one."""

from __future__ import annotations

import asyncio
import re
from html import unescape

import pytest

from admin import newest
from admin.topics import pages
from storage.answers import answers
from storage.dataset import categories, dataset
from storage.people import audit
from tests.admin.conftest import OtherProcess, Visit
from tests.admin.world import NOW, UNSURE, Visitor, World, words_of
from tests.training.conftest import questions

VISAS = ("Will you sponsor my visa?", "can you get me a visa", "do I get a visa from you")
DOGS = ("May I bring my dog to work?", "are dogs allowed at work", "can my dog come to work", "<b>dog</b> at work ok?")


@pytest.fixture
def asked(world: World, other_process: OtherProcess, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    monkeypatch.setattr(pages, "DAYS", 3650)  # the questions of these tests are not of today
    rows = questions()
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, rows, "import", "test", NOW, replace=True))
    return [world.ask(text, UNSURE, "defer") for text in DOGS]


async def found(visitor: Visitor) -> str:
    async with asyncio.timeout(30):
        while "Looking for topics" in (page := await visitor.text("/dataset/topics")):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return page


async def ended(visitor: Visitor) -> str:
    """Return what a page that waits is told in the end."""
    async with asyncio.timeout(30):
        while (response := await visitor.get("/dataset/topics", part=True)).status == 204:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return await response.text()


def form_of(page: str) -> list[tuple[str, str]]:
    its = [("questions", ids) for ids in re.findall(r'name="questions" value="([\d,]+)" checked', page)]
    return [*its, ("language", "en"), ("name", re.findall(r'name="name" value="([^"]*)"', page)[0])]


async def test_a_topic_is_shown_with_its_questions_and_what_people_wrote(
    world: World, ada: Visitor, asked: list[int]
) -> None:
    await ada.post(f"/reviews/{asked[1]}/answer", {"reply": "Dogs may come on Fridays."})
    await ada.post(f"/reviews/{asked[2]}/dismiss")
    page = await found(ada)
    assert "asked 4 times answered by hand once" in words_of(page)
    assert "&lt;b&gt;dog&lt;/b&gt; at work ok?" in page
    assert ">Dogs may come on Fridays.</textarea>" in page
    assert "what your team wrote to a candidate" in page


async def test_while_topics_are_looked_for_anew_the_page_says_that_it_shows_those_of_last_time(
    world: World, ada: Visitor, asked: list[int], other_process: OtherProcess
) -> None:
    await found(ada)
    other_process.may_end.clear()
    world.ask("My dog?", UNSURE, "defer")
    words = words_of(await ada.text("/dataset/topics"))
    other_process.may_end.set()
    assert "it goes on when you leave this page" in words
    assert words.index("the topics found last time") < words.index("asked 4 times")


async def test_a_search_that_takes_too_long_is_ended_and_says_so_and_is_tried_anew_by_opening_the_page(
    world: World, ada: Visitor, asked: list[int], other_process: OtherProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    await found(ada)
    other_process.may_end.clear()
    world.ask("My dog?", UNSURE, "defer")
    monkeypatch.setattr(newest, "MOST_SECONDS", 0.05)
    await ada.get("/dataset/topics")
    words = words_of(await ended(ada))
    assert "took longer than 10 minutes and was stopped" in words
    assert words.index("What stands below was found earlier.") < words.index("asked 4 times")
    assert words_of(await ended(ada)) == words, "who only waits does not begin it anew"
    monkeypatch.setattr(newest, "MOST_SECONDS", 600.0)
    other_process.may_end.set()
    words = words_of(await found(ada))
    assert "1 topic found in 5 unanswered questions." in words
    assert "was stopped" not in words


@pytest.mark.both_databases
async def test_it_becomes_a_category_with_a_click(world: World, ada: Visitor, asked: list[int]) -> None:
    await ada.post(f"/reviews/{asked[1]}/answer", {"reply": "Dogs may come on Fridays."})
    await ada.post(f"/reviews/{asked[2]}/dismiss")
    said = [len(world.said(id_)) for id_ in asked]
    response = await ada.post("/dataset/topics", [*form_of(await found(ada)), ("answer", "Dogs may come.")])
    assert response.headers["Location"].endswith("?language=en&note=topic_made")
    assert [world.category_of(text) for text in DOGS] == ["Dog"] * 4
    assert {world.review(id_).status for id_ in asked} == {"corrected"}
    answer = world.now(lambda conn: answers.get(conn, world.demo.id, "Dog", "en"))
    assert answer is not None
    assert answer.text == "Dogs may come."
    assert [len(world.said(id_)) for id_ in asked] == said
    done = [entry.action for entry in world.now(lambda conn: audit.recent(conn, world.demo.id))]
    assert done[:8].count("review_corrected") == 4
    assert {"category_added", "answer_saved"} < set(done)
    assert "No topic found" in words_of(await found(ada))


async def test_what_a_colleague_has_put_elsewhere_meanwhile_stays_there(
    world: World, ada: Visitor, visit: Visit, asked: list[int]
) -> None:
    fields, bob = form_of(await found(ada)), await visit(world.bob)
    await bob.post(f"/reviews/{asked[0]}/correct", {"category": "benefits"})
    await bob.post(f"/reviews/{asked[1]}/confirm")
    response = await ada.post("/dataset/topics", fields)
    assert response.headers["Location"].endswith("?language=en&note=some_late")
    assert [world.review(id_).category for id_ in asked] == ["benefits", "benefits", "Dog", "Dog"]
    assert [world.category_of(text) for text in DOGS] == ["benefits", "benefits", "Dog", "Dog"]
    assert {world.review(id_).reviewer for id_ in asked[:2]} == {"Bob"}
    done = [entry.action for entry in world.now(lambda conn: audit.recent(conn, world.demo.id))]
    assert "review_undone" not in done


async def test_what_is_said_alike_is_put_there_once(world: World, ada: Visitor, asked: list[int]) -> None:
    again = world.ask(DOGS[0].upper(), UNSURE, "defer")
    await ada.post("/dataset/topics", form_of(await found(ada)))
    assert world.review(again).category == "Dog"
    done = [entry.action for entry in world.now(lambda conn: audit.recent(conn, world.demo.id))]
    assert (done.count("review_corrected"), done.count("review_undone")) == (4, 0)


async def test_a_name_that_another_category_once_had_makes_a_category_of_its_own(
    world: World, ada: Visitor, asked: list[int]
) -> None:
    await ada.post(f"/dataset/categories/{world.category_id('salary')}/rename", {"name": "Pay"})
    fields = [("questions", str(asked[0])), ("language", "en"), ("name", "salary"), ("answer", "Dogs are fine.")]
    response = await ada.post("/dataset/topics", fields)
    assert response.status == 303, words_of(await response.text())
    made = world.now(lambda conn: categories.called(conn, world.demo.id, "salary"))
    assert made is not None
    assert (made.label, made.name == "salary") == ("salary", False)
    assert world.review(asked[0]).category == made.name
    answer = world.now(lambda conn: answers.get(conn, world.demo.id, made.name, "en"))
    assert answer is not None
    assert answer.text == "Dogs are fine."


async def test_many_topics_stand_on_several_pages_those_asked_about_most_first(
    world: World, ada: Visitor, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "AT_ONCE", 1)
    for text in VISAS:
        world.ask(text, UNSURE, "defer")
    first = await found(ada)
    assert "2 topics" in words_of(first)
    assert (DOGS[0] in first, VISAS[0] in first) == (True, False)
    (next_page,) = re.findall(r'href="/admin([^"]*skip=1)"', first)
    second = await ada.text(unescape(next_page))
    assert (DOGS[0] in second, VISAS[0] in second) == (False, True)
    assert "skip=2" not in second


async def test_unticked_questions_stay(world: World, ada: Visitor, asked: list[int]) -> None:
    fields = form_of(await found(ada))[1:]
    await ada.post("/dataset/topics", fields)
    assert sorted(world.review(id_).status for id_ in asked) == ["corrected"] * 3 + ["pending"]


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ([("name", "dog")], "No question is ticked"),
        ([("name", ""), ("questions", "1")], "empty"),
        ([("name", "Salary"), ("questions", "1")], "salary"),
        ([("name", "x" * 81), ("questions", "1")], "80"),
        ([("name", "dog"), ("questions", ",".join(map(str, range(1, 1005))))], "1,000"),
        ([("name", "dog"), ("questions", "1"), ("language", "xx")], "xx"),
    ],
)
async def test_what_cannot_be_done_is_said_and_changes_nothing(
    fields: list[tuple[str, str]], complaint: str, world: World, ada: Visitor, asked: list[int]
) -> None:
    before = world.now(lambda conn: dataset.categories(conn, world.demo.id))
    response = await ada.post("/dataset/topics", fields)
    assert response.status == 422
    assert complaint in words_of(await response.text())
    assert world.now(lambda conn: dataset.categories(conn, world.demo.id)) == before


async def test_another_companys_questions_are_neither_shown_nor_taken(
    world: World, visit: Visit, asked: list[int]
) -> None:
    eve = await visit(world.eve)
    assert "dog" not in await found(eve)
    response = await eve.post("/dataset/topics", [("name", "dog"), ("questions", str(asked[0]))])
    assert response.status == 404
    assert world.review(asked[0]).status == "pending"
