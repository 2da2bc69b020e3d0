"""Words that mean that somebody may be in danger: a net below what the general stage has learnt."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from nlu.entities.words import fold
from nlu.ngrams import HAN
from nlu.normalise import considered

_GAP: Final = "..."
_APOSTROPHES: Final = re.compile("['’ʼ`´]")
_WORD: Final = re.compile(rf"[{HAN}]|[^\W_{HAN}]+")
_IS_HAN: Final = re.compile(f"[{HAN}]")


class CrisisWords:
    """Finds any of the given phrases in a message.

    A phrase is a sequence of words, each of which may be `word*` (any ending) or `a|b`; `...` stands for up to three
    words (in Chinese: four characters) in between.

    >>> words = CrisisWords(["end|ending my life", "jump off ... bridge"])
    >>> words.found_in("I'm ENDING my life"), words.found_in("i'll jump off that bridge"), words.found_in("my life")
    (True, True, False)
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        never = "(?!)"
        self._pattern = re.compile(f" (?:{'|'.join(map(_pattern, phrases)) or never})")

    def found_in(self, text: str) -> bool:
        """Tell whether the text holds one of the phrases, whatever its accents, apostrophes and capitals."""
        words = _WORD.findall(fold(_APOSTROPHES.sub("", considered(text))))
        return self._pattern.search(f" {' '.join(words)} ") is not None


def _pattern(phrase: str) -> str:
    """Return the expression for a phrase in a text whose words each have a space before and after them."""
    is_han = _IS_HAN.search(phrase) is not None
    parts = []
    for word in phrase.split():
        if word == _GAP:
            parts.append(r"(?:\S ){0,4}" if is_han else r"(?:\S+ ){0,3}")
        else:
            parts.append(f"(?:{'|'.join(map(_spaced, word.split('|')))})")
    return "".join(parts)


def _spaced(word: str) -> str:
    written = " ".join(_WORD.findall(word.removesuffix("*")))
    return re.escape(written) + (r"\S* " if word.endswith("*") else " ")
