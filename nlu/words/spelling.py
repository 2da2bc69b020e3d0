"""Misspelt words read as the words that a classifier was taught."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from nlu.arrays import Floats
from nlu.words.near_words import SHORTEST, NearWords
from nlu.words.ngrams import words_in
from nlu.words.script import WORD

_SHORTEST_JOINED: Final = 4
_SHORTEST_SPLIT: Final = 4
_SLIP: Final = 2.0
"""How many times e rarer a word may be for a slip less."""
_KNOWN_PAIR: Final = 3.0
"""How many times e rarer a word may be that was taught beside its neighbour."""
_REMEMBERED: Final = 4096  # words
_LIKELIEST: Final = 8


class Token(NamedTuple):
    """What is read for `text[start:end]`: one word or, parted by a space, two."""

    read: str
    start: int
    end: int


class Spelling:
    """Reads words that were never taught as those that were, a slip or two away; it never changes.

    `ids` are the word n-grams that were taught, single words and pairs, with their places in `idf`. A word that was
    taught, or is one of the `ordinary` words, stays what it is.
    """

    def __init__(
        self, ids: Mapping[str, int], idf: Floats, language: str, ordinary: frozenset[str] = frozenset()
    ) -> None:
        self._ids, self._idf, self._ordinary = ids, idf, ordinary
        self._near = NearWords([gram for gram in ids if " " not in gram], language)
        self._likeliest = lru_cache(_REMEMBERED)(self._look_up)
        self._is_known = lru_cache(_REMEMBERED)(self._knows)

    def read(self, text: str) -> str:
        """Return a considered text with its misspelt words as they are read."""
        tokens = self.changed(text)
        if not tokens:
            return text
        parts, end = [], 0
        for token in tokens:
            parts += [text[end : token.start], token.read]
            end = token.end
        return "".join([*parts, text[end:]])

    def changed(self, text: str) -> list[Token]:
        """Return what in a considered text is read otherwise than it stands there, from left to right."""
        if all(self._is_known(word) or not word.isalpha() for word in words_in(text)):
            return []
        tokens = [Token(match[0], match.start(), match.end()) for match in WORD.finditer(text)]
        tokens = list(self._joined(tokens, text))
        for place, token in enumerate(tokens):
            if len(token.read) >= SHORTEST and token.read.isalpha() and not self._is_known(token.read):
                before = tokens[place - 1].read if place else ""
                after = tokens[place + 1].read if place + 1 < len(tokens) else ""
                tokens[place] = token._replace(read=self._meant(token.read, before, after))
        return [token for token in tokens if token.read != text[token.start : token.end]]

    def _joined(self, tokens: list[Token], text: str) -> Iterable[Token]:
        """Mend spaces that stand one letter too early or late, or in a word."""
        known = [self._is_known(token.read) for token in tokens]
        place, last = 0, len(tokens) - 1
        while place <= last:
            mended = ""
            if place < last and not (known[place] and known[place + 1]):
                mended = self._without_slip_of_space(tokens[place], tokens[place + 1], text)
            yield tokens[place]._replace(read=mended, end=tokens[place + 1].end) if mended else tokens[place]
            place += 2 if mended else 1

    def _without_slip_of_space(self, first: Token, second: Token, text: str) -> str:
        """Return the words that two tokens become, of which one is not known; "" where they stay as they are."""
        if text[first.end : second.start] != " " or not (first.read.isalpha() and second.read.isalpha()):
            return ""
        return self._moved_space(first.read, second.read)

    def _moved_space(self, first: str, second: str) -> str:
        readings = [f"{first}{second[0]} {second[1:]}", f"{first[:-1]} {first[-1]}{second}"]
        if len(first) + len(second) >= _SHORTEST_JOINED:
            readings.append(first + second)
        return max((each for each in readings if each in self._ids), key=self._how_common, default="")

    def _meant(self, word: str, before: str, after: str) -> str:
        """The likeliest reading, the word itself where there is none."""
        found = [(score + self._beside(before, near, after), near) for near, score in self._likeliest(word)]
        return max(found, default=(0.0, word))[1]

    def _beside(self, before: str, word: str, after: str) -> float:
        first, last = word.split()[0], word.split()[-1]
        return _KNOWN_PAIR * ((f"{before} {first}" in self._ids) + (f"{last} {after}" in self._ids))

    def _look_up(self, word: str) -> tuple[tuple[str, float], ...]:
        found = [(near.word, self._how_common(near.word) - _SLIP * near.cost) for near in self._near.of(word)]
        if len(word) >= _SHORTEST_SPLIT:
            pairs = (f"{word[:place]} {word[place:]}" for place in range(1, len(word)))
            found += [(pair, self._how_common(pair) - _SLIP) for pair in pairs if pair in self._ids]
        return tuple(sorted(found, key=lambda each: -each[1])[:_LIKELIEST])

    def _how_common(self, gram: str) -> float:
        """The natural logarithm of the number of examples that hold it, up to a constant."""
        return -float(self._idf[self._ids[gram]])

    def _knows(self, word: str) -> bool:
        return word in self._ordinary or word in self._ids
