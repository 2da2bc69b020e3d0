"""Feeds and people that were added, removed, shut out or marked as away are put back from the history."""

from __future__ import annotations

import pytest

from storage import Connection
from storage.openings import opening_feeds
from storage.openings.opening_feeds import Feed
from storage.people import audit, users
from tests.admin.conftest import Open, Visit
from tests.admin.opened import URL, add_feed
from tests.admin.test_openings_pages import known
from tests.admin.test_undoing import undo
from tests.admin.world import NOW, Visitor, World, log_in, words_of


def feed(world: World) -> Feed:
    (found,) = world.now(lambda conn: opening_feeds.of_company(conn, world.demo.id))
    assert isinstance(found, Feed)
    return found


def newest(world: World) -> int:
    return int(world.now(lambda conn: audit.recent(conn, world.demo.id, 1)[0].id))


def can_log_in(world: World) -> bool:
    return not world.now(lambda conn: users.get(conn, world.demo.id, world.bob.id)).disabled


@pytest.fixture
async def ada(world: World, open_desk: Open) -> Visitor:
    return log_in(world.database, await open_desk(openings=known()), world.ada)


@pytest.mark.both_databases
async def test_a_feed_that_was_removed_is_fetched_again_as_it_was(world: World, ada: Visitor) -> None:
    await ada.post("/openings/feeds", {"url": URL, "format": "personio", "minutes": "30"})
    await ada.post(f"/openings/feeds/{feed(world).id}/remove")
    assert not feed(world).enabled
    assert f"Added feed {URL}" in await undo(ada, "Removed feed")
    again = feed(world)
    assert (again.enabled, again.format, again.every_minutes) == (True, "personio", 30)
    assert again.next_fetch is not None


async def test_a_feed_that_was_added_is_removed_and_that_is_undone_in_turn(world: World, ada: Visitor) -> None:
    await ada.post("/openings/feeds", {"url": URL, "format": "personio", "minutes": "30"})
    await undo(ada, "Added feed")
    assert not feed(world).enabled
    await undo(ada, "Removed feed")
    assert feed(world).enabled


async def test_a_file_that_was_removed_does_not_come_back(world: World, ada: Visitor) -> None:
    number = add_feed(world, url="file:openings.json", file=True).id
    await ada.post(f"/openings/feeds/{number}/remove")
    assert (await ada.post(f"/audit/{newest(world)}/undo")).status == 409
    assert f"/audit/{newest(world)}/undo" not in await ada.text("/audit")


async def test_an_entry_that_something_later_overtook_has_no_button_and_is_refused(world: World, ada: Visitor) -> None:
    await ada.post("/openings/feeds", {"url": URL, "format": "personio", "minutes": "30"})
    added = newest(world)
    await ada.post(f"/openings/feeds/{feed(world).id}/remove")
    assert f"/audit/{added}/undo" not in await ada.text("/audit")
    response = await ada.post(f"/audit/{added}/undo")
    assert response.status == 409
    assert "has been changed since" in await response.text()
    assert not feed(world).enabled


async def test_an_operator_lets_a_person_in_again_who_was_shut_out(world: World, visit: Visit) -> None:
    olga = await visit(world.olga)
    await olga.post(f"/users/{world.bob.id}/disable")
    assert not can_log_in(world)
    assert "Let bob@demo.example log in again" in await undo(olga, "Disabled bob")
    assert can_log_in(world)
    await undo(olga, "Let bob@demo.example log in again")
    assert not can_log_in(world)


async def test_a_recruiter_lets_nobody_in_and_keeps_nobody_out(world: World, visit: Visit, ada: Visitor) -> None:
    olga = await visit(world.olga)
    await olga.post(f"/users/{world.bob.id}/disable")
    assert "/undo" not in await ada.text("/audit")
    assert (await ada.post(f"/audit/{newest(world)}/undo")).status == 409
    assert not can_log_in(world)


async def test_a_person_of_another_company_is_out_of_reach(world: World, visit: Visit) -> None:
    olga = await visit(world.olga)

    def note(conn: Connection) -> int:
        users.disable(conn, world.eve.company_id, world.eve.id)
        detail = {"email": world.eve.email}
        return audit.write(conn, world.demo.id, "olga", "user_disabled", detail, NOW)

    entry = world.now(note)
    assert (await olga.post(f"/audit/{entry}/undo")).status == 409
    assert world.now(lambda conn: users.get(conn, world.eve.company_id, world.eve.id)).disabled


async def test_who_was_marked_as_away_is_back(world: World, ada: Visitor) -> None:
    await ada.post(f"/users/{world.ada.id}/away", {"away": "1"})
    await undo(ada, "Marked ada@demo.example as away")
    assert not world.now(lambda conn: users.get(conn, world.demo.id, world.ada.id)).away


async def test_a_feed_that_was_changed_is_fetched_as_before(world: World, ada: Visitor) -> None:
    await ada.post("/openings/feeds", {"url": URL, "format": "personio", "minutes": "30"})
    changed = {"url": f"{URL}?language=en", "format": "personio", "minutes": "60"}
    assert (await ada.post(f"/openings/feeds/{feed(world).id}", changed)).status == 303
    assert (feed(world).url, feed(world).every_minutes) == (changed["url"], 60)
    said = f"Address of the feed: “{URL}” → “{URL}?language=en” · Minutes between two fetches: “30” → “60”"
    assert said in words_of(await ada.text("/audit"))
    await undo(ada, "Changed feed")
    assert (feed(world).url, feed(world).every_minutes) == (URL, 30)
    await undo(ada, "Changed feed")
    assert (feed(world).url, feed(world).every_minutes) == (changed["url"], 60)


async def test_a_feed_is_not_changed_into_another_that_there_is(world: World, ada: Visitor) -> None:
    first = add_feed(world).id
    add_feed(world, url=f"{URL}/2")
    response = await ada.post(f"/openings/feeds/{first}", {"url": f"{URL}/2", "format": "personio", "minutes": "30"})
    assert (response.status, "You have this feed already" in await response.text()) == (409, True)


async def test_a_promise_goes_back_to_what_it_was(world: World, ada: Visitor) -> None:
    await ada.post("/scores/promise", {"promised_percent": "10"})
    await ada.post("/scores/promise", {"promised_percent": "20"})
    assert world.own["promised_share"] == 0.2
    await undo(ada, "Promised that at most 20%")
    assert world.own["promised_share"] == 0.1
