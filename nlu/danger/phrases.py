"""Phrases found in the words of a sentence by one compiled pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from nlu.danger.spelling import spelt
from nlu.words.script import IS_HAN

_GAP: Final = "..."
_NOT_BEFORE: Final = "!"


class DangerPhrases:
    """Finds any of the given phrases of a language in a spelt text (see `nlu.danger.spelling`).

    A phrase is a sequence of words, each of which may be `word*` (any ending) or `a|b`; `...` stands for up to three
    words (in Chinese: four characters) in between. Before `!a|b` a phrase ends only where neither follows.

    >>> phrases = DangerPhrases(["end|ending my life", "jump* off ... bridge"], "en")
    >>> phrases.found(["im", "ending", "my", "life"]), phrases.found(["jumping", "off", "that", "bridge"])
    ([(1, 4)], [(0, 4)])
    >>> phrases.found(["my", "life"])
    []
    >>> DangerPhrases(["ahead !of|to"], "en").found(["ahead", "of", "me", "is", "ahead"])
    [(4, 5)]
    """

    def __init__(self, phrases: Iterable[str], language: str) -> None:
        self._phrases, self._language = tuple(phrases), language

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Compiled when it is first looked for: a language has hundreds, most of which nobody ever says."""
        return re.compile(f" (?:{'|'.join(_by_first_letter(self._phrases, self._language)) or '(?!)'})")

    def compile(self) -> None:
        """Do now what would be done when a phrase is first looked for."""
        _ = self._pattern

    def stand_in(self, line: str) -> bool:
        """Tell whether any of the phrases stands in the words of a line (see `line_of`)."""
        return self._pattern.search(line) is not None

    def found(self, words: list[str]) -> list[tuple[int, int]]:
        """Return where phrases stand, as (first word, word after the last), from left to right."""
        text = line_of(words)
        return [
            (text.count(" ", 0, match.start()), text.count(" ", 0, match.end() - 1))
            for match in self._pattern.finditer(text)
        ]


def line_of(words: list[str]) -> str:
    """Return words as phrases are looked for in them: a space before and after each."""
    return f" {' '.join(words)} "


def words_of(phrases: Iterable[str], language: str) -> Iterator[tuple[str, bool]]:
    """Yield every word that stands in the phrases as it is spelt, and whether it may have any ending."""
    for phrase in phrases:
        for word in phrase.replace("|", " ").split():
            if word != _GAP and not word.startswith(_NOT_BEFORE):
                yield from ((part, word.endswith("*")) for part in spelt(word.removesuffix("*"), language))


def _by_first_letter(phrases: Iterable[str], language: str) -> list[str]:
    """Return expressions that part the phrases by first letter, so that most words are passed over at a glance."""
    parted: dict[str, list[str]] = {}
    for phrase in phrases:
        first, *rest = phrase.split()
        is_han = IS_HAN.search(phrase) is not None
        tail = "".join(_expression(word, language, is_han=is_han) for word in rest)
        for word in first.split("|"):
            head = _spaced(word, language)
            parted.setdefault(head[0], []).append(head[1:] + tail)
    return [f"{letter}(?:{'|'.join(ends)})" for letter, ends in parted.items()]


def _expression(word: str, language: str, *, is_han: bool) -> str:
    if word == _GAP:
        return r"(?:\S ){0,4}" if is_han else r"(?:\S+ ){0,3}"
    if word.startswith(_NOT_BEFORE):
        return f"(?!{'|'.join(_spaced(each, language) for each in word[1:].split('|'))})"
    return f"(?:{'|'.join(_spaced(each, language) for each in word.split('|'))})"


def _spaced(word: str, language: str) -> str:
    written = " ".join(spelt(word.removesuffix("*"), language))
    return written + (r"\S* " if word.endswith("*") else " ")
