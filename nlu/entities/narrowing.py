"""A general profession that a word beside it makes a special one: "shop assistant in a bakery" sells bread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from nlu.data_rows import forms_in, rows
from nlu.entities.lookup import Names
from nlu.product_files import DATA_FOLDER
from nlu.understanding import Entity
from nlu.words.text_words import TextWord, key
from nlu.words.typos import Typos

_FURTHEST: Final = 16
"""Characters between a profession and the word that narrows it: "vendeuse dans une petite boulangerie"."""
_PAUSES: Final = frozenset(",;.，。;!！?？")


def narrowed(text: str, words: Sequence[TextWord], professions: Sequence[Entity], language: str) -> list[Entity]:
    """Return the professions among the words of a text, those beside words that narrow them as what they make.

    A name inside of what is narrowed ("bakery", which may mean a baker) counts no more. Sorted by their places.
    """
    table = _narrower(language)
    if not any(each.value in general for general in table.general.values() for each in professions):
        return list(professions)
    made = [
        _both(text, one, start, end, name)
        for start, end, name in table.find(words)
        for one in professions
        if one.value in table.general[name] and _is_beside(text, one, start, end)
    ]
    rest = [each for each in professions if all(_are_apart(each, one) for one in made)]
    special = [one for place, one in enumerate(made) if all(_are_apart(one, other) for other in made[:place])]
    return sorted([*rest, *special], key=lambda each: each.start)


@dataclass(frozen=True, slots=True)
class _Narrower:
    """A language's words for special professions, and the general ones that each of these is a kind of, by its id."""

    general: Mapping[str, frozenset[str]]
    names: Names[str]
    known: frozenset[str]
    typos: Typos

    def find(self, words: Sequence[TextWord]) -> list[tuple[int, int, str]]:
        """Return where words for a special profession stand, with its id."""
        spelt = [self._spelt(word.folded) for word in words]
        found = self.names.matches(words, spelt, lambda *_: True)
        return [(words[each.first].start, words[each.last - 1].end, each.value) for each in found]

    def _spelt(self, word: str) -> str:
        return word if word in self.known else self.typos.correct(word) or word


@cache
def _narrower(language: str) -> _Narrower:
    table = rows(DATA_FOLDER / "professions" / "narrower.csv", ("language", "general", "words", "special"))
    its = [row for _, row in table if row["language"] == language]
    names = {key(form): row["special"] for row in its for form in forms_in(row["words"])}
    known = frozenset(word for name in names for word in name.split())
    general = {row["special"]: frozenset(forms_in(row["general"])) for row in its}
    return _Narrower(general, Names(names), known, Typos(known))


def _both(text: str, one: Entity, start: int, end: int, name: str) -> Entity:
    first, last = min(one.start, start), max(one.end, end)
    return Entity(one.name, name, text[first:last], first, last)


def _is_beside(text: str, one: Entity, start: int, end: int) -> bool:
    gap = text[min(one.end, end) : max(one.start, start)]
    return len(gap) <= _FURTHEST and not _PAUSES & set(gap)


def _are_apart(one: Entity, other: Entity) -> bool:
    return one.end <= other.start or other.end <= one.start
