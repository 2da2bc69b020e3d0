"""Wherever categories are listed, they stand by the alphabet of what they are called, accents set aside."""

from __future__ import annotations

import re
from html import unescape

import pytest

from storage.dataset import dataset
from tests.admin.world import NOW, Visitor, World

ADDED = ("Zulagen", "Übernahme", "Éthique", "Umweg")
ORDER = ["Éthique", "Übernahme", "Umweg", "Zulagen"]
NAMED = "|".join(ADDED)


@pytest.mark.parametrize(
    "path",
    [
        "/reviews",
        "/reviews/{review}/correct",
        "/reviews/{review}/choices",
        "/reviews/{review}/answer",
        "/dataset",
        "/dataset/answers",
        "/dataset/golden",
        "/dataset/categories/1",
        "/dataset/examples/1",
        "/go?q=e",
    ],
)
async def test_categories_stand_by_the_alphabet(world: World, ada: Visitor, path: str) -> None:
    review_id = world.ask("What about dogs?", ())
    for name in ADDED:
        world.now(lambda conn, name=name: dataset.add_category(conn, world.demo.id, name, NOW))
    page = unescape(await ada.text(path.format(review=review_id)))
    listed = re.findall(rf">\s*({NAMED})\s*<|<option value=\"({NAMED})\"", page)
    words = ["".join(each) for each in listed]
    assert [each for at, each in enumerate(words) if each not in words[:at]] == ORDER
