from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest

from admin.models.reasons import reason_in_words
from admin.models.words import FIGURES
from admin.texts import load_texts
from evaluation.gate_reason import REASON_CODES
from storage import Connection, jobs, models
from storage.leases import LEASE
from storage.models import ModelVersion
from tests.admin.conftest import Open, Trainer
from tests.admin.world import NOW, Visitor, World, log_in, words_of

FELL = {"min_category_size": 0, "other_min_prop": 0.15, "before": 0.81, "after": 0.74, "fall": 0.07, "tolerance": 0.02}
WORSE = {
    "category": "salary", "tested": 9, "lost": 5, "before": 0.9, "after": 0.5, "answer": "benefits", "count": 4,
}  # fmt: skip
INVARIANCE = {
    "changes": "all", "before": 0.845, "after": 0.812, "fall": 0.033, "low": 0.008, "high": 0.06, "tolerance": 0.02,
    "questions": 139, "change": "typo", "change_before": 0.984, "change_after": 0.825, "example": "can i prak",
}  # fmt: skip
IMPORT = {"kind": "import", "name": "1", "author": "Ada"}
REASONS = [
    (
        {"code": "accuracy_fell", "params": FELL},
        "Accuracy with rare topics held back (15% of the questions) fell from 81% to 74%, "
        "more than the 2 points allowed.",
    ),
    (
        {
            "code": "accuracy_fell",
            "params": {**FELL, "min_category_size": 5, "other_min_prop": 0.0, "after": 0.7985, "tolerance": 0.01},
        },
        "Accuracy with topics of fewer than 5 questions held back fell from 81% to 79.8%, "
        "more than the 1 point allowed.",
    ),
    (
        {"code": "setting_not_measured", "params": {"min_category_size": 0, "other_min_prop": 0.0, "before": 0.9}},
        "Accuracy on all topics can no longer be measured with this data (the live version reached 90%).",
    ),
    (
        {"code": "too_few_categories", "params": {"categories": 1, "needed": 2}},
        "Only 1 category has questions; at least 2 are needed to train.",
    ),
    (
        {"code": "golden_changed", "params": {"question": "Pay?", "expected": "salary", "answer": "benefits"}},
        "The pinned question “Pay?” would be answered with “benefits” instead of “salary”.",
    ),
    (
        {"code": "golden_changed", "params": {"question": "Pay?", "expected": "salary", "answer": None}},
        "The pinned question “Pay?” would no longer be answered with “salary”: the bot would not be sure enough.",
    ),
    (
        {"code": "accuracy_fell", "params": {**FELL, "cause": "data", "questions": 212}},
        "On the same 212 questions, accuracy with rare topics held back (15% of the questions) fell from 81% to 74%: "
        "more than the 2 points allowed, and more than chance explains. What changed is the data.",
    ),
    (
        {"code": "category_got_worse", "params": WORSE},
        "“salary” got worse: 4 questions now go to “benefits” (right before: 90%, now: 50%).",
    ),
    (
        {"code": "category_got_worse", "params": {**WORSE, "answer": None, "count": 1}},
        "“salary” got worse: 1 question no longer gets an answer (right before: 90%, now: 50%).",
    ),
    (
        {"code": "coverage_fell", "params": {"before": 0.6, "after": 0.25, "floor": 0.3}},
        "It would answer 25% of the questions (the live version: 60%); at least 30% are wanted.",
    ),
    (
        {"code": "too_slow", "params": {"milliseconds": 61.25, "most": 50.0}},
        "One answer takes 61.2 ms of processor time; at most 50 ms are allowed.",
    ),
    (
        {"code": "too_large", "params": {"megabytes": 240.5, "most": 200.0}},
        "The model file has 240.5 MB; at most 200 MB are allowed.",
    ),
    (
        {"code": "category_emptied", "params": {"category": "parking", "before": 12}},
        "“parking” has no questions any more (the live version learnt from 12).",
    ),
    (
        {"code": "labels_flipped", "params": {**IMPORT, "flipped": 30, "share": 0.12, "most": 0.05}},
        "One import by Ada put 30 questions (12% of all) into other categories.",
    ),
    (
        {"code": "one_source", "params": {**IMPORT, "examples": 30}},
        "The import by Ada alone is responsible: without the 30 questions it brought or moved, nothing is lost.",
    ),
    (
        {"code": "one_source", "params": {"kind": "author", "name": "Ada", "author": "Ada", "examples": 30}},
        "The changes by Ada alone are responsible: without those 30 questions, nothing is lost.",
    ),
    (
        {"code": "small_got_worse", "params": {"categories": 7, "tested": 20, "before": 0.9, "after": 0.6}},
        "The 7 categories with few questions, taken together, got worse: "
        "on 20 questions 90% were right before, 60% now.",
    ),
    (
        {"code": "not_judged", "params": {"categories": 2, "names": "parking, visa", "needed": 3}},
        "2 categories could not be judged, for fewer than 3 questions of each are tested: parking, visa. "
        "Pinned questions would watch over them.",
    ),
    (
        {"code": "flipped_in_all", "params": {"flipped": 30, "imports": 4, "share": 0.03}},
        "4 imports together put 30 questions (3% of all) into other categories.",
    ),
    (
        {
            "code": "category_changed",
            "params": {"category": "salary", "own": 40, "moved": 20, "removed": 4, "by_hand": 1, "share": 0.62},
        },
        "Of the 40 questions of “salary”, 25 have gone (62%): 20 were moved by imports, 4 removed by imports, "
        "1 moved, changed or deleted by people.",
    ),
    (
        {"code": "category_swamped", "params": {"category": "salary", "own": 40, "added": 500, "usual": 12}},
        "Imports added 500 questions to “salary”, where there were 40; other categories have about 12. "
        "So many draw questions about other topics to it.",
    ),
    (
        {"code": "below_floor", "params": {"accuracy": 0.61, "floor": 0.7}},
        "Accuracy on all topics is 61%; at least 70% are wanted.",
    ),
    (
        {"code": "invariance_fell", "params": INVARIANCE},
        "When 139 questions are asked in another way, 81.2% of the answers stay the same; with the live version it was "
        "84.5%. The fall is larger than the 2 points allowed, and larger than chance explains. "
        "Most is lost on questions with a typo: 82.5% stay the same instead of 98.4%. For example: “can i prak”.",
    ),
    (
        {"code": "invariance_fell", "params": {**INVARIANCE, "questions": 1, "change": "rhyme", "example": None}},
        "When 1 question is asked in another way, 81.2% of the answers stay the same; with the live version it was "
        "84.5%. The fall is larger than the 2 points allowed, and larger than chance explains. "
        "Most is lost on questions rhyme: 82.5% stay the same instead of 98.4%.",
    ),
    (
        {"code": "invariance_fell", "params": {**INVARIANCE, "changes": "one", "tolerance": 0.075}},
        "When 139 questions are asked with a typo, 81.2% of the answers stay the same; with the live version it was "
        "84.5%. The fall is larger than the 7.5 points allowed for one way of asking, and larger than chance explains. "
        "For example: “can i prak”.",
    ),
    ({"code": "from_the_future", "params": {}}, "Another rule was broken (from_the_future)."),
]


