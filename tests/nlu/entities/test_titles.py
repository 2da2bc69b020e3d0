"""What cities are called when the bot speaks of them."""

from __future__ import annotations

import pytest

from nlu import starter
from nlu.entities.titles import Titles
from tests.nlu.samples import DATA


@pytest.fixture(scope="module")
def titles() -> Titles:
    return Titles([], starter.cities(DATA))


@pytest.mark.parametrize(
    ("city", "called"),
    [("Chengdu", "成都"), ("Mianyang", "绵阳"), ("Shenzhen", "深圳"), ("Foshan", "佛山"), ("Guiyang", "贵阳")],
)
def test_a_city_of_china_has_its_usual_name_in_simplified_characters(titles: Titles, city: str, called: str) -> None:
    assert titles.city(city, "zh") == called
