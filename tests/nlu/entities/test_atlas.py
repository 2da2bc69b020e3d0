"""Where cities and areas are, and which of several is meant."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from nlu import starter
from nlu.entities.areas import Area
from nlu.entities.atlas import Atlas, Spot, km
from nlu.entities.finder import EntityFinder
from nlu.errors import DataError
from tests.nlu.samples import DATA

AREAS = starter.areas(DATA)


@pytest.fixture(scope="module")
def atlas(finder: EntityFinder) -> Atlas:
    return Atlas(starter.cities(DATA), AREAS, finder.city_names)


@pytest.mark.parametrize(
    ("name", "region"),
    [("Munich", "DE-BY"), ("München", "DE-BY"), ("muenchen", "DE-BY"), ("慕尼黑", "DE-BY"), ("Zermatt", "CH-VS")],
)
def test_a_city_is_known_by_any_of_its_names(atlas: Atlas, name: str, region: str) -> None:
    spot = atlas.city(name, language="de")
    assert spot is not None
    assert spot.region == region


def test_of_several_cities_the_languages_and_then_the_companys_is_meant(atlas: Atlas) -> None:
    def country(language: str, *countries: str) -> str:
        spot = atlas.city("Brest", countries, language=language)
        assert spot is not None
        return spot.country

    assert (country("en"), country("fr"), country("en", "fr")) == ("BY", "FR", "FR")


@pytest.mark.parametrize("name", ["", "Nowhere at all", "😀", "\x00", "'"])
def test_an_unknown_city_has_no_place(atlas: Atlas, name: str) -> None:
    assert atlas.city(name) is None


def test_every_city_of_the_finder_has_a_place(atlas: Atlas, finder: EntityFinder) -> None:
    meant = {(name.city, name.country) for readings in finder.city_names.values() for name in readings}
    without = {city for city in meant if atlas.city(city[0], (city[1],)) is None}
    assert len(meant) > 30_000
    assert len(without) < 20  # quarters whose names are other words ("Neustadt/Süd")


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("Berlin", "Hamburg", 255),
        ("Paris", "Lyon", 392),
        ("Zürich", "Genève", 224),
        ("Berlin", "Berlin", 0),
        ("Beijing", "Shanghai", 1068),
    ],
)
def test_distances_are_those_of_a_map(atlas: Atlas, a: str, b: str, distance: float) -> None:
    first, second = atlas.city(a, ("DE", "FR", "CH", "CN")), atlas.city(b, ("DE", "FR", "CH", "CN"))
    assert first is not None
    assert second is not None
    away = km((first.latitude, first.longitude), (second.latitude, second.longitude))
    assert away == pytest.approx(distance, rel=0.02, abs=1)


def test_a_distance_goes_the_short_way_round_the_world() -> None:
    assert km((0.0, 179.0), (0.0, -179.0)) == pytest.approx(222, abs=1)
    assert km((90.0, 0.0), (-90.0, 0.0)) == pytest.approx(20015, abs=1)


@pytest.mark.parametrize(
    ("text", "language", "codes"),
    [
        ("jobs in Bayern", "de", ["DE-BY"]),
        ("Gibt es Stellen in der Schweiz?", "de", ["CH"]),
        ("in den Niederlanden oder in Österreich", "de", ["NL", "AT"]),
        ("Kanton Zürich", "de", ["CH-ZH"]),
        ("un poste en Allemagne", "fr", ["DE"]),
        ("dans le Bade-Wurtemberg", "fr", ["DE-BW"]),
        ("sur la Côte d'Azur", "fr", ["FR-PAC"]),
        ("aux États-Unis", "fr", ["US"]),
        ("anything in Germany or the UK", "en", ["DE", "GB"]),
        ("jobs in the US", "en", ["US"]),
        ("jobs in turkey", "en", ["TR"]),
        ("我想在德国工作", "zh", ["DE"]),
        ("北威州有工作吗", "zh", ["DE-NW"]),
        ("a job with us", "en", []),
        ("an account for jordan", "en", []),
        ("un peu d'eau", "fr", []),
        ("jobs in Berlin", "en", []),
        ("all over Hesse", "en", ["DE-HE"]),
        ("partout : hesse", "fr", ["DE-HE"]),
        ("I read Hermann Hesse", "en", []),
        ("Frau Pfalz", "de", []),
        ("a talk with Martin Hesse", "en", []),
        ("vers la Bavière", "fr", ["DE-BY"]),
        ("巴伐利亚州随便哪里", "zh", ["DE-BY"]),
        ("Ruhrgebiet", "de", ["DE-NW"]),
        ("en region parisienne", "fr", ["FR-IDF"]),
        ("anywhere in NRW", "en", ["DE-NW"]),
        ("anything in wales?", "en", ["GB-WLS"]),
        ("what about Scotland", "en", ["GB-SCT"]),
        ("jobs in England", "en", ["GB"]),
        ("un emploi en Wallonie", "fr", ["BE-WAL"]),
        ("四川省内的岗位", "zh", ["CN-SC"]),
        ("jobs in Sichuan", "en", ["CN-SC"]),
        ("human resources", "en", []),
        ("jobs in sales", "en", []),
        ("in Bavraia", "en", ["DE-BY"]),
        ("in Niedersachsn", "de", ["DE-NI"]),
        ("in Nordrhein-Westfaln", "de", ["DE-NW"]),
        ("en Normadnie", "fr", ["FR-NOR"]),
        ("somewhere in germnay", "en", ["DE"]),
        ("meine Sachen", "de", []),
        ("Karten und Serien", "de", []),
        ("I am hungry", "en", []),
        ("à la campagne", "fr", []),
        ("my surname", "en", []),
        ("", "en", []),
    ],
)
def test_countries_and_regions_are_found_in_a_text(atlas: Atlas, text: str, language: str, codes: list[str]) -> None:
    assert [area.code for area in atlas.areas(text, language)] == codes


def test_where_a_name_stands_is_told_with_it(atlas: Atlas) -> None:
    text = "from Bavraia to Austria"
    found = [(area.code, text[start:end]) for area, start, end in atlas.named_areas(text, "en")]
    assert found == [("DE-BY", "Bavraia"), ("AT", "Austria")]


def test_no_everyday_word_is_taken_for_a_misspelt_area(atlas: Atlas) -> None:
    with (Path(__file__).parent / "everyday_words.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row["language"], row["words"].split()) for row in csv.DictReader(file)]
    assert sum(len(words) for _, words in rows) > 1000
    misspelt = ((word, language) for language, words in rows for word in words if atlas.area(word) is None)
    assert [word for word, language in misspelt if atlas.areas(word, language)] == []


def test_a_place_is_an_area_before_a_city_of_its_name(atlas: Atlas) -> None:
    assert isinstance(atlas.place("Luxembourg", "fr"), Area)
    assert isinstance(atlas.place("Berlin", "de"), Spot)
    assert isinstance(atlas.place("jobs in Hessen", "de"), Area)
    assert atlas.place("no place at all", "en") is None


def test_an_area_is_known_by_code_and_name_and_called_as_the_language_does(atlas: Atlas) -> None:
    area = atlas.area("de-by")
    assert area is not None
    assert area == atlas.area("Bavière")
    assert (area.name("de"), atlas.name_of("DE-BY", "fr"), atlas.name_of("DE", "zh")) == ("Bayern", "Bavière", "德国")
    assert atlas.name_of("XX-9", "en") == "XX-9"
    assert atlas.area("nothing") is None


def test_the_middle_of_an_area_is_where_its_people_live(atlas: Atlas) -> None:
    middle = atlas.middle("DE-HE")
    assert middle is not None
    assert km(middle, (50.11, 8.68)) < 60
    assert atlas.middle("XX") is None


def test_every_region_of_four_countries_has_a_name_in_every_language_and_cities(atlas: Atlas) -> None:
    regions = [area for area in AREAS if not area.is_country]
    assert {country: sum(area.country == country for area in regions) for country in ("DE", "AT", "CH", "FR")} == {
        "DE": 16,
        "AT": 9,
        "CH": 26,
        "FR": 13,
    }
    assert [area.code for area in AREAS if not all(area.names[language] for language in ("en", "de", "fr", "zh"))] == []
    without = {"AT-1", "CH-AI", "CH-GL", "CH-JU", "CH-NW", "CH-UR"}  # no town of 15,000 that GeoNames files there
    assert {area.code for area in regions if atlas.middle(area.code) is None} <= without


def test_no_name_means_two_regions() -> None:
    meant: dict[str, set[str]] = {}
    for area in AREAS:
        for name in {name.casefold() for names in area.names.values() for name in names}:
            meant.setdefault(name, set()).add(area.code)
    assert {name: codes for name, codes in meant.items() if len(codes) > 1} == {}


def test_towns_lie_in_their_country() -> None:
    with (DATA / "cities" / "towns.csv").open(encoding="utf-8", newline="") as file:
        towns = list(csv.DictReader(file))
    near = {"DE": (51.0, 10.0), "AT": (47.5, 13.5), "CH": (46.8, 8.2), "FR": (46.5, 2.5)}
    for town in towns:
        assert km(near[town["country"]], (float(town["latitude"]), float(town["longitude"]))) < 650, town["city"]


def test_coordinates_that_are_no_numbers_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("data")
    (folder / "cities").mkdir()
    (folder / "cities" / "geonames.tsv").write_text("city\n", encoding="utf-8")
    (folder / "cities" / "names.csv").write_text("city,country,native\n", encoding="utf-8")
    (folder / "cities" / "districts.csv").write_text("city,country,names\n", encoding="utf-8")
    (folder / "cities" / "towns.csv").write_text(
        "city,country,population,latitude,longitude,region\nSylt,DE,18000,north,8.3,10\n", encoding="utf-8"
    )
    with pytest.raises(DataError, match=r"towns.csv, line 2: the coordinates are no numbers"):
        starter.cities(folder)
