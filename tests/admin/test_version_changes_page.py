from __future__ import annotations

from typing import Any

from evaluation.gate.cases import CaseAnswer, KeptCases, question_id
from evaluation.gate.kept_changes import changes_json
from evaluation.gate.version_changes import CategoryScore, ChangedAnswer, VersionChanges
from evaluation.splits.settings import PLAIN
from storage.dataset import dataset, examples
from storage.models import models
from storage.people import audit
from tests.admin.versions import add_version
from tests.admin.world import NOW, Visitor, World, words_of
from training.changed import CHANGED, ORIGINS
from training.evidence import CASES

PAY, EARN, CANTEEN = "What is the pay?", "How much will I earn?", "Is there a canteen?"


def keep(world: World, model_id: int, answers: dict[str, tuple[str, str | None]]) -> None:
    """Keep the test cases of a version: the question with the category expected and the one answered."""
    cases = {(retry, question_id(text)): CaseAnswer(*one) for text, one in answers.items() for retry in (0, 1)}
    labels = {question_id(text): gold for text, (gold, _) in answers.items()}
    kept = KeptCases(labels, {PLAIN: cases}).to_dict()
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, model_id, CASES, kept, 1.0, NOW))


async def test_a_version_shows_what_it_answers_differently_and_in_which_category(world: World, ada: Visitor) -> None:
    first = add_version(world)
    second = add_version(world, live_id=first.id)
    keep(world, first.id, {PAY: ("salary", None), EARN: ("salary", "salary"), CANTEEN: ("benefits", "benefits")})
    keep(world, second.id, {PAY: ("salary", "salary"), EARN: ("salary", "benefits"), CANTEEN: ("benefits", "benefits")})
    words = words_of(await ada.text(f"/models/{second.id}/changes"))
    assert "Answered rightly 66.7% before: 66.7%" in words
    assert "Not answered 0.0% before: 33.3%" in words
    assert f"Right only before (1) Question Expected v1 This version {EARN} salary salary benefits" in words
    assert f"{PAY} salary no answer salary" in words
    assert "salary 4 50.0% → 50.0% 50.0% → 0.0% −50.0 points" in words
    only = words_of(await ada.text(f"/models/{second.id}/changes?category=benefits"))
    assert "Every test question is answered as before." in only


async def test_questions_that_were_moved_are_told_of_first(world: World, ada: Visitor) -> None:
    first = add_version(world)
    second = add_version(world, live_id=first.id)
    keep(world, first.id, {PAY: ("salary", None), EARN: ("salary", "salary"), CANTEEN: ("zoo", "zoo")})
    keep(world, second.id, {PAY: ("salary", "salary"), EARN: ("salary", "salary"), CANTEEN: ("zebra", "zoo")})
    words = words_of(await ada.text(f"/models/{second.id}/changes"))
    note = "1 question was moved to another category and is left out of the figures below."
    assert words.index(note) < words.index("Answered rightly")


async def test_where_questions_came_from_is_told_as_the_retrain_kept_it(world: World, ada: Visitor) -> None:
    version = add_version(world)
    kept = {"origins": [["starter", 42]]}
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, version.id, ORIGINS, kept, 0.0, NOW))
    assert "42 questions: starter data" in words_of(await ada.text(f"/models/{version.id}/changes"))


async def test_what_a_retrain_found_is_shown_as_it_was_kept(world: World, ada: Visitor) -> None:
    first = add_version(world)
    second = add_version(world, live_id=first.id)
    long = " ".join(["Where is the canteen, and what does it cook?"] * 20)
    back: Any = {"language": "en", "text": long, "origin": "desk", "author": "Ada", "now": NOW}
    benefits = world.category_id("benefits")
    world.now(lambda conn: examples.add_example(conn, world.demo.id, category_id=benefits, **back))
    answers = [
        ChangedAnswer(question_id(long), "benefits", "benefits", None),
        ChangedAnswer(question_id(PAY), "salary", None, "salary"),
    ]
    score = CategoryScore(2, 1, 1)
    kept = {"merged": [], **changes_json(VersionChanges(score, score, (), answers))}
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, second.id, CHANGED, kept, 0.0, NOW))
    words = words_of(await ada.text(f"/models/{second.id}/changes"))
    assert f"{PAY} salary no answer salary" in words
    assert f"{long} benefits benefits no answer" in words


