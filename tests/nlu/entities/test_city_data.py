from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from nlu import starter
from nlu.entities.cities import City, with_names
from nlu.errors import DataError
from nlu.words.text_words import key
from tests.nlu.samples import DATA

FILES = ("names", "districts")


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / "cities" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def forms(row: dict[str, str], column: str) -> Iterator[str]:
    return (form for form in row[column].split("|") if form)


@pytest.mark.parametrize("name", FILES)
def test_every_city_with_names_of_its_own_is_a_known_one(name: str) -> None:
    known = {(city.name, city.country) for city in starter.known_cities(DATA)} | {
        (r["city"], r["country"]) for r in rows("towns")
    }
    assert [row["city"] for row in rows(name) if (row["city"], row["country"]) not in known] == []


def test_a_town_is_no_city_that_is_known_already() -> None:
    known = {(city.name, city.country) for city in starter.known_cities(DATA)}
    assert [row["city"] for row in rows("towns") if (row["city"], row["country"]) in known] == []


@pytest.mark.parametrize("name", [*FILES, "towns"])
def test_no_city_stands_twice(name: str) -> None:
    listed = [(row["city"], row["country"]) for row in rows(name)]
    assert sorted({city for city in listed if listed.count(city) > 1}) == []


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_a_name_means_one_city_in_a_language_and_country(language: str) -> None:
    meant: dict[tuple[str, str], set[str]] = {}
    for row in rows("names"):
        for form in (*forms(row, "native"), *forms(row, language)):
            meant.setdefault((key(form), row["country"]), set()).add(row["city"])
    assert [name for name, cities in meant.items() if len(cities) > 1 or not name[0]] == []


def test_a_district_is_in_one_city_of_a_country() -> None:
    meant: dict[tuple[str, str], set[str]] = {}
    for row in rows("districts"):
        for form in forms(row, "names"):
            meant.setdefault((key(form), row["country"]), set()).add(row["city"])
    assert [name for name, cities in meant.items() if len(cities) > 1] == []


def test_names_and_districts_go_to_the_largest_city_of_a_name() -> None:
    cities = [City("Bonn", "DE", 1), City("Bonn", "DE", 300_000), City("Bonn", "US", 500_000)]
    named = with_names(cities, {("Bonn", "DE"): {"zh": ("波恩",)}}, {("Bonn", "DE"): ("Bad Godesberg",)})
    assert [(dict(city.names), city.districts) for city in named] == [
        ({}, ()),
        ({"zh": ("波恩",)}, ("Bad Godesberg",)),
        ({}, ()),
    ]


@pytest.mark.parametrize("line", ["Bonn\tDE", "Bonn\tDE\tmany\t50.7\t7.1\t07\t"])
def test_a_line_that_is_no_city_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "cities").mkdir()
    (tmp_path / "cities/geonames.tsv").write_text(f"city\nKöln\tDE\t963395\t50.9\t6.9\t07\t科隆\n{line}\n")
    with pytest.raises(DataError, match=r"geonames\.tsv, line 3: not a city"):
        starter.known_cities(tmp_path)


def test_a_missing_file_of_cities_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"names\.csv: cannot be read"):
        starter.cities(tmp_path)
