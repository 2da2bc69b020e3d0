"""What professions and cities are called when the bot speaks of them."""

from __future__ import annotations

from collections.abc import Iterable

from nlu.entities.cities import EVERYWHERE, City
from nlu.entities.city_words import CITY_WORDS
from nlu.entities.professions import Profession
from nlu.words.normalise import simplified

_SPOKEN = {"en": ("GB", "US", "IE", "CA", "AU", "NZ"), "de": ("DE", "AT"), "fr": ("FR",)}
"""Where a language is most people's own, so that cities have their own names in it."""
_CITY = "市"
"""What a city's usual name in Chinese goes with; what its districts and older names are called does not."""


class Titles:
    """Names professions (by id) and cities (by GeoNames name) in a language; what it does not know stays as it is.

    >>> Titles([], [City("Munich", "DE", 1_500_000, names={EVERYWHERE: ("München",)})]).city("Munich", "de")
    'München'
    """

    def __init__(self, professions: Iterable[Profession], cities: Iterable[City]) -> None:
        self._professions = {
            (profession.id, language): forms[0]
            for profession in professions
            for language, forms in profession.forms.items()
            if forms
        }
        self._cities: dict[str, City] = {}
        for city in sorted(cities, key=lambda city: city.population):
            if city.names or city.name in self._cities:
                self._cities[city.name] = city

    def profession(self, profession: str, language: str) -> str:
        """Return the usual title of a profession."""
        return self._professions.get((profession, language)) or profession

    def city(self, name: str, language: str) -> str:
        """Return what speakers of the language call a city: its own name where it is spoken."""
        city = self._cities.get(name)
        if city is None:
            return name
        if city.country in _SPOKEN.get(language, ()):
            return next(iter(city.names.get(EVERYWHERE, ())), name)
        if language == "en" and name.isascii():  # its other English names are old ones: Basle, Cassel
            return name
        homes = CITY_WORDS.get(language, CITY_WORDS["en"]).homes
        native = city.names.get(EVERYWHERE, ()) if city.country in homes and language != "zh" else ()
        named = [form for form in city.names.get(language, ()) if not form.isascii() or not form.isupper()]
        if language == "zh":
            named = sorted(named, key=lambda form: (form != simplified(form), f"{form}{_CITY}" not in named))
        return next(iter([*named, *native]), name)
