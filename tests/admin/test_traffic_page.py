"""The curves of live traffic on the page of quality."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape

import pytest

from evaluation.ratings.forecast import FEWEST
from storage.reviews import traffic
from storage.reviews.traffic import TrafficWeek
from tests.admin.rated import live_version
from tests.admin.world import Visitor, World, words_of

SETTINGS = [
    {"min_category_size": 0, "other_min_prop": 0.0, "accuracy": 0.8, "precision": 0.9},
    {"min_category_size": 0, "other_min_prop": 0.15, "accuracy": 0.7, "precision": 0.9},
]
APART = {"auc": 0.72, "low": 0.66, "high": 0.78}
FEBRUARY = TrafficWeek(
    "en", "2026-02-23", 140, APART, [["sabbatical", 6]], SETTINGS, 20, 14, 4, 4, datetime(2026, 3, 2, tzinfo=UTC)
)


def keep(world: World, *weeks: TrafficWeek) -> None:
    for week in weeks:
        world.now(lambda conn, week=week: traffic.add(conn, world.demo.id, week))


async def test_a_week_stands_in_the_table_with_its_retrain_new_words_and_forecasts(world: World, ada: Visitor) -> None:
    live_version(world)
    keep(world, FEBRUARY)
    page = unescape(words_of(await ada.text("/scores")))
    assert "23 Feb 2026 v1 140 72% 66% to 78% 14 of 20 4 of 4 80.0% 70.0% sabbatical (6 people)" in page


async def test_the_setting_nearest_to_the_reviews_is_named(world: World, ada: Visitor) -> None:
    keep(world, FEBRUARY)
    page = unescape(words_of(await ada.text("/scores")))
    assert re.search(r"came nearest to the reviews: 0 points off on average; weeks compared: 1", page)


async def test_too_few_reviews_name_no_setting(world: World, ada: Visitor) -> None:
    keep(world, replace(FEBRUARY, reviewed=FEWEST - 1, reviewed_right=3))
    assert "Not enough reviews yet" in await ada.text("/scores")


async def test_both_curves_mark_the_week_in_which_a_version_went_live(world: World, ada: Visitor) -> None:
    live_version(world)
    keep(world, replace(FEBRUARY, week="2026-02-16"), FEBRUARY)
    page = await ada.text("/scores")
    assert page.count('class="event"') == 2
    assert len(re.findall(r'class="reach s0"', page)) == 2


async def test_a_week_with_too_few_questions_says_so_and_leaves_a_gap(world: World, ada: Visitor) -> None:
    keep(world, replace(FEBRUARY, asked=3, distance=None, words=[]))
    page = await ada.text("/scores")
    assert "too few questions" in page
    assert 'class="reach' not in page


@pytest.mark.parametrize("language", ["en", "de"])
async def test_before_the_first_week_the_page_says_when_it_follows(ada: Visitor, language: str) -> None:
    assert "No week has been measured in this language yet." in await ada.text(f"/scores?language={language}")
