"""Finds the professions and cities of a message."""

from __future__ import annotations

from collections.abc import Sequence

from nlu.entities.cities import City, CityDictionary
from nlu.entities.professions import Profession, ProfessionDictionary
from nlu.entities.words import words
from nlu.normalise import CONSIDERED_CHARACTERS
from nlu.understanding import Entity


class EntityFinder:
    """Finds `profession` (value: its id) and `city` (value: its GeoNames name) in texts of the given languages."""

    def __init__(self, professions: Sequence[Profession], cities: Sequence[City], languages: Sequence[str]) -> None:
        self._cities = CityDictionary(cities)
        self._professions = {language: ProfessionDictionary(professions, language) for language in languages}

    def find(self, text: str, language: str) -> tuple[Entity, ...]:
        """Return the entities of `text` from left to right, none overlapping; `text[e.start:e.end] == e.text`.

        Of two that overlap the longer is kept, a profession before a city. Only the first `CONSIDERED_CHARACTERS` are
        looked at; a language the finder was not made for has cities only.
        """
        found = words(text[:CONSIDERED_CHARACTERS])
        entities = self._cities.find(text, found)
        if language in self._professions:
            entities += self._professions[language].find(text, found)
        return _without_overlaps(entities)


def _without_overlaps(entities: Sequence[Entity]) -> tuple[Entity, ...]:
    chosen: list[Entity] = []
    for entity in sorted(entities, key=lambda e: (e.start - e.end, e.name != "profession", e.start)):
        if all(entity.end <= other.start or other.end <= entity.start for other in chosen):
            chosen.append(entity)
    return tuple(sorted(chosen, key=lambda e: e.start))
