"""A version on trial, as recruiters see it: how it compares in words, and the steps they can take."""

from __future__ import annotations

from functools import partial
from html import unescape

import pytest

from admin.models.canary import compared_in_words
from admin.texts import load_texts
from storage.models import model_files, models
from storage.models.canaries import Arms, TrialTally
from storage.models.models import ModelVersion
from storage.reviews import reviews
from tests.admin.conftest import Visit
from tests.admin.versions import FELL, add_version
from tests.admin.world import NOW, Visitor, World, words_of

MUCH = Arms(TrialTally(120, 90, 100, 60), TrialTally(1000, 800, 200, 180))


def on_trial(world: World) -> ModelVersion:
    """Put v1 on trial beside v2, which is live."""
    first = add_version(world)
    second = add_version(world, 0.9, live_id=first.id)
    world.now(lambda conn: models.try_out(conn, world.demo.id, first.id, 0.1, NOW))
    assert status(world, second) == "live"
    return first


def status(world: World, version: ModelVersion) -> str:
    return str(world.now(lambda conn: models.get(conn, world.demo.id, version.id)).status)


@pytest.mark.parametrize("path", ["/models", "/models/{}/verdict"])
async def test_a_trial_is_shown_with_what_was_confirmed(path: str, world: World, ada: Visitor) -> None:
    canary = on_trial(world)
    assert "No question has reached it yet" in await ada.text(path.format(canary.id))
    asked: list[tuple[str, reviews.Status]] = [("v1", "confirmed"), ("v1", "corrected"), ("v2", "confirmed")]
    for version, verdict in asked:
        resolve(world, world.ask("How much?", version=version), verdict)
    page = unescape(words_of(await ada.text(path.format(canary.id))))
    assert "v1 On trial with 10% of the conversations" in page
    assert "On trial with 10% of the conversations" in page
    assert "Answered itself: 2 of 2 questions (100.0%), the live version 1 of 1 (100.0%)." in page
    assert "Right, as recruiters found: 1 of 2 reviewed questions (50.0%), the live version 1 of 1 (100.0%)." in page
    assert "can't be told from this yet" in page


def resolve(world: World, review_id: int, verdict: reviews.Status) -> None:
    said = partial(reviews.resolve, status=verdict, category="salary", reviewer="Ada", now=NOW)
    world.now(lambda conn: said(conn, world.demo.id, review_id))


def test_a_clear_difference_is_called_clear_in_every_language() -> None:
    english = compared_in_words(load_texts()["en"], MUCH)
    assert english[0] == "Answered itself: 90 of 120 questions (75.0%), the live version 800 of 1,000 (80.0%)."
    assert english[3] == "Difference: -30 points; by all odds between -40.4 points and -19.7 points (95% interval)."
    assert english[4] == "It is clearly worse than the live version."
    for language in ("de", "fr", "zh"):
        said = compared_in_words(load_texts()[language], MUCH)
        assert len(said) == len(english)
        assert not set(said) & set(english)


def test_what_was_not_reviewed_is_a_dash_and_means_nothing() -> None:
    said = compared_in_words(load_texts()["en"], Arms(TrialTally(3, 3), TrialTally(9, 9, 2, 2)))
    assert said[-1] == "Right, as recruiters found: 0 of 0 reviewed questions (–), the live version 2 of 2 (100.0%)."


async def test_the_canary_goes_live_with_one_click(world: World, ada: Visitor) -> None:
    canary = on_trial(world)
    response = await ada.post(f"/models/{canary.id}/promote")
    assert response.headers["Location"] == "/admin/models?note=canary_promoted"
    assert status(world, canary) == "live"
    assert "Ended the trial of v1: it is live" in await ada.text("/audit")
    assert (await ada.post(f"/models/{canary.id}/promote")).status == 409