def record(accuracy: float) -> dict[str, Any]:
    figures = {name: {"mean": accuracy, "low": accuracy - 0.025, "high": accuracy + 0.015} for name in FIGURES}
    settings = [(0, 0.0), (0, 0.15), (5, 0.0)]
    pair = {"a": "benefits", "b": "salary", "confusion": 0.12, "a_as_b": 5, "b_as_a": 2}
    return {
        "settings": [{"min_category_size": k, "other_min_prop": p, **figures, "retries": []} for k, p in settings],
        "worst_pairs": [pair],
        "examples": 1234,
        "categories": 75,
    }


def add_version(
    world: World, accuracy: float = 0.8, reasons: Sequence[dict[str, Any]] = (), *, live_id: int | None = None
) -> ModelVersion:
    """Add a version that was promoted, or blocked for these reasons."""

    def add(conn: Connection) -> ModelVersion:
        new = models.add_candidate(
            conn, world.demo.id, language="en", file="f", sha256="0" * 64, fingerprint="x",
            dataset_revision=1, recipe={}, now=NOW,
        )  # fmt: skip
        models.record_evaluation(conn, world.demo.id, new.id, "nex-cv", record(accuracy), 1.0, NOW)
        verdict: models.Verdict = "blocked" if reasons else "promoted"
        models.record_gate(conn, world.demo.id, new.id, live_id, verdict, reasons, NOW)
        if reasons:
            return models.block(conn, world.demo.id, new.id)
        return models.promote(conn, world.demo.id, new.id, NOW)

    added: ModelVersion = world.now(add)
    return added


@pytest.mark.parametrize(("reason", "words"), REASONS)
async def test_every_reason_of_the_gate_is_said_in_words(
    world: World, ada: Visitor, reason: dict[str, Any], words: str
) -> None:
    first = add_version(world)
    add_version(world, 0.5, [reason], live_id=first.id)
    page = unescape(words_of(await ada.text("/models")))
    assert f"Did not go live: {words}" in page


def test_every_reason_the_gate_can_give_is_among_these() -> None:
    assert set(REASON_CODES) <= {str(reason["code"]) for reason, _ in REASONS}


@pytest.mark.parametrize("language", ["de", "fr", "zh"])
@pytest.mark.parametrize(("reason", "english"), REASONS)
def test_every_reason_is_said_in_every_language(language: str, reason: dict[str, Any], english: str) -> None:
    words = reason_in_words(load_texts()[language], reason)
    assert words != english
    assert "{" not in words


