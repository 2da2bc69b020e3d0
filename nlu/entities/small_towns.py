"""Towns too small to be spoken of by everybody: where they are, for who says in which country."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from nlu.entities.cities import City
from nlu.entities.city_names import spellings
from nlu.words.text_words import key


class SmallTowns:
    """Knows small towns by country and name; immutable to those who ask.

    >>> towns = SmallTowns([City("Sankt Valentin", "AT", 9340), City("Murten/Morat", "CH", 5800)])
    >>> towns.called("St. Valentin", ["AT"]).name, towns.called("morat", ["AT", "CH"]).name, towns.called("Morat", [])
    ('Sankt Valentin', 'Murten/Morat', None)
    """

    def __init__(self, towns: Sequence[City] = ()) -> None:
        by_country: dict[str, list[City]] = defaultdict(list)
        for town in towns:
            by_country[town.country].append(town)
        self._of = by_country
        self._named_in = cache(self._named)

    def called(self, name: str, countries: Sequence[str]) -> City | None:
        """Return the town with this name in any usual spelling in the first of the countries that has one."""
        spelt = key(name)
        return next((town for country in countries if (town := self._named_in(country.upper()).get(spelt))), None)

    def _named(self, country: str) -> Mapping[str, City]:
        """The towns of a country by their folded names, of several of one name the largest; made when first needed."""
        smallest_first = sorted(self._of.get(country, ()), key=lambda town: town.population)
        return {name: town for town in smallest_first for name in spellings(town.name, country)}
