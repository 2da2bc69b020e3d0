"""The desk's page of searches: what candidates did not find, and subscriptions in numbers."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest

from admin.openings.known import OpeningsKnowledge
from nlu.entities.professions import Profession
from nlu.entities.titles import Titles
from storage import Connection
from storage.openings.wishes import Wish
from storage.subscriptions import subscriptions
from tests.admin.conftest import Open
from tests.admin.opened import search_in_vain
from tests.admin.world import NOW, Visitor, World, log_in, words_of

NURSE = Profession("nurse", {"en": ("nurse",), "zh": ("护士",)})
KNOWN = OpeningsKnowledge(titles=Titles([NURSE], []))


@pytest.fixture
async def ada(world: World, open_desk: Open) -> Visitor:
    return log_in(world.database, await open_desk(openings=KNOWN, now=lambda: NOW + timedelta(days=1)), world.ada)


async def words(visitor: Visitor, path: str, language: str = "en") -> str:
    return unescape(words_of(await visitor.text(path, headers={"Accept-Language": language})))


async def test_a_search_for_two_professions_counts_for_each(world: World, ada: Visitor) -> None:
    search_in_vain(world, Wish(("cook", "nurse"), ("Kassel", "Bonn")), 2)
    search_in_vain(world, Wish(("nurse",), ()))
    page = await words(ada, "/openings/searches")
    assert "Professions searched for in vain nurse 3 times cook 2 times" in page
    assert "cook, nurse" in page
    assert "cook、护士" in await words(ada, "/openings/searches", "zh")


async def test_what_was_searched_in_vain_is_counted_by_profession_and_city(world: World, ada: Visitor) -> None:
    search_in_vain(world, Wish(("nurse",), ("Kassel",)), 3)
    search_in_vain(world, Wish(("nurse",), ()), 2)
    search_in_vain(world, Wish(("cook",), ("Kassel",)))
    page = await words(ada, "/openings/searches")
    assert "Searches 6 Found nothing 6 100%" in page
    assert "Professions searched for in vain nurse 5 times cook 1 time" in page
    assert "Places searched for in vain Kassel 4 times anywhere 2 times" in page
    assert "nurse Kassel 3 nurse anywhere 2 cook Kassel 1" in page


async def test_older_searches_count_in_the_longer_period_only(world: World, open_desk: Open) -> None:
    later = log_in(world.database, await open_desk(now=lambda: NOW + timedelta(days=60)), world.ada)
    search_in_vain(world, Wish(("nurse",), ()))
    assert "In the last 30 days nobody searched in vain." in await words(later, "/openings/searches?days=x")
    assert "Searches 1" in await words(later, "/openings/searches?days=90")


async def test_subscriptions_are_shown_in_numbers_only(world: World, ada: Visitor) -> None:
    def subscribe(conn: Connection) -> None:
        its = {"language": "en", "wish": Wish((), ()), "frequency": "daily", "now": NOW}
        for name in ("bo", "li"):
            made = subscriptions.add(conn, world.demo.id, conversation_id=None, email=f"{name}@a.example", **its)  # type: ignore[arg-type]
        subscriptions.confirm(conn, world.demo.id, made.id, "daily", NOW)

    world.now(subscribe)
    page = await words(ada, "/openings/searches")
    assert "Active 1 Not confirmed yet 1 Ended 0" in page
    assert "a.example" not in page
