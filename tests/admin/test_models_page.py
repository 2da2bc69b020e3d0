from __future__ import annotations

import re
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest

from admin.models.pages import SHOWN
from storage import Connection, jobs
from storage.database.leases import LEASE
from storage.jobs import RunStep
from storage.models import models
from tests.admin.conftest import Open, Trainer
from tests.admin.versions import FELL, add_version, record
from tests.admin.world import NOW, Visitor, World, log_in, words_of


async def test_versions_come_newest_first_with_their_figures(world: World, ada: Visitor) -> None:
    first = add_version(world, 0.8)
    add_version(world, 0.812, live_id=first.id)
    page = unescape(words_of(await ada.text("/models")))
    assert page.index("v2 live") < page.index("v1 retired")
    assert "Went live: it was not worse than the version before it." in page
    assert "Went live as the first version." in page
    assert "1,234 questions · in 75 categories" in page
    assert "with rare topics held back (15% of the questions) 81.2% 78.7% to 82.7%" in page
    assert "“benefits” and “salary”: 12% of their questions went to the other one (5 from" in page


@pytest.mark.both_databases
async def test_older_versions_are_a_page_away(world: World, ada: Visitor) -> None:
    for _ in range(SHOWN + 2):
        add_version(world)
    first = await ada.text("/models")
    assert first.count('class="version') == SHOWN
    (older,) = re.findall(r'href="/admin([^"]+)" id="older"', first)
    second = await ada.text(older.replace("&amp;", "&"))
    assert re.findall(r'id="version-(\d+)"', second) == ["2", "1"]
    assert 'id="older"' not in second
    assert "Newest versions" in second
    assert (await ada.text("/models?before=999999999999999")).count('class="version') == SHOWN


async def test_a_version_that_could_not_be_measured_says_so(world: World, ada: Visitor) -> None:
    version = add_version(world)
    nothing = {"settings": [], "worst_pairs": [], "examples": 3, "categories": 1, "not_measured": "too few"}
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, version.id, "nex-cv", nothing, 0.0, NOW))
    assert "too little data to measure" in await ada.text("/models")


async def test_what_became_of_the_test_questions_is_said_in_plain_words(world: World, ada: Visitor) -> None:
    version, result = add_version(world), record(0.8)
    plain = result["settings"][0]
    plain["accuracy"], plain["coverage"], plain["answered_wrongly"] = ({"mean": share} for share in (0.51, 0.55, 0.04))
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, version.id, "nex-cv", result, 0.0, NOW))
    shown = words_of(await ada.text("/models"))
    assert (
        "it answered 51.0% rightly and 4.0% wrongly, and left 45.0% to a person. 7.3% of its answers were wrong."
        in shown
    )


async def test_what_the_confidence_is_worth_is_said(world: World, ada: Visitor) -> None:
    version, result = add_version(world), record(0.8)
    assert "risk-coverage" not in await ada.text("/models")
    result["settings"][0]["confidence"] = {"coverage_at_10": 0.624, "aurc": 0.0871}
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, version.id, "nex-cv", result, 0.0, NOW))
    shown = words_of(await ada.text("/models"))
    assert "62.4% of the questions can be answered with at most 10% of the answers wrong" in shown
    assert "risk-coverage curve: 0.087 (the smaller the better)" in shown


@pytest.mark.parametrize("coverage", [0.0, None])
async def test_where_nothing_was_answered_no_share_of_the_answers_is_said(
    world: World, ada: Visitor, coverage: float | None
) -> None:
    version, result = add_version(world), record(0.8)
    result["settings"][0] |= {"coverage": {"mean": coverage}, "answered_wrongly": {"mean": 0.0}}
    world.now(lambda conn: models.record_evaluation(conn, world.demo.id, version.id, "nex-cv", result, 0.0, NOW))
    assert "Of the test questions" not in await ada.text("/models")


