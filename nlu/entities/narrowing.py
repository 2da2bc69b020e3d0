"""A general profession that a word beside it makes a special one: "shop assistant in a bakery" sells bread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from nlu.data_rows import forms_in, rows
from nlu.phrases import FoundPhrase, Phrases
from nlu.product_files import DATA_FOLDER
from nlu.understanding import Entity

_FURTHEST: Final = 16
"""Characters between a profession and the word that narrows it: "vendeuse dans une petite boulangerie"."""
_PAUSES: Final = frozenset(",;.，。;!！?？")

Narrower = Mapping[str, frozenset[str]]
"""The general professions that words for a special one narrow, by the id of the special one."""


def narrowed(text: str, entities: Sequence[Entity], language: str) -> list[Entity]:
    """Return the professions found in a text, those beside words that narrow them as the special ones they make.

    A name inside of what is narrowed ("bakery", which may mean a baker) counts no more. Sorted by their places.
    """
    narrower, phrases = _narrower(language)
    if not any(entity.value in general for general in narrower.values() for entity in entities):
        return list(entities)
    special = []
    for word in phrases.find(text):
        special += [
            _both(text, entity, word)
            for entity in entities
            if entity.value in narrower[word.meaning] and _are_beside(text, entity, word)
        ]
    rest = [each for each in entities if all(each.end <= one.start or one.end <= each.start for one in special)]
    first = [one for place, one in enumerate(special) if all(_are_apart(one, other) for other in special[:place])]
    return sorted([*rest, *first], key=lambda each: each.start)


def _both(text: str, entity: Entity, word: FoundPhrase) -> Entity:
    start, end = min(entity.start, word.start), max(entity.end, word.end)
    return Entity(entity.name, word.meaning, text[start:end], start, end)


def _are_beside(text: str, entity: Entity, word: FoundPhrase) -> bool:
    gap = text[min(entity.end, word.end) : max(entity.start, word.start)]
    return len(gap) <= _FURTHEST and not _PAUSES & set(gap)


def _are_apart(one: Entity, other: Entity) -> bool:
    return one.end <= other.start or other.end <= one.start


@cache
def _narrower(language: str) -> tuple[Narrower, Phrases]:
    table = rows(DATA_FOLDER / "professions" / "narrower.csv", ("language", "general", "words", "special"))
    its = [row for _, row in table if row["language"] == language]
    general = {row["special"]: frozenset(forms_in(row["general"])) for row in its}
    return general, Phrases({row["special"]: forms_in(row["words"]) for row in its})
