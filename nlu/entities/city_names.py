"""Every way to write the names of cities, and the cities that each of them may mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from nlu.entities.cities import EVERYWHERE, City
from nlu.entities.town_like_words import never_cities, phrases
from nlu.words.script import HAN
from nlu.words.text_words import key

DISTRICT = 200_000
"""Inhabitants that a district counts as having, so that its bare name is enough."""

OwnTown = tuple[str, str | None]
"""A town of a company's openings as it writes it, and its country (ISO code) where that is told."""
_OWN_TOWN = 6_000
_LONGEST_ABBREVIATION = 4
_ADDITION = re.compile(
    r"^(?P<base>[^(/]+?)(?: ?\(.*\)| ?/ ?(?P<other>[^/]+)"
    r"|[ -](?P<joint>am|an der|im|in der|ob der|auf der|upon|unter|bei|vor der)[ -](?P<place>.+))$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(Le|Les) (?=\S)")
_CONTRACTED = {"Le": ("au", "du"), "Les": ("aux", "des")}
_SAINTS = {"saint": ("st",), "sainte": ("ste",), "sankt": ("st", "saint"), "st": ("saint", "sankt")}
_CHINESE_KIND = re.compile(f"(?<=[{HAN}]{{2}})(?:市|县|縣)$")
_TRANSCRIBED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "Ø": "Oe", "å": "aa"}
)


@dataclass(frozen=True, slots=True)
class CityName:
    """What one name means: a city; it is the everyday name in its `languages` ("": in all; none: a foreign name)."""

    city: str
    country: str
    population: int
    languages: frozenset[str]
    abbreviation: bool = False

    def own_in(self, language: str) -> bool:
        """Whether a speaker of `language` calls the city so."""
        return EVERYWHERE in self.languages or language in self.languages


Readings = tuple[CityName, ...]
"""The cities that a name may mean, the largest of each country; none: a phrase that holds a name by accident."""


def city_names(cities: Sequence[City]) -> dict[str, Readings]:
    """Return the folded names (see `nlu.words.text_words.key`) with the cities that each may mean."""
    found: dict[str, dict[str, CityName]] = {}
    for city in sorted(cities, key=lambda city: -city.population):
        for form, languages in _forms(city):
            name = CityName(city.name, city.country, city.population, languages, is_abbreviation(form))
            for spelling in spellings(form, city.country):
                readings = found.setdefault(spelling, {})
                known = readings.setdefault(city.country, name)
                if known.city == city.name and not languages <= known.languages:
                    readings[city.country] = replace(known, languages=_shared(known.languages | languages))
    _name_districts(found, cities)
    names = {name: tuple(readings.values()) for name, readings in found.items() if name not in never_cities()}
    return {**names, **dict.fromkeys(phrases(), ())}


def own_towns(towns: Sequence[OwnTown], countries: Sequence[str], known: Mapping[str, Readings]) -> dict[str, Readings]:
    """Return the folded names of a company's towns that no city `known` in their country has.

    One of which no country is told lies in the company's `countries` (ISO codes). Each means the town as the company
    writes it. It is small: written small it needs a place word.
    """
    home = [country.upper() for country in countries]
    found: dict[str, Readings] = {}
    for town, country in towns:
        at_home = [country.upper()] if country else home
        its = CityName(town, next(iter(at_home), ""), _OWN_TOWN, _shared(frozenset({EVERYWHERE})))
        for name in spellings(town, its.country):
            readings = known.get(name)
            is_known = readings == () or any(reading.country in at_home for reading in readings or ())
            if not is_known and name not in never_cities():
                found[name] = (its,)
    return found


def spellings(form: str, country: str) -> Iterator[str]:
    """Yield how a name may be written, folded: as it is, umlauts transcribed, without an addition, saints shortened.

    >>> sorted(spellings('Sankt Pölten', 'AT'))
    ['saint poelten', 'saint polten', 'sankt poelten', 'sankt polten', 'st poelten', 'st polten']
    >>> sorted(spellings('Frankfurt am Main', 'DE'))
    ['frankfurt', 'frankfurt a m', 'frankfurt a main', 'frankfurt am main', 'frankfurt main']
    """
    seen: set[str] = set()
    for written in _written(form, country):
        for transcribed in {written, written if written.isascii() else written.translate(_TRANSCRIBED)}:
            name = key(transcribed)
            seen.add(name)
            first, _, rest = name.partition(" ")
            seen.update(f"{short} {rest}" for short in _SAINTS.get(first, ()) if rest)
    seen.discard("")
    yield from seen


def is_abbreviation(form: str) -> bool:
    """Whether a name counts in capitals only, as NYC.

    >>> is_abbreviation('NYC'), is_abbreviation('Rom')
    (True, False)
    """
    return len(form) <= _LONGEST_ABBREVIATION and form.isascii() and form.isupper()


def _forms(city: City) -> Iterator[tuple[str, frozenset[str]]]:
    yield city.name, _shared(frozenset({EVERYWHERE}))
    for language, forms in city.names.items():
        for form in forms:
            yield form, _shared(frozenset({language}))
    for form in city.other_names:
        yield form, frozenset()


@cache
def _shared(languages: frozenset[str]) -> frozenset[str]:
    """The same object for the same languages: there are a hundred thousand names, and a handful of such sets."""
    return languages


def _written(form: str, country: str) -> Iterator[str]:
    yield form
    if addition := _ADDITION.match(form):
        base, place = addition["base"], addition["place"]
        yield base
        if addition["other"]:
            yield addition["other"]
        if place:
            initials = " ".join(word[0] for word in addition["joint"].split())
            yield from (f"{base} {place}", f"{base} {initials} {place}", f"{base} {initials} {place[0]}")
    if country in {"FR", "BE", "CH", "CA"} and (article := _ARTICLE.match(form)):
        for contracted in _CONTRACTED[article[1]]:
            yield f"{contracted} {form[article.end() :]}"
    if country in {"CN", "TW"} and ord(form[0]) > ord("\u3400"):
        yield _CHINESE_KIND.sub("", form) + "市"
        yield _CHINESE_KIND.sub("", form)


def _name_districts(found: dict[str, dict[str, CityName]], cities: Sequence[City]) -> None:
    """Let the names of districts mean their cities instead of the entries that GeoNames has for some of them."""
    for city in cities:
        for form in city.districts:
            for name in spellings(form, city.country):
                district = CityName(city.name, city.country, DISTRICT, frozenset({EVERYWHERE}))
                found.setdefault(name, {})[city.country] = district