async def test_the_categories_that_are_weak_are_one_click_away(world: World, ada: Visitor) -> None:
    add_version(world)
    assert 'href="/admin/dataset?language=en&amp;only=weak"' in await ada.text("/models")


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
    assert "on all topics 80.0% 77.5% to 81.5% 80.0% 77.5% to 81.5% – 80.0%" in words_of(await ada.text("/models"))


async def test_a_version_that_is_being_measured_is_not_said_to_have_too_little_data(world: World, ada: Visitor) -> None:
    its: Any = {"language": "en", "file": "f", "sha256": "0" * 64, "fingerprint": "x", "recipe": {}, "now": NOW}
    world.now(lambda conn: models.add_candidate(conn, world.demo.id, dataset_revision=1, **its))
    words = words_of(await ada.text("/models"))
    assert "Its figures stand here once it has been measured." in words
    assert "too little data" not in words


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


async def test_each_language_has_its_versions_and_says_which_is_live(world: World, ada: Visitor) -> None:
    english = add_version(world)
    page = words_of(await ada.text("/models"))
    assert f"English {english.name} live" in page
    assert "German none live" in page
    assert f'id="version-{english.id}"' not in await ada.text("/models?language=de")
    assert f'id="version-{english.id}"' in await ada.text("/models?language=xx")


@pytest.mark.parametrize(
    ("over", "told"),
    [(2, "about 4 minutes left"), (5.5, "about 1 minute left"), (9, "it takes longer than the last")],
)
async def test_a_running_retrain_says_how_long_it_will_take_by_the_one_before(
    world: World, open_desk: Open, over: float, told: str
) -> None:
    begun = NOW + timedelta(days=1)
    ada = log_in(world.database, await open_desk(now=lambda: begun + timedelta(minutes=over)), world.ada)

    def runs(conn: Connection) -> None:
        jobs.claim(conn, "retrain:demo", "first", NOW)
        jobs.finish(conn, "retrain:demo", "first", "promoted", None, NOW + timedelta(minutes=6))
        run = jobs.claim(conn, "retrain:demo", "second", begun)
        assert run is not None
        jobs.renew(conn, run, begun + timedelta(minutes=over))

    world.now(runs)
    assert told in words_of(await ada.text("/models"))


async def test_a_running_retrain_says_how_long_it_will_take_by_what_its_steps_took_before(
    world: World, open_desk: Open
) -> None:
    begun = NOW + timedelta(days=1)
    ada = log_in(world.database, await open_desk(now=lambda: begun + timedelta(minutes=2)), world.ada)

    def runs(conn: Connection) -> None:
        jobs.claim(conn, "retrain:demo", "first", NOW)
        jobs.note_steps(conn, "retrain:demo", in_minutes(NOW, ("en", 0, 0), ("de", 0, 0), ("en", 1, 1), ("de", 1, 9)))
        jobs.finish(conn, "retrain:demo", "first", "promoted", None, NOW + timedelta(minutes=9))
        run = jobs.claim(conn, "retrain:demo", "second", begun)
        assert run is not None
        jobs.note_steps(conn, "retrain:demo", in_minutes(begun, ("de", 0, 0)))
        jobs.renew(conn, run, begun + timedelta(minutes=2))

    world.now(runs)
    page = await ada.text("/models")
    assert "about 6 minutes left" in words_of(page)
    assert '<progress value="0.25" max="1"' in page


def in_minutes(begun: datetime, *told: tuple[str, float, float]) -> list[RunStep]:
    return [RunStep(part, share, begun + timedelta(minutes=after)) for part, share, after in told]


async def test_the_first_retrain_says_that_its_time_is_not_known(world: World, open_desk: Open) -> None:
    ada = log_in(world.database, await open_desk(now=lambda: NOW + timedelta(minutes=1)), world.ada)
    world.now(lambda conn: jobs.claim(conn, "retrain:demo", "first", NOW + timedelta(seconds=30)))
    page = await ada.text("/models")
    assert "how long it takes is not known yet" in words_of(page)
    assert "<progress" not in page
