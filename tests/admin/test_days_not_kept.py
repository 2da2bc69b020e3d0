"""Days that nobody has kept yet are counted when somebody looks, as many as are shown and no quiet ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Engine, event

from admin.overview.reading import lately, read
from storage.figures.counters import COUNTERS
from storage.openings import search_log
from storage.openings.wishes import Wish
from tests.admin.world import NOW, World

COOK = Wish(("cook",), ())
HALF_A_YEAR = NOW + timedelta(days=180)


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """What is executed from now on."""
    heard: list[str] = []

    def hear(_conn: object, _cursor: object, statement: str, *_: Any) -> None:
        heard.append(statement)

    event.listen(Engine, "before_cursor_execute", hear)
    yield heard
    event.remove(Engine, "before_cursor_execute", hear)


@pytest.mark.both_databases
def test_a_long_quiet_time_takes_a_few_looks(world: World, statements: list[str]) -> None:
    world.ask("What do I earn?")
    statements.clear()
    found = world.database.read_now(lambda conn: read(conn, world.demo, "month", HALF_A_YEAR))
    assert [(each.name, dict(each.counts)) for each in found.periods if each.counts] == [("2026-03", {"answered": 1})]
    assert len(statements) < 40 * len(COUNTERS)


def test_days_that_are_not_shown_are_not_counted(world: World, statements: list[str]) -> None:
    world.ask("What do I earn?")
    statements.clear()
    assert world.database.read_now(lambda conn: lately(conn, world.demo, HALF_A_YEAR, 30)) == {}
    assert len(statements) < 3 * len(COUNTERS)
    assert world.database.read_now(lambda conn: lately(conn, world.demo, HALF_A_YEAR, 365))["answered"] == 1


def test_each_of_many_days_has_its_own_counts(world: World) -> None:
    world.ask("What do I earn?")
    for days in (0, 1, 40, 41, 42, 43, 44, 170):
        when = NOW + timedelta(days=days)
        world.now(
            partial(
                search_log.record,
                company_id=world.demo.id,
                conversation_id=1,
                wish=COOK,
                found=0,
                language="en",
                now=when,
            )
        )
    found = world.database.read_now(lambda conn: read(conn, world.demo, "month", HALF_A_YEAR))
    assert [each.counts.get("searched", 0) for each in found.periods] == [2, 5, 0, 0, 0, 1]
