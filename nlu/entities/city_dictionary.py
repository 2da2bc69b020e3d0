"""Finds cities in a message by looking up its word n-grams."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import KeysView, Mapping, MutableMapping, Sequence
from copy import copy
from functools import lru_cache

from nlu.entities.cities import City
from nlu.entities.city_meaning import is_meant, weight
from nlu.entities.city_names import CityName, OwnTown, Readings, city_names, own_towns
from nlu.entities.city_sighting import CutMessage
from nlu.entities.city_words import CITY_WORDS, CityWords
from nlu.entities.lookup import Match, Names
from nlu.understanding import Entity
from nlu.words.text_words import TextWord
from nlu.words.typos import Typos

_SIZEABLE, _FAMOUS = 100_000, 500_000
_HOMES = frozenset().union(*(grammar.homes for grammar in CITY_WORDS.values()))
_REMEMBERED = 4096  # words
_SURELY_MISSPELT = 8
_SHORTEST_MISSPELT = 6
_CONTRACTIONS = frozenset({"au", "aux", "du", "des"})
_BETWEEN_PARTS = frozenset({"", "-", ",", "/"})


class CityDictionary:
    """Finds cities in texts of any language of the product, one slip in the name of a larger one included."""

    def __init__(self, cities: Sequence[City]) -> None:
        names = city_names(cities)
        self._names = Names(names)
        self._readings: MutableMapping[str, Readings] = names
        self._known: KeysView[str] = names.keys()
        self._typos = Typos(name for name, meant in names.items() if " " not in name and _often_misspelt(meant))
        self._corrected = lru_cache(_REMEMBERED)(self._look_up)
        self._preferred: frozenset[str] = frozenset()

    @property
    def names(self) -> Mapping[str, Readings]:
        """Every folded name (see `nlu.words.text_words.key`) with the cities it may mean; not to be changed."""
        return self._readings

    def preferring(self, countries: Sequence[str], towns: Sequence[OwnTown] = ()) -> CityDictionary:
        """Return a dictionary in which cities of these countries (ISO codes) come first; it shares all names.

        The `towns` are a company's own, as it writes them: those that no city of their country is called are known
        beside the others.
        """
        other = copy(self)
        other._preferred = frozenset(country.upper() for country in countries)
        own = own_towns(towns, countries, self._readings)
        if own:
            other._names, other._readings = self._names.including(own), ChainMap(own, self._readings)
            other._known = other._readings.keys()
        return other

    def find(self, text: str, words: Sequence[TextWord], language: str, *, asked: bool = False) -> list[Entity]:
        """Return the cities among the words of `text`; the value of each is its GeoNames name.

        `asked` says that the text answers the question for a city: then its bare name is enough.
        """
        grammar = CITY_WORDS.get(language, CITY_WORDS["en"])
        spelt = [self._spelt(word, asked) for word in words]
        message = CutMessage(text, list(words), spelt, grammar, self._known, asked)

        def accept(match: Match[Readings], previous: Match[Readings] | None) -> bool:
            if not match.value:
                return True
            name = self._likeliest(match.value, language, grammar)
            return is_meant(name, message.sighting(match, previous), language, grammar, self._preferred)

        found = [
            (match.first, match.last, self._likeliest(match.value, language, grammar).city)
            for match in self._names.matches(words, spelt, accept)
            if match.value
        ]
        return _joined(text, [_entity(text, words[first:last], city) for first, last, city in found])

    def _likeliest(self, readings: Readings, language: str, grammar: CityWords) -> CityName:
        return max(readings, key=lambda name: (name.own_in(language), weight(name, grammar, self._preferred)))

    def _spelt(self, word: TextWord, asked: bool) -> str:
        """Return the word as it is to be looked up: folded, a slip in the name of a larger city corrected."""
        folded = word.folded
        if len(folded) < _SHORTEST_MISSPELT or folded in self._known:
            return folded
        if not (word.capital or asked or len(folded) >= _SURELY_MISSPELT):
            return folded
        return self._corrected(folded) or folded

    def _look_up(self, word: str) -> str | None:
        """Return the name one slip from a word; of several (Hannover, Hanover) any, as long as they mean one city."""
        near = sorted(self._typos.near(word))
        largest = {max(self._readings[name], key=lambda reading: reading.population).city for name in near}
        return near[0] if len(largest) == 1 else None


def _often_misspelt(readings: Readings) -> bool:
    # the cities of China are left out: their names in Latin letters are too near one another and English
    return any(
        name.languages
        and name.country != "CN"
        and name.population >= (_SIZEABLE if name.country in _HOMES else _FAMOUS)
        for name in readings
    )


def _entity(text: str, words: Sequence[TextWord], city: str) -> Entity:
    article = len(words) > 1 and words[0].folded in _CONTRACTIONS  # "au Mans" is "à Le Mans"
    start, end = words[1 if article else 0].start, words[-1].end
    end += "(" in text[start:end] and text[end : end + 1] == ")"
    return Entity("city", city, text[start:end], start, end)


def _joined(text: str, entities: Sequence[Entity]) -> list[Entity]:
    """Return the entities with a city and its district, side by side, as one (Berlin-Kreuzberg)."""
    found: list[Entity] = []
    for entity in entities:
        last = found[-1] if found else None
        if last and last.value == entity.value and text[last.end : entity.start].strip() in _BETWEEN_PARTS:
            entity = Entity("city", entity.value, text[last.start : entity.end], last.start, entity.end)
            found.pop()
        found.append(entity)
    return found
