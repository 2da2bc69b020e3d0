"""Changes are undone from the history, imports as one from wherever they are named."""

from __future__ import annotations

import re
from html import unescape

import pytest

from storage import Connection
from storage.answers import answers, canned_replies
from storage.answers.answers import Answer
from storage.dataset import dataset, settled_findings
from storage.dataset.dataset import NewExample
from storage.openings import synonyms
from storage.openings.synonyms import Synonym
from tests.admin.conftest import Visit
from tests.admin.test_import_and_export import confirm, upload
from tests.admin.world import NOW, UNSURE, Visitor, World, seen_by, words_of


async def undo(ada: Visitor, what: str) -> str:
    """Press the button of the newest entry that says this; return the words of the page it leads to."""
    page = await ada.text("/audit")
    entries = re.findall(r'id="entry-(\d+)">(.*?)</td>(.*?)</tr>', page, re.DOTALL)
    number = next(number for number, said, _ in entries if what in unescape(said))
    assert f'action="/admin/audit/{number}/undo"' in page, "the entry has no button"
    response = await ada.post(f"/audit/{number}/undo")
    if response.status == 303:
        assert response.headers["Location"] == "/admin/audit?note=undone"
        return words_of(await ada.text("/audit"))
    assert response.status == 409
    return words_of(unescape(await response.text()))


@pytest.mark.both_databases
async def test_examples_that_were_changed_moved_and_deleted_come_back(world: World, ada: Visitor) -> None:
    example, salary = world.example_id("Is there a canteen?"), world.category_id("salary")
    await ada.post(f"/dataset/examples/{example}/edit", {"text": "Lunch?", "category_id": str(salary)})
    await ada.post(f"/dataset/examples/{example}/delete")
    assert "“Lunch?” is not there any more" in await undo(ada, "Moved “Lunch?”")
    assert "ada@demo.example Undid: Deleted “Lunch?” from “salary”" in await undo(ada, "Deleted “Lunch?”")
    await undo(ada, "Moved “Lunch?”")
    await undo(ada, "Changed “Is there a canteen?”")
    assert world.category_of("Is there a canteen?") == "benefits"
    again = await undo(ada, "Undid: Changed")
    assert "Undid: Undid: Changed “Is there a canteen?” to “Lunch?”" in again
    assert world.category_of("Lunch?") == "benefits"


async def test_a_deleted_category_comes_back_with_all_that_was_in_it_and_the_buttons_that_led_there(
    world: World, ada: Visitor
) -> None:
    await ada.post(f"/dataset/categories/{world.category_id('benefits')}/answer", {"answer": "x"})
    before = world.answer("salary")
    await ada.post(f"/dataset/categories/{world.category_id('salary')}/delete")
    await undo(ada, "Deleted the category “salary”")
    assert world.category_of("What is the pay?") == "salary"
    assert world.answer("salary") == before
    assert "undone" in words_of(await ada.text("/audit"))


async def test_an_answer_goes_back_to_what_it_said(world: World, ada: Visitor) -> None:
    path, before = f"/dataset/categories/{world.category_id('salary')}", world.answer("salary")
    await ada.post(f"{path}/answer", {"answer": "Nothing.", **seen_by(await ada.text(path))})
    await undo(ada, "Wrote the answer of “salary”")
    assert world.answer("salary") == before
    assert (await ada.text(f"{path}/versions")).count("Restore this version") == 2


async def test_a_dismissed_question_is_open_again_unless_it_was_judged_anew(world: World, ada: Visitor) -> None:
    review_id = world.ask("asdf?", UNSURE, "defer")
    await ada.post(f"/reviews/{review_id}/dismiss", part=True)
    await undo(ada, "Dismissed “asdf?”")
    assert world.review(review_id).status == "pending"


async def test_a_verdict_is_not_undone_from_the_history_over_an_example_that_a_colleague_rewrote(
    world: World, ada: Visitor, visit: Visit
) -> None:
    bob, review_id = await visit(world.bob), world.ask("salry pls??")
    await ada.post(f"/reviews/{review_id}/confirm")
    new = {"text": "What salary can I expect?", "category_id": str(world.category_id("salary"))}
    await bob.post(f"/dataset/examples/{world.example_id('salry pls??')}/edit", new)
    refused = await undo(ada, "Confirmed “salry pls??”")
    assert "“What salary can I expect?” has been changed since. Undo the later change first." in refused
    assert (world.review(review_id).status, world.category_of(new["text"])) == ("confirmed", "salary")
    await undo(ada, "Changed “salry pls??”")
    await undo(ada, "Confirmed “salry pls??”")
    assert (world.review(review_id).status, world.category_of("salry pls??")) == ("pending", None)


async def test_a_category_that_came_with_questions_is_one_change(world: World, ada: Visitor) -> None:
    form = {"name": "Parking", "language": "en", "sentences": "May I park here?\nWhere do I park?"}
    await ada.post("/dataset/categories", form)
    assert "Added questions to “Parking”" not in words_of(await ada.text("/audit"))
    again = await undo(ada, "Added the category “Parking” with 2 questions")
    assert "Undid: Added the category “Parking” with 2 questions" in again
    assert "Parking" not in words_of(await ada.text("/dataset"))
    await undo(ada, "Undid: Added the category “Parking”")
    assert world.category_of("May I park here?") == "Parking"


