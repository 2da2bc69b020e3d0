"""Two people at one answer, and what it said before."""

from __future__ import annotations

import re

import pytest

from storage.answers import answers
from storage.answers.answers import Answer
from tests.admin.conftest import Visit
from tests.admin.world import NOW, Visitor, World, seen_by, words_of


async def test_what_two_people_change_of_one_answer_is_put_together(world: World, ada: Visitor, visit: Visit) -> None:
    path, bob = f"/dataset/categories/{world.category_id('salary')}", await visit(world.bob)
    shown = seen_by(await ada.text(path))
    stands = {"answer": "About salary: it depends.", **shown}
    assert (await bob.post(f"{path}/answer", stands | {"title": "What we pay"})).status == 303
    assert (await ada.post(f"{path}/answer", {"answer": "A lot.", **shown})).status == 303
    assert world.answer("salary") == Answer("salary", "en", "A lot.", title="What we pay")


@pytest.mark.both_databases
async def test_the_second_sees_both_texts_and_nothing_is_overwritten_unseen(
    world: World, ada: Visitor, visit: Visit
) -> None:
    path, bob = f"/dataset/categories/{world.category_id('salary')}", await visit(world.bob)
    shown = seen_by(await ada.text(path))
    await bob.post(f"{path}/answer", {"answer": "Bob's words.", **shown})
    response = await ada.post(f"{path}/answer", {"answer": "Ada's <b>words</b>.", **shown})
    page = await response.text()
    assert response.status == 409
    assert (answer := world.answer("salary")) is not None
    assert answer.text == "Bob's words."
    assert "Ada&#39;s &lt;b&gt;words&lt;/b&gt;.</textarea>" in page
    assert "Nothing is saved yet: Bob has changed the same" in words_of(page)
    assert "Saved meanwhile: Bob&#39;s words." in page
    await ada.post(f"{path}/answer", {"answer": "Ada's words.", **seen_by(page)})
    assert (answer := world.answer("salary")) is not None
    assert answer.text == "Ada's words."


async def test_an_answer_that_one_removes_and_the_other_changes_is_settled_by_a_person(
    world: World, ada: Visitor, visit: Visit
) -> None:
    path, bob = f"/dataset/categories/{world.category_id('salary')}", await visit(world.bob)
    shown = seen_by(await ada.text(path))
    await bob.post(f"{path}/answer", {"answer": "", **shown})
    titled = {"answer": "About salary: it depends.", "title": "Pay", **shown}
    response = await ada.post(f"{path}/answer", titled)
    assert (response.status, world.answer("salary")) == (409, None)
    page = await response.text()
    assert "(the answer was removed)" in page
    await ada.post(f"{path}/answer", titled | seen_by(page))
    assert world.answer("salary") == Answer("salary", "en", "About salary: it depends.", title="Pay")


async def test_a_form_that_does_not_say_what_it_showed_overwrites_nothing(world: World, ada: Visitor) -> None:
    path, before = f"/dataset/categories/{world.category_id('salary')}/answer", world.answer("salary")
    for fields in ({"answer": "Mine."}, {"answer": "Mine.", "shown": "[]"}, {"answer": "Mine.", "shown": "{"}):
        assert (await ada.post(path, fields)).status in (409, 422)
    assert world.answer("salary") == before


async def test_a_refused_answer_comes_back_as_it_was_typed(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('working_hours')}/answer?language=de"
    fields = {"answer": "Um neun.", "language": "de", "title": "Zeiten", "link_title": "x", "link_url": "javascript:1"}
    page = await (await ada.post(path, fields)).text()
    assert "is not a web address" in page
    for typed in ("Um neun.</textarea>", 'value="Zeiten"', 'value="javascript:1"', 'name="language" value="de"'):
        assert typed in page


async def test_versions_say_who_and_what_differed_and_one_is_restored(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}"
    await ada.post(
        f"{path}/answer", {"answer": "About salary: nothing.", "title": "Pay", **seen_by(await ada.text(path))}
    )
    page = await ada.text(f"{path}/versions?language=en")
    assert "About salary: <del>it depends</del><ins>nothing</ins>." in page
    assert "Title: Pay" in words_of(page)
    assert "Ada stands now" in words_of(page)
    assert page.count("Restore this version") == 1
    restored = await ada.post(*restoring(page))
    assert restored.headers["Location"] == f"/admin{path}?language=en&note=answer_restored"
    assert world.answer("salary") == Answer("salary", "en", "About salary: it depends.")
    assert (await ada.text(f"{path}/versions")).count("Restore this version") == 2
    assert "Wrote the answer of “salary” (English)" in words_of(await ada.text("/audit"))


async def test_who_saved_the_same_in_two_windows_is_not_told_of_a_colleague(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}"
    shown = seen_by(await ada.text(path))
    await ada.post(f"{path}/answer", {"answer": "One.", **shown})
    words = words_of(await (await ada.post(f"{path}/answer", {"answer": "Two.", **shown})).text())
    assert "you have changed the same meanwhile, in another window" in words
    assert "Ada has changed the same" not in words


async def test_nothing_is_restored_over_a_version_that_was_not_seen(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}"
    await ada.post(f"{path}/answer", {"answer": "Nothing.", **seen_by(await ada.text(path))})
    asked = restoring(await ada.text(f"{path}/versions"))
    newer = Answer("salary", "en", "Newer.")
    world.now(lambda conn: answers.put(conn, world.demo.id, newer, NOW, "Bob"))
    response = await ada.post(*asked)
    assert (response.status, world.answer("salary")) == (409, newer)
    assert "Bob has saved another version" in words_of(await response.text())


def restoring(page: str) -> tuple[str, dict[str, str]]:
    """Return the form that restores the first of the versions on a page."""
    path = re.search(r'action="/admin(/dataset/versions/\d+/restore)"', page)
    newest = re.search(r'name="newest" value="(\d+)"', page)
    assert path is not None
    assert newest is not None
    return path.group(1), {"newest": newest.group(1)}
