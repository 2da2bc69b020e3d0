"""Finds the meanings of fixed phrases in a message: the words of a language, a slip in a long one forgiven."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from nlu.words.compounds import untranscribed
from nlu.words.text_words import key, words
from nlu.words.typos import SHORTEST, Typos

_REMEMBERED = 4096  # words
_GAP = r"(?:\S+ ){0,4}"
"""What a star in a phrase stands for: up to four words (in Chinese: characters)."""


@dataclass(frozen=True, slots=True)
class FoundPhrase:
    """A phrase, `text[start:end]`, with what it means."""

    meaning: str
    start: int
    end: int


class Phrases:
    """Finds phrases given by meaning; `*` in one stands for up to four words.

    >>> Phrases({"pay": ["what * pay"], "more": ["more"]}).meanings("What does it PAY?")
    {'pay'}
    """

    def __init__(self, phrases: Mapping[str, Sequence[str]]) -> None:
        keys = {meaning: [_key(form) for form in forms] for meaning, forms in phrases.items()}
        self._meanings = tuple(keys)
        self._begins = _beginnings(keys.values())
        self._known = frozenset(word for forms in keys.values() for form in forms for word in form.split())
        self._typos = Typos(self._known)
        self._spelt = lru_cache(_REMEMBERED)(self._look_up)

    def find(self, text: str) -> list[FoundPhrase]:
        """Return every phrase of `text`, from left to right, the longer before the shorter; they may overlap."""
        starts, ends, line, likely = {}, {}, " ", list[tuple[int, int, tuple[str, ...]]]()
        for word in words(text):
            spelt = self._spelt(word.folded)
            likely += [(meaning, len(line), forms) for meaning, forms in self._begins.get(spelt, ())]
            starts[len(line)] = word.start
            line += spelt
            ends[len(line)] = word.end
            line += " "
        found, last = [], dict[int, int]()
        for place, at, forms in sorted(likely):
            if at >= last.get(place, 0) and (end := _end(line, at, forms)):
                last[place] = end
                found.append(FoundPhrase(self._meanings[place], starts[at], ends[end]))
        return sorted(found, key=lambda each: (each.start, -each.end))

    def meanings(self, text: str) -> set[str]:
        """Return the meanings of all phrases of `text`."""
        return {found.meaning for found in self.find(text)}

    def _look_up(self, word: str) -> str:
        if word in self._known:
            return word
        plain = untranscribed(word)
        if plain in self._known:  # "moechte"
            return plain
        if len(word) < SHORTEST - 1:
            return word
        return self._typos.correct(word) or word


def longest(found: Iterable[FoundPhrase]) -> list[FoundPhrase]:
    """Return the phrases without overlaps, the longer kept, from left to right."""
    chosen: list[FoundPhrase] = []
    for each in sorted(found, key=lambda phrase: (phrase.start - phrase.end, phrase.start)):
        if all(each.end <= other.start or other.end <= each.start for other in chosen):
            chosen.append(each)
    return sorted(chosen, key=lambda phrase: phrase.start)


def _key(form: str) -> str:
    return " * ".join(key(part) for part in form.split("*")).strip()


def _beginnings(forms: Iterable[Sequence[str]]) -> dict[str, list[tuple[int, tuple[str, ...]]]]:
    """Return by first word which of these lists have phrases that begin with it, and those, the longest first."""
    found: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    for place, its in enumerate(forms):
        begun: dict[str, list[str]] = {}
        for form in sorted(set(its), key=len, reverse=True):
            begun.setdefault(form.partition(" ")[0], []).append(form)
        for word, longest_first in begun.items():
            found.setdefault(word, []).append((place, tuple(longest_first)))
    return found


def _end(line: str, at: int, forms: Sequence[str]) -> int:
    """Return where the first of the phrases ends that stands at a place of the line in whole words, 0 for none."""
    for form in forms:
        if " * " in form:
            if match := _with_gaps(form).match(line, at):
                return match.end()
        elif line.startswith(form, at) and line[at + len(form)] == " ":
            return at + len(form)
    return 0


@cache
def _with_gaps(form: str) -> re.Pattern[str]:
    return re.compile(re.escape(form).replace(r"\ \*\ ", f" {_GAP}") + "(?= )")
