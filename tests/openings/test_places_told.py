"""A place that a text does not name is told of by its country, or by all other places."""

from __future__ import annotations

import pytest

from nlu import starter
from nlu.entities.atlas import Atlas
from nlu.entities.cities import City
from nlu.entities.city_dictionary import CityDictionary
from nlu.understanding import Entity, Stage, Understanding
from openings.places_told import speaking_of_its_place
from openings.quoting import quoted, tells_value
from tests.nlu.samples import DATA

CITIES = [
    City("Hamburg", "DE", 1_800_000, latitude=53.55, longitude=9.99),
    City("Kassel", "DE", 200_000, latitude=51.32, longitude=9.5),
    City("Lisbon", "PT", 500_000, latitude=38.72, longitude=-9.13),
]
ATLAS = Atlas(CITIES, starter.areas(DATA), CityDictionary(CITIES).names)
CANTEEN = {
    "en": "There is a canteen in Kassel. At the other sites you get a voucher.",
    "de": "In Kassel gibt es eine Kantine. An den anderen Standorten bekommen Sie einen Gutschein.",
    "fr": "Il y a une cantine à Kassel. Sur les autres sites, vous recevez un titre-restaurant.",
    "zh": "卡塞尔设有食堂。其他地点每天发一张餐券。",
}
LEAVE = "In Germany you have 30 days. In our other countries it is 25. Days off can be saved."


def asked(text: str, language: str, town: str = "", written: str = "") -> Understanding:
    start = text.find(written)
    towns = (Entity("city", town, written, start, start + len(written)),) if town else ()
    return Understanding(text, language, Stage.NONE, None, 0.0, (), towns, "v1")


def told(text: str, question: Understanding) -> str | None:
    """What is quoted of a text that the question is about."""
    language = question.language
    place = speaking_of_its_place(text, question, language, ATLAS, ("DE",))
    return quoted(text, question.text, language, language, is_about_it=True, of_its_place=place)


@pytest.mark.parametrize(
    ("question", "language", "written"),
    [
        ("and in Hamburg?", "en", "Hamburg"),
        ("Und in Hamburg?", "de", "Hamburg"),
        ("et à Hambourg ?", "fr", "Hambourg"),
        ("汉堡呢", "zh", "汉堡"),
    ],
)
def test_of_a_town_that_is_not_named_what_is_said_of_all_other_places_is_told(
    question: str, language: str, written: str
) -> None:
    found = told(CANTEEN[language], asked(question, language, "Hamburg", written))
    assert found is not None
    assert CANTEEN[language].endswith(found)


def test_of_a_town_that_is_named_all_other_places_are_not_told() -> None:
    found = told(CANTEEN["en"], asked("and in Kassel?", "en", "Kassel", "Kassel"))
    assert found == "There is a canteen in Kassel."


@pytest.mark.parametrize(
    ("question", "town", "sentence"),
    [
        ("and in Hamburg?", "Hamburg", "In Germany you have 30 days."),
        ("and in Lisbon?", "Lisbon", "In our other countries it is 25."),
        ("and in Portugal?", "", "In our other countries it is 25."),
        ("and in Hamburg or Lisbon?", "", None),
    ],
)
def test_a_town_of_a_country_that_is_named_is_in_none_of_the_others(
    question: str, town: str, sentence: str | None
) -> None:
    assert told(LEAVE, asked(question, "en", town, town)) == sentence


def test_a_place_that_is_told_of_is_what_a_question_of_no_other_subject_asks_for() -> None:
    place = speaking_of_its_place(LEAVE, asked("and in Portugal?", "en"), "en", ATLAS, ())
    assert tells_value(LEAVE, "and in Portugal?", "en", "en", place)
    assert not tells_value(LEAVE, "are there holiday jobs in Portugal?", "en", "en", place)
    assert not tells_value("We have 30 days.", "and in Portugal?", "en", "en", place)
