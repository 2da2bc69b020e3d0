"""The curve of the nightly scores, as a plot and as a table."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

from storage.models import score_history
from tests.admin.rated import add_nights, live_version
from tests.admin.world import Visitor, World, words_of


async def test_each_night_stands_in_the_table_newest_first(world: World, ada: Visitor) -> None:
    add_nights(world, 0.7, 0.8)
    page = unescape(words_of(await ada.text("/scores")))
    newest = "2 Mar 2026 80.0% 77.5% to 81.5% 80.0% 77.5% to 81.5% 80.0% 77.5% to 81.5% 65% 101 12"
    assert page.index(newest) < page.index("1 Mar 2026 70.0%")


async def test_the_plot_shows_a_line_for_each_setting_and_the_automation_rate(world: World, ada: Visitor) -> None:
    add_nights(world, 0.7, 0.8, 0.9)
    page = await ada.text("/scores")
    lines = re.findall(r'<polyline class="line s(\d)" points="([^"]*)"', page)
    assert [int(place) for place, _ in lines] == [0, 1, 2, 3, 0]
    heights = [float(point.split(",")[1]) for point in lines[0][1].split()]
    assert heights == sorted(heights, reverse=True), "a better night stands higher"
    assert len(re.findall('class="reach s0"', page)) == 3


async def test_a_night_with_too_little_data_leaves_a_gap_and_says_so(world: World, ada: Visitor) -> None:
    add_nights(world, 0.7)
    known = world.now(lambda conn: score_history.newest(conn, world.demo.id, "en"))[0]
    gap = replace(known, slot="2026-03-05T04:00", settings=[], not_measured="too few", automation=None)
    world.now(lambda conn: score_history.add(conn, world.demo.id, gap, []))
    page = unescape(words_of(await ada.text("/scores")))
    assert "5 Mar 2026 too little data – – – – 100 12" in page


async def test_a_language_has_its_own_curve(world: World, ada: Visitor) -> None:
    add_nights(world, 0.7)
    assert "1 Mar 2026" in await ada.text("/scores?language=en")
    assert "No night has been measured in this language yet." in await ada.text("/scores?language=de")


async def test_only_the_last_ninety_nights_are_shown(world: World, ada: Visitor) -> None:
    add_nights(world, *[0.7] * 92)
    page = await ada.text("/scores")
    assert live_version(world).name == "v1"
    assert ">2 Mar 2026<" not in page
    assert page.count('<th scope="row">') == 90
