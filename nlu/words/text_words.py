"""A message cut into words that remember where they stood."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from nlu.words.normalise import plain_apostrophes, simplified
from nlu.words.script import HAN

_WORD = re.compile(rf"[{HAN}]|[^\W_{HAN}]+(?:\+\+|#)?|&")
_LIGATURES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "œ": "oe", "æ": "ae"})
_OF_ONE_TURN = 64
"""Texts whose words are kept: all that looks at a message asks for them again."""
_REMEMBERED = 8192  # words
_JOINING = frozenset({"", "-", "–", "/", "'", "("})


class TextWord(NamedTuple):
    """One word, `text[start:end]`; it `joins` the last one when nothing but a space or hyphen parts them."""

    folded: str
    start: int
    end: int
    capital: bool
    joins: bool


def fold(text: str) -> str:
    """Return `text` casefolded, simplified, without accents and ligatures: `Zürich`, `ZURICH` and `zurich` meet.

    >>> fold('Zürich'), fold('Łódź'), fold('cœur'), fold('會計')
    ('zurich', 'lodz', 'coeur', '会计')
    """
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold()).translate(_LIGATURES)
    return simplified("".join(character for character in decomposed if not unicodedata.combining(character)))


_fold_word = lru_cache(_REMEMBERED)(fold)


def words(text: str) -> tuple[TextWord, ...]:
    """Return the words of `text` in order; capitals say nothing in a message that has no small letter."""
    return _remembered(text)


@lru_cache(maxsize=_OF_ONE_TURN)
def _remembered(text: str) -> tuple[TextWord, ...]:
    text = plain_apostrophes(text)  # one of them counts as a letter
    shouted = text.isupper()
    found: list[TextWord] = []
    end = 0
    for match in _WORD.finditer(text):
        start = match.start()
        joins = bool(found) and _joins(text[end:start], end - found[-1].start)
        end = match.end()
        found.append(TextWord(_fold_word(match[0]), start, end, not shouted and text[start].isupper(), joins))
    return tuple(found)


def key(form: str) -> str:
    """Return how a dictionary form is written when looked up: its folded words, parted by single spaces.

    >>> key('Front-end  Developer')
    'front end developer'
    """
    if form.isascii():
        return " ".join(_WORD.findall(form.lower()))
    return " ".join(map(_fold_word, _WORD.findall(plain_apostrophes(form))))


def _joins(gap: str, length_before: int) -> bool:
    """Whether two words may belong to one name; a full stop joins after an abbreviation only (St. Gallen)."""
    return gap == " " or gap.strip() in _JOINING or (gap.strip() == "." and length_before <= 3)
