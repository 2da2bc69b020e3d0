"""The cities of the world and what they are called."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

EVERYWHERE = ""
"""Stands for every language where names are given by language."""

_NO_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType({})
"""One for all cities without names: there are thirty thousand of them."""
_NAMED_IN_HAN = frozenset({"CN", "HK", "MO", "TW", "JP"})


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
    names: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _NO_NAMES, repr=False)
    districts: tuple[str, ...] = field(default=(), repr=False)
    latitude: float | None = None
    longitude: float | None = None
    region: str = ""


def known_city(
    name: str, country: str, population: str, latitude: str, longitude: str, region: str, chinese: str = ""
) -> City:
    """Return the city of a line of GeoNames; `chinese`, parted by `|`, is everyday Chinese for the cities of China and
    Japan, else what it goes by. Raises ValueError when a number is none.
    """
    names = tuple(chinese.split("|")) if chinese else ()
    own = country in _NAMED_IN_HAN
    return City(
        name,
        sys.intern(country),
        int(population),
        other_names=() if own else names,
        names={"zh": names} if own and names else _NO_NAMES,
        latitude=float(latitude),
        longitude=float(longitude),
        region=sys.intern(region),
    )


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
    together = {language: names.get(language, ()) + city.names.get(language, ()) for language in {*city.names, *names}}
    return replace(city, names=together, districts=city.districts + districts)