async def test_the_models_page_leads_to_what_each_version_changed(world: World, ada: Visitor) -> None:
    first = add_version(world)
    assert f'href="/admin/models/{first.id}/changes"' in await ada.text("/models")
    assert "there was none before it" in await ada.text(f"/models/{first.id}/changes")


async def test_versions_tested_with_other_questions_are_not_compared(world: World, ada: Visitor) -> None:
    first = add_version(world)
    second = add_version(world, live_id=first.id)
    assert "nothing to compare" in await ada.text(f"/models/{second.id}/changes")


async def test_a_question_that_two_categories_quarrel_about_is_moved_and_put_back_by_one_click_each(
    world: World, ada: Visitor
) -> None:
    version = add_version(world)
    keep(world, version.id, {CANTEEN: ("benefits", "salary"), PAY: ("salary", "salary")})
    page = await ada.text("/dataset/pairs")
    assert f"{CANTEEN} benefits 2 of 2 times Move to “salary”" in words_of(page)
    assert PAY not in page
    here = "/admin/dataset/pairs?language=en"
    move = {"text": CANTEEN, "category_id": str(world.category_id("salary")), "back": here}
    answer = await ada.post(f"/dataset/examples/{world.example_id(CANTEEN)}/edit", move)
    assert answer.headers["Location"] == f"{here}&note=example_saved"
    assert world.category_of(CANTEEN) == "salary"
    assert "moved 2 of 2 times Back to “benefits”" in words_of(await ada.text("/dataset/pairs"))
    entry = world.database.read_now(lambda conn: audit.recent(conn, world.demo.id))[0]
    assert (await ada.post(f"/audit/{entry.id}/undo")).status == 303
    assert world.category_of(CANTEEN) == "benefits"


async def test_without_a_live_version_the_pairs_page_says_so(world: World, ada: Visitor) -> None:
    assert "nothing was measured" in await ada.text("/dataset/pairs")


async def test_what_a_version_changed_follows_what_became_of_the_examples(world: World, ada: Visitor) -> None:
    """What was read once is remembered, and must not be believed."""
    first = add_version(world)
    second = add_version(world, live_id=first.id)
    keep(world, first.id, {PAY: ("salary", None), EARN: ("salary", None)})
    keep(world, second.id, {PAY: ("salary", "salary"), EARN: ("salary", "salary")})
    address = f"/models/{second.id}/changes"
    assert {PAY, EARN} == {text for text in (PAY, EARN) if text in await ada.text(address)}
    world.now(lambda conn: examples.delete_example(conn, world.demo.id, world.example_id(EARN), NOW))
    page = await ada.text(address)
    assert PAY in page
    assert EARN not in page
    back: Any = {"language": "de", "text": EARN, "origin": "desk", "author": "Ada", "now": NOW}
    salary = world.category_id("salary")
    world.now(lambda conn: examples.add_example(conn, world.demo.id, category_id=salary, **back))
    assert EARN not in await ada.text(address), "it is of another language now"
    world.now(lambda conn: examples.add_example(conn, world.demo.id, category_id=salary, **back | {"language": "en"}))
    assert EARN in await ada.text(address)


async def test_what_a_version_changed_follows_its_cases_and_the_names_of_its_categories(
    world: World, ada: Visitor
) -> None:
    first = add_version(world)
    second = add_version(world, live_id=first.id)
    keep(world, first.id, {PAY: ("salary", None)})
    keep(world, second.id, {PAY: ("salary", "benefits")})
    address = f"/models/{second.id}/changes"
    assert f"{PAY} salary no answer benefits" in words_of(await ada.text(address))
    keep(world, second.id, {PAY: ("salary", "working_hours")})
    assert f"{PAY} salary no answer working hours" in words_of(await ada.text(address))
    renamed = world.category_id("working_hours")
    world.now(lambda conn: dataset.rename_category(conn, world.demo.id, renamed, "Shifts"))
    assert f"{PAY} salary no answer Shifts" in words_of(await ada.text(address))
