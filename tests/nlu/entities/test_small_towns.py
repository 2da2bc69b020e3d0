"""Small towns are known where a company is; its own ones are understood as it writes them."""

from __future__ import annotations

import pytest

from nlu import starter
from nlu.entities.atlas import Atlas
from nlu.entities.finder import EntityFinder
from nlu.entities.small_towns import SmallTowns
from tests.nlu.samples import DATA


@pytest.fixture(scope="module")
def atlas(finder: EntityFinder) -> Atlas:
    small = SmallTowns(starter.small_towns(DATA))
    return Atlas(starter.cities(DATA), starter.areas(DATA), finder.city_names, small)


@pytest.mark.parametrize(
    ("name", "country", "called", "region"),
    [
        ("Otley", "GB", "Otley", ""),
        ("Enns", "AT", "Enns", "AT-4"),
        ("St. Valentin", "AT", "Sankt Valentin", "AT-3"),
        ("Morat", "CH", "Murten/Morat", "CH-FR"),
        ("Murten", "CH", "Murten/Morat", "CH-FR"),
        ("Delémont", "CH", "Delémont", "CH-JU"),
        ("Hull", "GB", "Kingston upon Hull", ""),
        ("Whitby", "GB", "Whitby", ""),
    ],
)
def test_a_small_town_is_known_in_its_country(atlas: Atlas, name: str, country: str, called: str, region: str) -> None:
    spot = atlas.city(name, (country,))
    assert spot is not None
    assert (spot.name, spot.country, spot.region) == (called, country, region)


def test_a_small_town_is_not_known_to_companies_of_other_countries(atlas: Atlas) -> None:
    assert atlas.city("Otley", ("DE", "AT")) is None
    assert atlas.city("Otley") is None
    assert atlas.small_town("Otley", ("DE",)) is None


def test_a_famous_city_is_meant_wherever_it_is(atlas: Atlas) -> None:
    berlin = atlas.city("Berlin", ("GB", "AT"))
    assert berlin is not None
    assert berlin.country == "DE"


OWN = ("Otley", "Whitby", "St. Valentin", "Street", "Leeds", "兴隆湖")


@pytest.mark.parametrize(
    ("text", "language", "towns"),
    [
        ("any jobs near otley?", "en", ["Otley"]),
        ("Otley", "en", ["Otley"]),
        ("anything in Whitby", "en", ["Whitby"]),
        ("Stellen in Sankt Valentin", "de", ["St. Valentin"]),
        ("兴隆湖有什么岗位", "zh", ["兴隆湖"]),
        ("baker in leeds or otley", "en", ["Leeds", "Otley"]),
        ("a job in Street", "en", ["Street"]),
        ("I live in a quiet street", "en", []),
    ],
)
def test_the_towns_of_a_companys_openings_are_understood(
    finder: EntityFinder, text: str, language: str, towns: list[str]
) -> None:
    company = finder.for_company(countries=("GB",), towns=[(town, None) for town in OWN])
    assert [each.value for each in company.find(text, language) if each.name == "city"] == towns


@pytest.mark.parametrize("text", ["vous avez quoi comme places a lyon", "technicien itinérant lyon"])
def test_a_city_abroad_with_openings_stays_as_well_known_as_it_is(finder: EntityFinder, text: str) -> None:
    company = finder.for_company(countries=("DE", "AT"), towns=[("Lyon", "FR"), ("Hamburg", "DE")])
    assert [each.value for each in company.find(text, "fr") if each.name == "city"] == ["Lyon"]


def test_a_town_that_no_opening_names_stays_unknown(finder: EntityFinder) -> None:
    company = finder.for_company(countries=("GB",), towns=[("Leeds", "GB")])
    assert company.find("any jobs near otley?", "en") == ()
    assert finder.find("any jobs near otley?", "en") == ()


def test_a_town_is_what_the_company_calls_so_before_a_city_elsewhere(atlas: Atlas, finder: EntityFinder) -> None:
    company = finder.for_company(countries=("GB",), towns=[("Whitby", "GB")])
    (found,) = company.find("jobs in whitby", "en")
    spot = atlas.city(found.value, ("GB",))
    assert spot is not None
    assert spot.country == "GB"
