"""Finds the professions and cities of a message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Final

from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.city_names import OwnTown, Readings
from nlu.entities.narrowing import narrowed
from nlu.entities.professions import Profession, ProfessionDictionary
from nlu.understanding import Entity
from nlu.words.normalise import CONSIDERED_CHARACTERS
from nlu.words.question_form import ends_in_a_mark
from nlu.words.script import without_addresses
from nlu.words.text_words import TextWord, words

WORKPLACE: Final = "workplace"
"""What is expected where words for a workplace name a profession: "in the kitchen", "on the phones"."""
_ASKED = frozenset({"profession"})
_EITHER = "/"
_FEW = 2
"""Words beside a place that may be nothing but the name of a profession."""
_HEAD_FIRST = frozenset({"fr"})
_LEAST = {"zh": 4}
"""Words (in Chinese: characters) of a part that names a profession by itself."""


class EntityFinder:
    """Finds `profession` (value: its id) and `city` (value: its GeoNames name) in texts of the given languages.

    `workplaces` are words for where, with what and at what one works, as forms of the professions that they may mean.
    The dictionary of `cities` may be shared with others.
    """

    def __init__(
        self,
        professions: Sequence[Profession],
        cities: CityDictionary,
        languages: Sequence[str],
        workplaces: Sequence[Profession] = (),
    ) -> None:
        self._cities = cities
        self._professions = {
            language: ProfessionDictionary(professions, language, workplaces) for language in languages
        }

    @property
    def city_names(self) -> Mapping[str, Readings]:
        """The names of all cities, for an `Atlas` that shares them."""
        return self._cities.names

    def for_company(
        self, *, titles: Sequence[str] = (), countries: Sequence[str] = (), towns: Sequence[OwnTown] = ()
    ) -> EntityFinder:
        """Return a finder that knows a company's own titles, countries and towns; it shares the dictionaries with this.

        A title means the profession it holds, or itself when it holds none; cities of the countries (ISO codes as
        "DE") are understood more readily, and before others of the same name. The value of a town that only the company
        knows is what it calls that.
        """
        company = copy(self)
        company._cities = self._cities.preferring(countries, towns)
        company._professions = {
            language: professions.with_titles(titles) for language, professions in self._professions.items()
        }
        return company

    def find(self, text: str, language: str, *, expected: frozenset[str] = frozenset()) -> tuple[Entity, ...]:
        """Return the entities of `text` from left to right, none overlapping; `text[e.start:e.end] == e.text`.

        `expected` holds the names of entities that were asked for: then a bare name written small is enough. Where it
        holds `WORKPLACE`, ordinary words and words for a workplace name professions too. Of two that overlap the longer
        is kept, a profession before a city. Addresses of mails and pages name none. Only the first
        `CONSIDERED_CHARACTERS` are looked at; a language the finder was not made for has cities only.
        """
        text = without_addresses(text[:CONSIDERED_CHARACTERS])
        found = words(text)
        cities = self._cities.find(text, found, language, asked="city" in expected)
        if language not in self._professions:
            return _without_overlaps(cities)
        expects = "profession" in expected or _is_all_beside(cities, text, found)
        named = self._professions[language].find(text, found, expected=expects, workplaces=WORKPLACE in expected)
        return _without_overlaps([*cities, *narrowed(text, found, named, language)])

    def named_in(self, title: str, language: str) -> tuple[str, ...]:
        """Return the professions that an opening's title names, those that are the head of a longer name among them.

        A "technicien de maintenance itinérant" is a "technicien de maintenance", an "embedded software engineer" a
        "software engineer"; a "nurse manager" is no "nurse".
        """
        found = [entity for entity in self.find(title, language, expected=_ASKED) if entity.name == "profession"]
        heads = (each for entity in found for each in (*self._either(entity, language), *self._heads(entity, language)))
        general = self._general(title, language) if found else ()
        return tuple(dict.fromkeys((*(entity.value for entity in found), *heads, *general)))

    def _either(self, entity: Entity, language: str) -> Iterator[str]:
        """Yield what each side of a "/" means in a name that the lists have for both: "Schlosser / Schweißer"."""
        parts = entity.text.split(_EITHER)
        if len(parts) > 1:
            named = (each for part in parts for each in self.find(part, language, expected=_ASKED))
            yield from (each.value for each in named if each.name == "profession")

    def _general(self, title: str, language: str) -> Iterator[str]:
        """Yield what a title names before the words beside it narrow that."""
        if language in self._professions:
            its = words(title)
            named = self._professions[language].find(title, its, expected=True)
            yield from (each.value for each in named if narrowed(title, its, [each], language) != [each])

    def _heads(self, entity: Entity, language: str) -> Iterator[str]:
        """Yield what the parts of a name mean that hold its head: its last words, in French its first.

        A single word says too little: a "conseiller de vente" is no "conseiller".
        """
        name, least = entity.text, _LEAST.get(language, 2)
        its = words(name)
        for place in range(least, len(its)):
            part = name[: its[place - 1].end] if language in _HEAD_FIRST else name[its[-place].start :]
            found = [each for each in self.find(part, language, expected=_ASKED) if each.name == "profession"]
            yield from (each.value for each in found if each.end - each.start == len(part))


def _is_all_beside(places: Sequence[Entity], text: str, found: Sequence[TextWord]) -> bool:
    """Whether a few words are all that is said beside places: in "warehouse kassel" they name a job."""
    if not places or ends_in_a_mark(text):
        return False
    rest = sum(not any(place.start <= word.start < place.end for place in places) for word in found)
    return 0 < rest <= _FEW


def _without_overlaps(entities: Sequence[Entity]) -> tuple[Entity, ...]:
    chosen: list[Entity] = []
    for entity in sorted(entities, key=lambda e: (e.start - e.end, e.name != "profession", e.start)):
        if all(entity.end <= other.start or other.end <= entity.start for other in chosen):
            chosen.append(entity)
    return tuple(sorted(chosen, key=lambda e: e.start))
