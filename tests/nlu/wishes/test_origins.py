"""Where somebody comes from is not where they look for a job."""

from __future__ import annotations

import pytest

from tests.nlu.wishes.conftest import Read


@pytest.mark.parametrize(
    ("language", "text", "cities"),
    [
        ("en", "I am from Syria. I live in Kassel.", ("Kassel",)),
        ("en", "I come from Turkey, what papers do I need", ()),
        ("de", "Wir ziehen von Leipzig nach Wien", ("Vienna",)),
        ("de", "Ich bin aus der Ukraine und wohne in Kassel", ("Kassel",)),
        ("fr", "je viens de Marseille, un poste à Lyon ?", ("Lyon",)),
        ("zh", "我来自叙利亚，住在卡塞尔", ("Kassel",)),
    ],
)
def test_the_place_somebody_comes_from_is_not_looked_in(
    read_first: Read, language: str, text: str, cities: tuple[str, ...]
) -> None:
    said = read_first(text, language)
    assert (said.cities, said.areas, said.trade) == (cities, (), "")


def test_a_region_alone_is_where_they_live(read_first: Read) -> None:
    assert read_first("ich komme aus Hessen", "de").areas == ("DE-HE",)


@pytest.mark.parametrize(("language", "text"), [("en", "I'm from Kassel, any jobs?"), ("fr", "je suis de Kassel")])
def test_a_town_alone_is_where_they_live(read_first: Read, language: str, text: str) -> None:
    assert read_first(text, language).cities == ("Kassel",)
