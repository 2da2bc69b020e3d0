"""The verdict page: reasons with their questions, undoing an import, letting a blocked version go live."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any

import pytest

from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.dataset import dataset, imports
from storage.dataset.dataset import NewExample, import_rows
from storage.models import models
from storage.people import audit
from tests.admin.conftest import Visit
from tests.admin.versions import FELL, WORSE, add_version, record
from tests.admin.world import NOW, Visitor, World, words_of
from training.replay import REPLAY, Replay, ReplayedAnswer

QUESTION = {"text": "What is the pay?", "expected": "salary", "before": "salary", "after": None}
GONE = {"text": "Is there a bonus?", "expected": "salary", "before": "salary", "after": "benefits"}
WORSE_REASON = {"code": "category_got_worse", "params": WORSE, "questions": [QUESTION, GONE]}


def bring_in(world: World) -> int:
    """Import one new question and one that stands elsewhere; return the import's id."""
    rows = [NewExample("What is the pay?", "benefits", "en"), NewExample("Do I get a car?", "cars", "en")]
    world.now(lambda conn: import_rows(conn, world.demo.id, rows, "import", "Ada", NOW))
    return int(world.now(lambda conn: imports.of_company(conn, world.demo.id))[0].id)


async def test_the_reasons_stand_with_their_questions_linked_to_the_data(world: World, ada: Visitor) -> None:
    first = add_version(world)
    blocked = add_version(world, 0.5, [WORSE_REASON], live_id=first.id)
    assert f"/admin/models/{blocked.id}/verdict" in await ada.text("/models")
    page = unescape(await ada.text(f"/models/{blocked.id}/verdict"))
    words = words_of(page)
    assert "The verdict on v2 blocked" in words
    assert "It was compared with v1, which was live." in words
    assert "4 questions now go to “benefits”" in words
    assert "What is the pay? salary salary no answer" in words
    assert f'href="/admin/dataset/examples/{world.example_id("What is the pay?")}"' in page
    assert "Question Expected Live version This version" in words
    add_version(world, live_id=first.id)
    assert "Question Expected v1 This version" in words_of(await ada.text(f"/models/{blocked.id}/verdict"))
    assert "Is there a bonus? salary salary benefits" in words, "a question that is gone is shown without a link"


async def test_the_first_questions_stand_open_and_what_can_be_done_is_a_click_away(world: World, ada: Visitor) -> None:
    first = add_version(world)
    reasons: list[dict[str, Any]] = [{"code": "accuracy_fell", "params": FELL}, WORSE_REASON, WORSE_REASON]
    page = await ada.text(f"/models/{add_version(world, 0.5, reasons, live_id=first.id).id}/verdict")
    assert page.count("<details open>") == 1
    assert page.count("<details>") == 1
    assert page.index("<details open>") < page.index("<details>")
    assert "The questions behind it (2)" in page
    assert page.index('href="#do"') < page.index("<details open>") < page.index('id="do"')
    assert 'href="#do"' not in await ada.text(f"/models/{first.id}/verdict")


async def test_an_import_since_the_live_version_is_undone_with_one_click(world: World, ada: Visitor) -> None:
    first = add_version(world)
    import_id = bring_in(world)
    source = {"kind": "import", "name": str(import_id), "author": "Ada", "examples": 2}
    reasons = [{"code": "accuracy_fell", "params": FELL}, {"code": "one_source", "params": source}]
    blocked = add_version(world, 0.5, reasons, live_id=first.id)
    page = words_of(await ada.text(f"/models/{blocked.id}/verdict"))
    assert "Import by Ada: 1 new, 1 moved, 0 removed" in page
    assert "responsible for the loss" in page
    assert "Questions and answers that the import added go; those it moved, removed or rewrote are as they were" in page
    response = await ada.post(f"/models/imports/{import_id}/undo")
    assert response.headers["Location"] == "/admin/models?note=import_undone"
    assert (world.category_of("What is the pay?"), world.category_of("Do I get a car?")) == ("salary", None)
    assert "Undo this import" not in await ada.text(f"/models/{blocked.id}/verdict")
    assert "Undid the import by Ada: 1 question taken out, 1 moved back" in await ada.text("/audit")
    assert (await ada.post(f"/models/imports/{import_id}/undo")).status == 409