async def test_versions_come_newest_first_with_their_figures(world: World, ada: Visitor) -> None:
    first = add_version(world, 0.8)
    add_version(world, 0.812, live_id=first.id)
    page = unescape(words_of(await ada.text("/models")))
    assert page.index("v2 live") < page.index("v1 retired")
    assert "Went live: it was not worse than the version before it." in page
    assert "Went live as the first version." in page
    assert "1234 questions · in 75 categories" in page
    assert "with rare topics held back (15% of the questions) 81.2% 78.7% to 82.7%" in page
    assert "“benefits” and “salary”: 12% of their questions went to the other one (5 from" in page


async def test_a_version_that_could_not_be_measured_says_so(world: World, ada: Visitor) -> None:
    version = add_version(world)
    nothing = {"settings": [], "worst_pairs": [], "examples": 3, "categories": 1, "not_measured": "too few"}
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, version.id, "nex-cv", nothing, 0.0, NOW))
    assert "too little data to measure" in await ada.text("/models")


async def test_where_no_two_topics_stand_out_the_page_says_so(world: World, ada: Visitor) -> None:
    version, result = add_version(world), record(0.8)
    result["worst_pairs"] = [result["worst_pairs"][0] | {"stands_out": False}]
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, version.id, "nex-cv", result, 0.0, NOW))
    shown = await ada.text("/models")
    assert "No two stand out" in shown
    assert "went to the other one" not in shown


async def test_a_figure_that_does_not_exist_is_a_dash(world: World, ada: Visitor) -> None:
    version, result = add_version(world), record(0.8)
    result["settings"][0]["carefulness"] = {"mean": None, "low": None, "high": None}
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, version.id, "nex-cv", result, 0.0, NOW))
    assert "on all topics 80% 77.5% to 81.5% 80% 77.5% to 81.5% – 80%" in words_of(await ada.text("/models"))


async def test_retrain_asks_for_the_own_company(world: World, ada: Visitor, trainer: Trainer) -> None:
    response = await ada.post("/models/retrain")
    assert (response.status, response.headers["Location"]) == (303, "/admin/models?note=retrain_started")
    assert trainer.asked == ["demo"]


async def test_a_second_retrain_is_refused_while_one_runs(world: World, ada: Visitor, trainer: Trainer) -> None:
    trainer.starts = False
    response = await ada.post("/models/retrain")
    assert response.status == 409
    assert "A retrain is already running." in await response.text()


async def test_the_page_follows_a_running_retrain_until_it_ends(world: World, open_desk: Open) -> None:
    ada = log_in(world.database, await open_desk(now=lambda: NOW + LEASE / 2), world.ada)
    world.now(lambda conn: jobs.claim(conn, "retrain:demo", "asked", NOW))
    world.now(lambda conn: jobs.claim(conn, "retrain:other", "asked", NOW))
    assert "Retraining: fitting and measuring" in await ada.text("/models")
    running = await ada.get("/models/progress", part=True)
    assert 'hx-trigger="every 2s"' in await running.text()
    assert "HX-Refresh" not in running.headers
    world.now(lambda conn: jobs.finish(conn, "retrain:demo", "asked", "blocked", None, NOW))
    ended = await ada.get("/models/progress", part=True)
    assert ended.headers["HX-Refresh"] == "true"
    page = words_of(await ada.text("/models"))
    assert "Retrain now" in page
    assert "The last retrain made a version that was blocked" in page


@pytest.mark.parametrize(("age", "shown"), [(LEASE / 2, True), (LEASE, False)])
async def test_a_retrain_whose_process_died_does_not_run_for_ever(
    world: World, open_desk: Open, age: timedelta, shown: bool
) -> None:
    def now() -> datetime:
        return NOW + age

    ada = log_in(world.database, await open_desk(now=now), world.ada)
    world.now(lambda conn: jobs.claim(conn, "retrain:demo", "asked", NOW))
    assert ("Retraining:" in await ada.text("/models")) is shown


async def test_a_failed_retrain_shows_why(world: World, ada: Visitor) -> None:
    world.now(lambda conn: jobs.claim(conn, "retrain:demo", "asked", NOW))
    world.now(lambda conn: jobs.finish(conn, "retrain:demo", "asked", "failed", "disk <full>", NOW))
    page = await ada.text("/models")
    assert "The last retrain failed:" in page
    assert "disk &lt;full&gt;" in page


async def test_rolling_back_makes_the_earlier_version_live(world: World, ada: Visitor) -> None:
    first = add_version(world)
    second = add_version(world, 0.9, live_id=first.id)
    page = await ada.text("/models")
    assert f"/admin/models/{first.id}/roll-back" in page
    assert f"/admin/models/{second.id}/roll-back" not in page
    response = await ada.post(f"/models/{first.id}/roll-back")
    assert response.headers["Location"] == "/admin/models?note=rolled_back"
    live = world.now(lambda conn: models.live(conn, world.demo.id, "en"))
    assert live.id == first.id


async def test_a_blocked_version_cannot_be_brought_back(world: World, ada: Visitor) -> None:
    add_version(world)
    blocked = add_version(world, 0.5, [{"code": "accuracy_fell", "params": FELL}])
    response = await ada.post(f"/models/{blocked.id}/roll-back")
    assert response.status == 409
    assert "Only a version that was live before" in await response.text()
