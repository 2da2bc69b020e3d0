from __future__ import annotations

import pytest

from nlu.entities.cities import City
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder


def cities(finder: EntityFinder, text: str) -> list[str]:
    return [entity.value for entity in finder.find(text, "en") if entity.name == "city"]


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("jobs in Berlin", "Berlin"),
        ("jobs in berlin", "Berlin"),
        ("BERLIN", "Berlin"),
        ("any work near Zürich?", "Zürich"),
        ("any work near zurich?", "Zürich"),
        ("jobs in Cologne", "Köln"),
        ("something in new york please", "New York City"),
        ("anything in nyc", "New York City"),
        ("frankfurt am main", "Frankfurt am Main"),
        ("Frankfurt warehouse jobs", "Frankfurt am Main"),
        ("a job in St. Gallen", "Sankt Gallen"),
        ("jobs in Nice", "Nice"),
        ("jobs in nice", "Nice"),
        ("a job near Reading", "Reading"),
        ("jobs in Bath", "Bath"),
        ("anything in mobile?", "Mobile"),
        ("I live in Best", "Best"),
        ("chef in marburg", "Marburg an der Lahn"),
        ("work in Stutgart", "Stuttgart"),
        ("jobs manchster", "Manchester"),
        ("jobs in Munich's city centre", "Munich"),
    ],
)
def test_a_city_is_found_as_people_write_it(finder: EntityFinder, text: str, city: str) -> None:
    assert cities(finder, text) == [city]


@pytest.mark.parametrize(
    "text",
    [
        "Can I apply twice",
        "can you help me",
        "nice to meet you",
        "Nice to meet you",
        "what is the start date",
        "Date of the interview?",
        "do you hire students",
        "Hire me",
        "i am reading your page",
        "Reading the advert I had a question",
        "my mobile number",
        "the best job of my life",
        "any job",
        "most of the time",
        "same as last March",
        "my name is Charlotte",
        "can I talk to Mrs Keller",
        "hasta la vista",
        "jobs in Florida",
        "I am interested in joining",
        "I am changing jobs",
        "it is as good as any",
        "CAN I APPLY",
        "MY MOBILE NUMBER",
        "the bus to university",
    ],
)
def test_a_word_that_is_also_a_town_is_not_one_without_a_sign(finder: EntityFinder, text: str) -> None:
    assert cities(finder, text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("jobs in Berlin or Hamburg", ["Berlin", "Hamburg"]),
        ("berlin, leipzig and hull", ["Berlin", "Leipzig", "Kingston upon Hull"]),
        ("from Lyon to Geneva", ["Lyon", "Geneva"]),
    ],
)
def test_several_cities_are_all_found(finder: EntityFinder, text: str, found: list[str]) -> None:
    assert cities(finder, text) == found


def test_of_cities_with_one_name_the_largest_is_meant() -> None:
    finder = EntityFinder((), CityDictionary([City("Paris", "US", 25_000), City("Paris", "FR", 2_000_000)]), ["en"])
    assert cities(finder, "paris") == ["Paris"]
    assert cities(EntityFinder((), CityDictionary([City("Paris", "US", 25_000)]), ["en"]), "paris hotels") == []


def test_a_foreign_name_needs_its_capital() -> None:
    finder = EntityFinder((), CityDictionary([City("Perth", "AU", 2_000_000, ("Part", "Pertha"))]), ["en"])
    assert cities(finder, "jobs in Pertha") == ["Perth"]
    assert cities(finder, "this is in part mine") == []
    assert cities(finder, "we met pertha") == []
