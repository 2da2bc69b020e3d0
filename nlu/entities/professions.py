"""Professions and the forms people type for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nlu.entities.lookup import Match, Names
from nlu.entities.typos import Typos
from nlu.entities.words import Word, key
from nlu.understanding import Entity

_CAPITALS_NEEDED = frozenset({"it", "rn", "or", "us", "am", "pm", "as", "he", "do", "so", "can", "led"})


@dataclass(frozen=True, slots=True)
class Profession:
    """A profession: a stable id and, per language, the forms that mean it."""

    id: str
    forms: Mapping[str, tuple[str, ...]]


class ProfessionDictionary:
    """Finds the professions of one language, plurals and one slip in a long word included."""

    def __init__(self, professions: Sequence[Profession], language: str) -> None:
        names = profession_names(professions, language)
        self._names = Names({**_plural_names(names), **names} if language == "en" else names)
        self._vocabulary = frozenset(word for name in names for word in name.split())
        self._typos = Typos(self._vocabulary)

    def find(self, text: str, words: Sequence[Word]) -> list[Entity]:
        """Return the professions among the words of `text`; the value of each is its id."""
        spelt = [word.folded if word.folded in self._vocabulary else self._corrected(word) for word in words]

        def accept(match: Match[str], _: Match[str] | None) -> bool:
            return _is_meant(text, words[match.first : match.last])

        return [
            _entity(text, words[match.first].start, words[match.last - 1].end, match.value)
            for match in self._names.matches(words, spelt, accept)
        ]

    def _corrected(self, word: Word) -> str:
        return self._typos.correct(word.folded) or word.folded


def profession_names(professions: Sequence[Profession], language: str) -> dict[str, str]:
    """Return the folded forms of a language with the id of their profession (the first, where several have it)."""
    names: dict[str, str] = {}
    for profession in professions:
        for form in profession.forms.get(language, ()):
            names.setdefault(key(form), profession.id)
    return names


def _plural_names(names: Mapping[str, str]) -> dict[str, str]:
    return {_plural(name): profession for name, profession in names.items()}


def _is_meant(text: str, found: Sequence[Word]) -> bool:
    """IT is a profession, "it" is not."""
    if len(found) > 1 or found[0].folded not in _CAPITALS_NEEDED:
        return True
    return text[found[0].start : found[0].end].isupper() and not text.isupper()


def _plural(name: str) -> str:
    if name.endswith("man"):
        return name[:-3] + "men"
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + ("es" if name.endswith(("s", "x", "ch", "sh")) else "s")


def _entity(text: str, start: int, end: int, value: str) -> Entity:
    return Entity("profession", value, text[start:end], start, end)
