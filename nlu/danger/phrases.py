"""Phrases found in the words of a sentence, through the words that they begin with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from nlu.danger.spelling import spelt
from nlu.ngrams import HAN_CHARACTER

_GAP: Final = "..."
_REMEMBERED: Final = 4096  # words


class _Spelling(NamedTuple):
    """One way to write a part of a phrase: its words, the last of which may have any ending where it is a stem."""

    words: tuple[str, ...]
    is_stem: bool

    def stands(self, words: Sequence[str], at: int) -> bool:
        last = at + len(self.words) - 1
        if last >= len(words) or tuple(words[at:last]) != self.words[:-1]:
            return False
        return words[last].startswith(self.words[-1]) if self.is_stem else words[last] == self.words[-1]


class _Gap(NamedTuple):
    """Up to so many words in between, in Chinese characters."""

    most: int
    of_characters: bool


_Part: TypeAlias = tuple[_Spelling, ...] | _Gap


class _Begun(NamedTuple):
    """A phrase that begins in this spelling, and what comes after."""

    number: int
    first: _Spelling
    rest: tuple[_Part, ...]

    def end(self, words: Sequence[str], at: int) -> int:
        """Return the word after the last where it stands from word `at` on, 0 where it does not."""
        return _end(words, at + len(self.first.words), self.rest) if self.first.stands(words, at) else 0


class DangerPhrases:
    """Finds any of the given phrases of a language in a spelt text (see `nlu.danger.spelling`).

    A phrase is a sequence of words, each of which may be `word*` (any ending) or `a|b`; `...` stands for up to three
    words (in Chinese: four characters) in between.

    >>> phrases = DangerPhrases(["end|ending my life", "jump* off ... bridge"], "en")
    >>> phrases.found(["im", "ending", "my", "life"]), phrases.found(["jumping", "off", "that", "bridge"])
    ([(1, 4)], [(0, 4)])
    >>> phrases.found(["my", "life"]), phrases.numbers_in(["ending", "my", "life"])
    ([], {0})
    """

    def __init__(self, phrases: Iterable[str], language: str) -> None:
        self._begins: dict[str, list[_Begun]] = {}
        for number, phrase in enumerate(phrases):
            first, *rest = _parts(phrase, language)
            for spelling in first if not isinstance(first, _Gap) else ():
                begun = _Begun(number, spelling, tuple(rest))
                self._begins.setdefault(spelling.words[0], []).append(begun)
        self._begun_by = lru_cache(_REMEMBERED)(self._look_up)

    def found(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """Return where phrases stand, as (first word, word after the last), from left to right, a word apart at least.

        Of several that begin with the same word the first counts.
        """
        spans: list[tuple[int, int]] = []
        for place, word in enumerate(words):
            if not spans or place > spans[-1][1]:
                ends = (begun.end(words, place) for begun in self._begun_by(word))
                end = next(filter(None, ends), 0)
                spans += [(place, end)] if end else []
        return spans

    def numbers_in(self, words: Sequence[str]) -> set[int]:
        """Return the numbers of all phrases that stand in the words, from 0."""
        begun = ((each, place) for place, word in enumerate(words) for each in self._begun_by(word))
        return {each.number for each, place in begun if each.end(words, place)}

    def _look_up(self, word: str) -> tuple[_Begun, ...]:
        """Return the phrases that a word, or its beginning, may be the first of, in their order."""
        starts = (word[:length] for length in range(1, len(word) + 1))
        return tuple(
            sorted((each for start in starts for each in self._begins.get(start, ())), key=lambda each: each.number)
        )


def words_of(phrases: Iterable[str], language: str) -> Iterator[tuple[str, bool]]:
    """Yield every word that stands in the phrases as it is spelt, and whether it may have any ending."""
    for phrase in phrases:
        for word in phrase.replace("|", " ").split():
            if word != _GAP:
                yield from ((part, word.endswith("*")) for part in spelt(word.removesuffix("*"), language))


def _end(words: Sequence[str], at: int, parts: tuple[_Part, ...]) -> int:
    """Return the word after the last of parts that begin with word `at`, gaps as wide as they go; 0 of none."""
    if not parts:
        return at
    part, rest = parts[0], parts[1:]
    if isinstance(part, _Gap):
        starts: Iterable[int] = range(_reach(words, at, part), at - 1, -1)
    else:
        starts = (at + len(each.words) for each in part if each.stands(words, at))
    return next(filter(None, (_end(words, start, rest) for start in starts)), 0)


def _reach(words: Sequence[str], at: int, gap: _Gap) -> int:
    last = min(len(words), at + gap.most)
    return next((place for place in range(at, last) if gap.of_characters and len(words[place]) > 1), last)


def _parts(phrase: str, language: str) -> list[_Part]:
    gap = _Gap(4, of_characters=True) if HAN_CHARACTER.search(phrase) else _Gap(3, of_characters=False)
    return [gap if word == _GAP else tuple(_spellings(word, language)) for word in phrase.split()]


def _spellings(word: str, language: str) -> Iterator[_Spelling]:
    """The ways to write a word of a phrase; one in which nothing is left of it stands nowhere."""
    spellings = (
        _Spelling(tuple(spelt(each.removesuffix("*"), language)), each.endswith("*")) for each in word.split("|")
    )
    yield from (each for each in spellings if each.words)
