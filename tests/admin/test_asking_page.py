"""The version that new ones are held against, and merged categories."""

from __future__ import annotations

from storage.models import gate_settings, models
from storage.people import audit
from tests.admin.versions import add_version
from tests.admin.world import NOW, Visitor, World, words_of


async def test_a_version_that_was_live_is_pinned_and_given_up_again(world: World, ada: Visitor) -> None:
    first = add_version(world)
    add_version(world, 0.9, live_id=first.id)
    await ada.post("/models/gate/anchor", {"language": "en", "version": str(first.id)})
    pinned = world.now(lambda conn: gate_settings.pinned(conn, world.demo.id, "en"))
    assert pinned is not None
    assert pinned.name == first.name
    assert f'value="{first.id}" selected' in await ada.text("/models/gate")
    await ada.post("/models/gate/anchor", {"language": "en", "version": ""})
    assert world.now(lambda conn: gate_settings.pinned(conn, world.demo.id, "en")) is None


async def test_a_version_of_another_language_or_that_never_was_live_is_refused(world: World, ada: Visitor) -> None:
    first = add_version(world)
    for form in ({"language": "de", "version": str(first.id)}, {"language": "xx", "version": ""}):
        assert (await ada.post("/models/gate/anchor", form)).status == 422
    blocked = world.now(
        lambda conn: models.add_candidate(
            conn,
            world.demo.id,
            language="en",
            file="f",
            sha256="",
            fingerprint="",
            dataset_revision=1,
            recipe={},
            now=NOW,
        )
    )
    assert (await ada.post("/models/gate/anchor", {"language": "en", "version": str(blocked.id)})).status == 422


async def test_merging_moves_the_questions_and_is_remembered_and_noted(world: World, ada: Visitor) -> None:
    salary, benefits = world.category_id("salary"), world.category_id("benefits")
    form = {"into_id": str(benefits), "sure": "on"}
    assert (await ada.post(f"/dataset/categories/{salary}/merge", {"into_id": str(benefits)})).status == 422
    response = await ada.post(f"/dataset/categories/{salary}/merge", form)
    assert response.headers["Location"] == f"/admin/dataset/categories/{benefits}?note=category_merged"
    assert "salary" not in words_of(await ada.text("/dataset"))
    newest = world.now(lambda conn: audit.recent(conn, world.demo.id))[0]
    assert (newest.action, newest.detail["category"], newest.detail["name"]) == (
        "category_merged",
        "salary",
        "benefits",
    )


async def test_a_category_is_not_merged_with_itself(world: World, ada: Visitor) -> None:
    salary = world.category_id("salary")
    response = await ada.post(f"/dataset/categories/{salary}/merge", {"into_id": str(salary), "sure": "on"})
    assert response.status == 422
    assert "cannot be merged with itself" in await response.text()