async def test_an_import_says_how_many_answers_undoing_it_leaves(world: World, ada: Visitor) -> None:
    first = add_version(world)
    bring_in(world)
    world.now(lambda conn: answers.put(conn, world.demo.id, Answer("benefits", "en", "Cars."), NOW + timedelta(days=1)))
    page = f"/models/{add_version(world, 0.5, [WORSE_REASON], live_id=first.id).id}/verdict"
    world.now(
        lambda conn: answers.put(conn, world.demo.id, Answer("salary", "en", "By hand."), NOW + timedelta(days=1))
    )
    assert "from its file" not in words_of(await ada.text(page))
    world.now(lambda conn: answers.put(conn, world.demo.id, Answer("cars", "en", "Some do."), NOW))
    assert "(undoing it leaves the 1 answer from its file)" in words_of(await ada.text(page))


async def test_letting_a_blocked_version_go_live_takes_a_reason_and_the_logins_name(world: World, ada: Visitor) -> None:
    first = add_version(world)
    blocked = add_version(world, 0.5, [WORSE_REASON], live_id=first.id)
    path = f"/models/{blocked.id}/override"
    for missing in ({}, {"reason": " "}):
        assert (await ada.post(path, missing)).status == 422
    response = await ada.post(path, {"your_name": "Somebody Else", "reason": "Merged on purpose"})
    assert response.headers["Location"] == "/admin/models?note=overridden"
    live = world.now(lambda conn: models.live(conn, world.demo.id, "en"))
    assert live.id == blocked.id
    page = unescape(words_of(await ada.text(f"/models/{blocked.id}/verdict")))
    assert "Went live all the same. Ada decided so: “Merged on purpose”" in page
    assert "Did not go live" not in page
    entry = world.now(lambda conn: audit.recent(conn, world.demo.id))[0]
    assert (entry.actor, entry.action) == ("ada@demo.example", "gate_overridden")
    assert entry.detail == {"version": "v2", "name": "Ada", "reason": "Merged on purpose"}
    assert (await ada.post(path, {"reason": "Again"})).status == 409


@pytest.mark.both_databases
async def test_where_the_company_wants_it_a_second_person_must_agree_under_another_login(
    world: World, visit: Visit, ada: Visitor
) -> None:
    first = add_version(world)
    blocked = add_version(world, 0.5, [WORSE_REASON], live_id=first.id)
    world.now(lambda conn: companies.set_own(conn, world.demo.id, {"second_person": True}))
    path = f"/models/{blocked.id}/override"
    assert (await ada.post(f"{path}/agree")).status == 409
    await ada.post(path, {"reason": "Merged on purpose"})
    assert models_status(world, blocked) == "blocked"
    assert (await ada.post(path, {"reason": "Again"})).status == 409
    assert "somebody else must agree" in await (await ada.post(f"{path}/agree")).text()
    bob = await visit(world.bob)
    assert "Ada wants this version to go live: “Merged on purpose”" in words_of(
        await bob.text(f"/models/{blocked.id}/verdict")
    )
    await bob.post(f"{path}/withdraw")
    assert (await bob.post(f"{path}/agree")).status == 409
    await ada.post(path, {"reason": "Merged on purpose"})
    await bob.post(f"{path}/agree")
    assert models_status(world, blocked) == "live"
    page = unescape(words_of(await ada.text(f"/models/{blocked.id}/verdict")))
    assert "Ada wanted it, Bob agreed: “Merged on purpose”" in page
    entry = world.now(lambda conn: audit.recent(conn, world.demo.id))[0]
    assert (entry.actor, entry.action) == ("bob@demo.example", "gate_overridden_by_two")


def models_status(world: World, version: models.ModelVersion) -> str:
    found: models.ModelVersion = world.now(lambda conn: models.get(conn, world.demo.id, version.id))
    return found.status


async def test_that_a_pinned_version_gives_way_is_said_before_a_blocked_one_goes_live(
    world: World, ada: Visitor
) -> None:
    first = add_version(world)
    blocked = add_version(world, 0.5, [WORSE_REASON], live_id=first.id)
    page = f"/models/{blocked.id}/verdict"
    assert "held against" not in words_of(await ada.text(page))
    await ada.post("/models/gate/anchor", {"language": "en", "version": str(first.id)})
    assert f"New versions are held against {first.name}, which somebody chose." in words_of(await ada.text(page))


async def test_another_companys_verdict_and_imports_are_out_of_reach(world: World, ada: Visitor, visit) -> None:  # type: ignore[no-untyped-def]
    first = add_version(world)
    blocked = add_version(world, 0.5, [WORSE_REASON], live_id=first.id)
    import_id = bring_in(world)
    eve = await visit(world.eve)
    assert (await eve.get(f"/models/{blocked.id}/verdict")).status == 404
    assert (await eve.post(f"/models/imports/{import_id}/undo")).status == 404
    assert (await eve.post(f"/models/{blocked.id}/override", {"reason": "r"})).status == 404


