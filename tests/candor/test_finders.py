"""The finders of a process, of all languages and of one, share what they know of cities."""

from __future__ import annotations

from candor.house import entity_finder, finder_of


def test_a_finder_of_one_language_knows_the_cities_that_all_others_know() -> None:
    assert finder_of("de").city_names is finder_of("fr").city_names is entity_finder().city_names


def test_it_finds_professions_of_its_language_and_cities() -> None:
    found = finder_of("de").find("Pfleger in Köln", "de")
    assert [(each.name, each.text) for each in found] == [("profession", "Pfleger"), ("city", "Köln")]
