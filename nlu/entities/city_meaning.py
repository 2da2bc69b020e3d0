"""Whether words that spell a city's name mean the city."""

from __future__ import annotations

from nlu.entities.city_names import CityName
from nlu.entities.city_sighting import Sighting
from nlu.entities.city_words import CityWords
from nlu.entities.town_like_words import given_names

LARGE = 200_000
"""Weight from which a city is known by its bare name, written small."""

_HOME, _PREFERRED = 3, 10
_SIZEABLE = 100_000
_TOWN = 50_000
_KNOWN_IN_CHINESE = 600_000
_SHORTEST_SMALL = 4


def weight(name: CityName, words: CityWords, preferred: frozenset[str]) -> int:
    """Return the inhabitants of a city, raised where it lies in a country of the language or of the company."""
    home = _HOME if name.country in words.homes else 1
    return name.population * home * (_PREFERRED if name.country in preferred else 1)


def is_meant(name: CityName, seen: Sighting, language: str, words: CityWords, preferred: frozenset[str]) -> bool:
    """Whether the city is meant.

    A large one needs nothing more, a smaller one a capital letter (where nouns have none) or a place word. A word of
    the language that is a town too needs both, or one of them when the town is sizeable; a first name needs the place
    word, a foreign name both, an abbreviation its capitals. A bare name that answers the question for a city is enough.
    """
    heavy = weight(name, words, preferred)
    known = heavy >= _SIZEABLE or name.country in words.homes
    if seen.person or words.is_function_word(seen.spelt):
        return False
    if name.abbreviation:
        return seen.upper or seen.placed or seen.bare
    if not name.own_in(language):
        return seen.placed and (seen.han or seen.inside)
    if seen.bare and (known or seen.spelt not in words.ordinary):
        return True
    if seen.spelt in given_names():
        return seen.placed
    if seen.spelt in words.ordinary:
        return _ordinary(name, seen, words, known)
    if seen.han:
        known_here = heavy >= _KNOWN_IN_CHINESE or (language == "zh" and name.country != "CN")
        return seen.placed or seen.asked or known_here
    if seen.letters < _SHORTEST_SMALL:
        signs = seen.inside + seen.placed + seen.asked + (name.country in words.homes) + (heavy >= _SIZEABLE)
        return signs > 1
    return heavy >= (_TOWN if " " in seen.spelt else LARGE) or _small(seen, words, heavy, known)


def _ordinary(name: CityName, seen: Sighting, words: CityWords, known: bool) -> bool:
    if seen.han:
        return seen.surrounded and known
    if not words.capital_is_a_sign:
        return seen.placed and (name.country in words.homes or name.population >= 2 * LARGE)
    sizeable = name.population >= (_SIZEABLE if name.country in words.homes else LARGE)
    return (seen.inside and seen.placed) or (sizeable and (seen.inside or seen.placed))


def _small(seen: Sighting, words: CityWords, heavy: int, known: bool) -> bool:
    if seen.asked or (seen.placed and (known or seen.capital or seen.letters > _SHORTEST_SMALL)):
        return True
    if not words.capital_is_a_sign:
        return seen.capital and known
    if seen.inside or (seen.capital and (heavy >= _TOWN or seen.short_message)):
        return True
    return seen.weakly_placed and (seen.capital or heavy >= _TOWN)