async def test_the_share_of_answers_that_stay_the_same_stands_with_each_change(world: World, ada: Visitor) -> None:
    version = add_version(world)
    before = await ada.text(f"/models/{version.id}/verdict")
    assert "asked in another way" not in before, "a version of before the figure was measured has none"
    changes = [{"change": "typo", "asked": 139, "share": 0.9856}, {"change": "name", "asked": 12, "share": 1.0}]
    known = {**record(0.8), "invariance": {"questions": 139, "share": 0.884, "changes": changes}}
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, version.id, "nex-cv", known, 1.0, NOW))
    page = words_of(await ada.text(f"/models/{version.id}/verdict"))
    assert "88.4% of the answers to 139 questions stay the same" in page
    assert "with a typo 139 98.6%" in page
    assert "with a first name given 12 100.0%" in page


async def test_questions_asked_again_are_shown_where_the_reply_would_be_other_words(world: World, ada: Visitor) -> None:
    kept, gone, same = (world.ask(text) for text in ("What do I earn?", "Wages, please?", "How are you?"))
    version = add_version(world)
    changed = (
        ReplayedAnswer(kept, "salary", None),
        ReplayedAnswer(gone + 99, "salary", "benefits"),
        ReplayedAnswer(same, "salary", "pay"),
    )
    told = Replay(40, 3, changed).to_dict()

    def record_replay(conn: Connection) -> None:
        dataset.add_category(conn, world.demo.id, "pay", NOW)
        answers.put(conn, world.demo.id, Answer("salary", "en", "It **depends**."), NOW)
        answers.put(conn, world.demo.id, Answer("pay", "en", "It **depends**."), NOW)
        models.record_evaluation(conn, world.demo.id, version.id, REPLAY, told, 0.0, NOW)

    world.now(record_replay)
    page = words_of(await ada.text(f"/models/{version.id}/verdict"))
    assert "asked the 40 questions that candidates asked last; 3 of them would get another answer." in page
    assert "What do I earn? salary It depends. no answer" in page
    assert "How are you?" not in page, "the same words under another topic"
    assert "benefits" not in page, "a question whose conversation is gone is left out"


@pytest.mark.parametrize(("language", "said"), [
    ("en", "There was no version to compare this one with."),
    ("de", "Es gab keine Version, mit der sie hätte verglichen werden können."),
    ("fr", "Il n’y avait aucune version à laquelle la comparer."),
    ("zh", "此前没有可以比较的版本。"),
])  # fmt: skip
async def test_the_first_version_says_what_comes_next_until_another_is_live(
    world: World, ada: Visitor, language: str, said: str
) -> None:
    first = add_version(world)
    page = await ada.text(f"/models/{first.id}/verdict", headers={"Accept-Language": language})
    assert said in words_of(page)
    for goal in ("dataset/try?language=en", "reviews", "dataset/golden"):
        assert f'<li><a href="/admin/{goal}">' in page
    second = add_version(world, live_id=first.id)
    for each in (first, second):
        page = await ada.text(f"/models/{each.id}/verdict", headers={"Accept-Language": language})
        assert said not in words_of(page)


async def test_the_first_version_tells_what_became_of_its_test_questions(world: World, ada: Visitor) -> None:
    first = add_version(world)
    setting = record(0.65)["settings"][0] | {"coverage": {"mean": 0.7}, "answered_wrongly": {"mean": 0.05}}
    measured = record(0.65) | {"settings": [setting]}
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, first.id, "nex-cv", measured, 1.0, NOW))
    page = await ada.text(f"/models/{first.id}/verdict")
    assert "it answered 65.0% rightly and 5.0% wrongly, and left 30.0% to a person" in words_of(page)
    assert "/admin/dataset?language=en&amp;only=weak" in page


async def test_a_first_version_that_is_blocked_does_not_say_that_another_answers(world: World, ada: Visitor) -> None:
    few = {"code": "too_few_categories", "params": {"categories": 1, "needed": 2}}
    blocked = add_version(world, reasons=[few])
    words = words_of(await ada.text(f"/models/{blocked.id}/verdict"))
    assert "No version answers questions in this language yet: they go to your team." in words
    assert "the version before it keeps answering" not in words