async def test_a_trial_is_ended_with_one_click_and_its_outcome_stays_to_be_read(world: World, ada: Visitor) -> None:
    canary = on_trial(world)
    response = await ada.post(f"/models/{canary.id}/end-canary")
    assert response.headers["Location"] == "/admin/models?note=canary_ended"
    assert status(world, canary) == "retired"
    page = await ada.text(f"/models/{canary.id}/verdict")
    assert "It was ended by hand." in page
    assert "/end-canary" not in page
    assert (await ada.post(f"/models/{canary.id}/end-canary")).status == 409


async def test_an_earlier_version_is_put_on_trial_from_its_page(world: World, ada: Visitor) -> None:
    first = add_version(world)
    add_version(world, 0.9, live_id=first.id)
    assert f"/admin/models/{first.id}/try-out" in await ada.text(f"/models/{first.id}/verdict")
    response = await ada.post(f"/models/{first.id}/try-out", {"percent": "25"})
    assert response.headers["Location"] == "/admin/models?note=canary_begun"
    assert status(world, first) == "canary"
    assert "Put v1 on trial with 25% of the conversations" in await ada.text("/audit")


@pytest.mark.parametrize("percent", ["", "0", "100", "-5", "1.5", "ten", "٣"])
async def test_a_share_that_is_none_is_refused(percent: str, world: World, ada: Visitor) -> None:
    first = add_version(world)
    add_version(world, 0.9, live_id=first.id)
    response = await ada.post(f"/models/{first.id}/try-out", {"percent": percent})
    assert response.status == 422
    assert "Enter a whole number from 1 to" in await response.text()


async def test_the_live_version_is_never_put_on_trial(world: World, ada: Visitor) -> None:
    live = add_version(world)
    response = await ada.post(f"/models/{live.id}/try-out", {"percent": "10"})
    assert response.status == 409
    assert "Only an earlier version" in await response.text()


async def test_a_blocked_version_may_answer_a_share_first(world: World, ada: Visitor) -> None:
    live = add_version(world)
    blocked = add_version(world, 0.5, [{"code": "accuracy_fell", "params": FELL}], live_id=live.id)
    given = {"your_name": "Ada", "reason": "Merged on purpose", "percent": "20"}
    assert (await ada.post(f"/models/{blocked.id}/override", given)).status == 303
    assert (status(world, blocked), status(world, live)) == ("canary", "live")
    assert "Merged on purpose" in await ada.text(f"/models/{blocked.id}/verdict")
    history = await ada.text("/audit")
    assert "Put v2 on trial with 20% of the conversations" in history


async def test_a_version_whose_file_is_gone_says_so_and_offers_nothing(world: World, ada: Visitor) -> None:
    first = add_version(world)
    add_version(world, 0.9, live_id=first.id)
    world.now(lambda conn: models.record_gate(conn, world.demo.id, first.id, None, "promoted", [], NOW))
    world.now(lambda conn: model_files.give_up(conn, models.VERSIONS, world.demo.id, "en", keep=0, now=NOW))
    for path in ("/models", f"/models/{first.id}/verdict"):
        page = unescape(await ada.text(path))
        assert "was deleted to save space" in page
        assert "/roll-back" not in page
        assert "/try-out" not in page
    assert (await ada.post(f"/models/{first.id}/roll-back")).status == 409


async def test_another_companys_canary_is_out_of_reach(world: World, ada: Visitor, visit: Visit) -> None:
    canary = on_trial(world)
    eve = await visit(world.eve)
    for step in ("promote", "end-canary"):
        assert (await eve.post(f"/models/{canary.id}/{step}")).status == 404
    assert (await eve.post(f"/models/{canary.id}/try-out", {"percent": "10"})).status == 404
    assert status(world, canary) == "canary"


async def test_a_version_that_was_live_before_says_only_that_it_is_on_trial(world: World, ada: Visitor) -> None:
    canary = on_trial(world)
    for path in ("/models", f"/models/{canary.id}/verdict"):
        page = words_of(await ada.text(path)).split("v1 On trial", 1)[1]
        assert "Went live" not in page
        assert "live since" not in page
