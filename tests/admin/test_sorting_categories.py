"""The list of categories sorted and filtered by what needs a look."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from admin.dataset.sorting import Only, ScoredCategory, Sort, arranged
from nlu.understanding import Guess
from storage.dataset.dataset import Category
from tests.admin.conftest import Open
from tests.admin.world import NOW, World, log_in


def row(name: str, examples: int, *, has_answer: bool = True, **more: Any) -> ScoredCategory:
    return ScoredCategory(Category(1, name, name, examples), has_answer, **more)


ROWS = [
    row("a", 5, score=0.9, confusion=0.1, deferrals=2, changed=NOW),
    row("b", 50, has_answer=False, score=0.5, deferrals=0, changed=NOW + timedelta(days=1)),
    row("c", 20, confusion=0.3, deferrals=7),
]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("name", "abc"),
        ("size", "bca"),
        ("score", "bac"),
        ("confusion", "cab"),
        ("deferrals", "cab"),
        ("changed", "bac"),
    ],
)
def test_what_needs_a_look_comes_first(sort: Sort, order: str) -> None:
    assert "".join(each.category.name for each in arranged(ROWS, sort, "all")) == order


@pytest.mark.parametrize(
    ("only", "kept"), [("all", "abc"), ("no_answer", "b"), ("few", "a"), ("weak", "b"), ("deferred", "ac")]
)
def test_a_filter_keeps_what_it_says(only: Only, kept: str) -> None:
    assert "".join(each.category.name for each in arranged(ROWS, "name", only)) == kept


@pytest.mark.both_databases
async def test_the_page_counts_deferrals_of_the_last_days(world: World, open_desk: Open) -> None:
    def soon() -> datetime:
        return NOW + timedelta(days=3)

    ada = log_in(world.database, await open_desk(now=soon), world.ada)
    for _ in range(2):
        world.ask("When does it begin?", (Guess("working_hours", 0.4),), "defer")
    html = await ada.text("/dataset?sort=deferrals")
    assert re.findall(r'categories/\d+\?language=en">([^<]+)<', html)[0] == "working hours"
    only = await ada.text("/dataset?only=deferred&sort=<b>")
    assert re.findall(r'categories/\d+\?language=en">([^<]+)<', only) == ["working hours"]
    assert re.findall(r'categories/\d+\?language=en">([^<]+)<', await ada.text("/dataset?only=no_answer")) == [
        "working hours"
    ]
