from __future__ import annotations

from evaluation.gate_cases import CaseAnswer, KeptCases, question_id
from evaluation.version_changes import PLAIN
from storage import audit, models
from tests.admin.versions import add_version
from tests.admin.world import NOW, Visitor, World, words_of
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
    assert "Not answered 0% before: 33.3%" in words
    assert f"Right only before (1) Question Expected Live version This version {EARN} salary salary benefits" in words
    assert f"{PAY} salary no answer salary" in words
    assert "salary 4 50% → 50% 50% → 0% −50 points" in words
    only = words_of(await ada.text(f"/models/{second.id}/changes?category=benefits"))
    assert "Every test question is answered as before." in only


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