@pytest.mark.both_databases
async def test_an_import_is_undone_as_one_with_its_answers_from_the_history_and_its_own_page(
    world: World, ada: Visitor
) -> None:
    before = world.answer("salary")
    file = "text,category,answer\nWhere can I park?,parking,Behind the house.\nWhat is the pay?,benefits,\n"
    file += "Any bonus?,salary,Nothing at all.\n"
    for door in ("history", "page"):
        preview = await (await upload(ada, file)).text()
        assert (await confirm(ada, preview, change_answers="on", sure="on")).status == 303
        assert world.category_of("What is the pay?") == "benefits"
        if door == "history":
            await undo(ada, "Imported a file: 2 new questions, 1 moved")
        else:
            page = await ada.text("/dataset/import")
            (number,) = re.findall(r'action="/admin(/dataset/imports/\d+/undo)"', page)
            assert (await ada.post(number)).headers["Location"] == "/admin/dataset/import?note=undone"
            assert (await ada.post(number)).status == 409
        assert (world.category_of("What is the pay?"), world.category_of("Any bonus?")) == ("salary", None)
        assert world.answer("salary") == before
        assert "parking" not in words_of(await ada.text("/dataset"))
        assert "Put back the answers from before the import by Ada (2)" in words_of(await ada.text("/audit"))


async def test_undoing_an_import_leaves_answers_that_somebody_changed_since(world: World, ada: Visitor) -> None:
    preview = await (await upload(ada, "text,category,answer\nPark?,parking,There.\n")).text()
    await confirm(ada, preview)
    newer = Answer("parking", "en", "Newer.")
    world.now(lambda conn: answers.put(conn, world.demo.id, newer, NOW, "Bob"))
    await undo(ada, "Imported a file")
    assert (world.category_of("Park?"), world.answer("parking")) == (None, newer)


async def test_an_import_that_moves_much_says_so_and_asks(world: World, ada: Visitor) -> None:
    preview = await (await upload(ada, "text,category\nWhat is the pay?,benefits\n")).text()
    words = words_of(preview)
    said = "This file moves 1 question (20% of the questions of all languages) into another category."
    assert f"{said} 1 from “salary” to “benefits”" in words
    response = await confirm(ada, preview)
    assert (response.status, world.category_of("What is the pay?")) == (409, "salary")
    assert "tick that you mean it" in words_of(await response.text())
    assert (await confirm(ada, preview, sure="on")).status == 303
    assert world.category_of("What is the pay?") == "benefits"


async def test_an_import_that_moves_little_asks_nothing(world: World, ada: Visitor) -> None:
    def fill(conn: Connection) -> None:
        rows = [NewExample(f"Perk number {n}?", "benefits", "en") for n in range(20)]
        dataset.import_rows(conn, world.demo.id, rows, "starter", None, NOW)

    world.now(fill)
    preview = await (await upload(ada, "text,category\nWhat is the pay?,benefits\n")).text()
    assert "tick" not in words_of(preview)
    assert (await confirm(ada, preview)).status == 303


@pytest.mark.both_databases
async def test_a_finding_settled_as_fine_is_open_again_and_settled_again(world: World, ada: Visitor) -> None:
    finding = {"kind": "data_check", "finding": "a" * 64 + " Is there a canteen?", "note": "there is"}
    await ada.post("/findings/settle", finding)
    assert "Undid: Settled as fine: “Is there a canteen?”" in await undo(ada, "Settled as fine")
    assert settled(world) == {}
    await undo(ada, "Undid: Settled as fine")
    assert settled(world) == {"a" * 64: "there is"}
    await ada.post("/findings/reopen", finding)
    await undo(ada, "Opened a finding again")
    assert settled(world) == {"a" * 64: "there is"}


async def test_what_was_settled_anew_since_is_not_undone(world: World, ada: Visitor) -> None:
    finding = {"kind": "data_check", "finding": "a" * 64 + " Is there a canteen?", "note": "there is"}
    for path in ("settle", "reopen", "settle"):
        await ada.post(f"/findings/{path}", finding)
    assert "“there is” stands there again" in await undo(ada, "Opened a finding again")
    assert settled(world) == {"a" * 64: "there is"}


async def test_canned_replies_that_were_added_changed_and_removed_come_back(world: World, ada: Visitor) -> None:
    said = {"reply_title": "Parking", "language": "en", "reply_text": "Behind the hall."}
    await ada.post("/replies", said)
    ((number, _),) = replies(world)
    await ada.post(f"/replies/{number}/change", {**said, "edition": "1", "reply_text": "On the roof."})
    await ada.post(f"/replies/{number}/remove")
    assert replies(world) == []
    await undo(ada, "“Parking”")
    assert replies(world) == [(number, "On the roof.")]
    await undo(ada, "Changed")
    assert replies(world) == [(number, "Behind the hall.")]
    await ada.post(f"/replies/{number}/remove")
    await ada.post("/replies", said)
    assert "“Parking” stands there again" in await undo(ada, "emoved")


async def test_a_synonym_that_was_added_is_taken_out_again(world: World, ada: Visitor) -> None:
    await ada.post("/openings/synonyms", {"language": "en", "word": "brewer", "meaning": "beer maker"})
    assert [each.word for each in words_of_its_own(world)] == ["brewer"]
    await undo(ada, "brewer")
    assert words_of_its_own(world) == []
    await undo(ada, "Undid")
    assert [each.word for each in words_of_its_own(world)] == ["brewer"]


def settled(world: World) -> dict[str, str]:
    found = world.now(lambda conn: settled_findings.of_kind(conn, world.demo.id, "data_check"))
    return {key: its.note for key, its in found.items()}


def replies(world: World) -> list[tuple[int, str]]:
    found = world.now(lambda conn: canned_replies.of_company(conn, world.demo.id))
    return [(each.id, each.texts["en"]) for each in found]


def words_of_its_own(world: World) -> list[Synonym]:
    found: list[Synonym] = world.now(lambda conn: synonyms.of_company(conn, world.demo.id))
    return found
