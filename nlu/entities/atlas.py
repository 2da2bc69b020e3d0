"""Where cities, regions and countries are, and how far apart."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import asin, cos, radians, sin, sqrt
from types import MappingProxyType

from nlu.entities.areas import Area, AreaNames
from nlu.entities.cities import City
from nlu.entities.city_meaning import weight
from nlu.entities.city_names import Readings
from nlu.entities.city_words import CITY_WORDS
from nlu.entities.lookup import Names
from nlu.entities.small_towns import SmallTowns
from nlu.words.text_words import key

_EARTH_KM = 6371.0088
_FAMOUS = 500_000
"""Inhabitants from which a city is meant wherever it is, and no small town at home."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A city on the map: GeoNames name, ISO country, region (ISO 3166-2, "" where it is not known), degrees."""

    name: str
    country: str
    region: str
    population: int
    latitude: float
    longitude: float


class Atlas:
    """Knows the place of every city and what areas are called; immutable, a few bytes a city.

    `names` is the dictionary that an EntityFinder holds already (its `city_names`), so that both share it. `small`
    towns are known to who says in which countries.
    """

    def __init__(
        self,
        cities: Sequence[City],
        areas: Sequence[Area],
        names: Mapping[str, Readings] = MappingProxyType({}),
        small: SmallTowns = SmallTowns(),  # noqa: B008 - it never changes
    ) -> None:
        placed = sorted(
            (city for city in cities if city.latitude is not None and city.longitude is not None),
            key=lambda city: (city.name, city.country, -city.population),
        )
        codes = {(area.country, area.geonames): area.code for area in areas if not area.is_country}
        self._spellings = names
        self._small = small
        self._region_codes = codes
        self._areas = {area.code: area for area in areas}
        self._area_names = AreaNames(areas)
        self._codes = Names({key(code): code for code in self._areas})
        self._names = [city.name for city in placed]
        self._countries = [city.country for city in placed]
        self._regions = [codes.get((city.country, city.region), "") for city in placed]
        self._population = array("l", (city.population for city in placed))
        self._latitudes = array("d", (city.latitude or 0.0 for city in placed))
        self._longitudes = array("d", (city.longitude or 0.0 for city in placed))

    def city(self, name: str, countries: Sequence[str] = (), *, language: str = "en") -> Spot | None:
        """Return the city that a speaker of the language means by a name in any usual spelling.

        Of several the one in these countries (ISO codes) comes first, as in the entities of a message; so does a small
        town there before a city elsewhere that is not famous.
        """
        found = self._large(name, countries, language)
        near = frozenset(country.upper() for country in countries)
        if found is not None and _is_near(found.country, found.population, near):
            return found
        return self.small_town(name, countries) or found

    def small_town(self, name: str, countries: Sequence[str]) -> Spot | None:
        """Return the small town of these countries (ISO codes) that has this name in any usual spelling."""
        town = self._small.called(name, countries)
        if town is None or town.latitude is None or town.longitude is None:
            return None
        region = self._region_codes.get((town.country, town.region), "")
        return Spot(town.name, town.country, region, town.population, town.latitude, town.longitude)

    def _large(self, name: str, countries: Sequence[str], language: str) -> Spot | None:
        grammar = CITY_WORDS.get(language, CITY_WORDS["en"])
        preferred = frozenset(country.upper() for country in countries)
        readings = sorted(
            self._spellings.get(key(name), ()),
            key=lambda its: (
                _is_near(its.country, its.population, preferred),
                its.city == name,
                weight(its, grammar, preferred),
            ),
            reverse=True,
        )
        spots = (self._spot(reading.city, reading.country) for reading in readings)
        return next((spot for spot in spots if spot), None)

    def area(self, name: str) -> Area | None:
        """Return the country or region with this code or with this name in one of the languages."""
        return self._areas.get(name.upper()) or self._area_names.called(name)

    def longest_area(self, first: str) -> int:
        """Return how many words the longest name or code has that begins with this folded word; 0 where none does.

        Beginning with any other word `area` knows nothing.
        """
        return max(self._area_names.longest(first), self._codes.longest(first))

    def areas(self, text: str, language: str) -> list[Area]:
        """Return the countries and regions that a text names, in order: "jobs in Bayern", "en Allemagne", "德国"."""
        return [area for area, _, _ in self.named_areas(text, language)]

    def named_areas(self, text: str, language: str) -> list[tuple[Area, int, int]]:
        """Return the areas that a text names, in order, each with where its name begins and ends."""
        return self._area_names.find(text, language)

    def place(self, text: str, language: str, countries: Sequence[str] = ()) -> Spot | Area | None:
        """Return the area or the city that is the whole text, or else the first area named in it."""
        whole = self._area_names.called(text) or self.city(text, countries, language=language)
        return whole or next(iter(self.areas(text, language)), None)

    def middle(self, code: str) -> tuple[float, float] | None:
        """Return the point (degrees) where the people of a country or region live on average, None without cities."""
        of = self._countries if len(code) == 2 else self._regions
        rows = [row for row, its in enumerate(of) if its == code]
        people = sum(self._population[row] for row in rows)
        if not people:
            return None
        latitude, longitude = (
            sum(degrees[row] * self._population[row] for row in rows) / people
            for degrees in (self._latitudes, self._longitudes)
        )
        return latitude, longitude

    def name_of(self, code: str, language: str) -> str:
        """Return what the country or region with this code is called in a language; an unknown code as it is."""
        area = self._areas.get(code)
        return area.name(language) if area else code

    def _spot(self, name: str, country: str) -> Spot | None:
        row = bisect_left(self._names, name)
        while row < len(self._names) and self._names[row] == name:
            if self._countries[row] == country:
                place = self._latitudes[row], self._longitudes[row]
                return Spot(name, country, self._regions[row], self._population[row], *place)
            row += 1
        return None


def _is_near(country: str, population: int, countries: frozenset[str]) -> bool:
    """Whether a city lies in one of the countries, or is famous: of Hulls a company in Britain means its own."""
    return country in countries or population >= _FAMOUS


def km(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the great-circle distance of two (latitude, longitude) in degrees, by the haversine formula.

    >>> round(km((52.52437, 13.41053), (53.55073, 9.99302)))  # Berlin, Hamburg
    255
    """
    (lat1, lon1), (lat2, lon2) = ((radians(latitude), radians(longitude)) for latitude, longitude in (a, b))
    half = sin((lat2 - lat1) / 2) ** 2 + cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 2 * _EARTH_KM * asin(sqrt(min(1.0, half)))
