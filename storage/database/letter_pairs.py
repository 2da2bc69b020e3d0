"""Which letters and pairs of letters a text holds: a text that says some words holds all of theirs. Pure.

A search skips by them, in an index, nearly every message that cannot hold what it looks for, in scripts without blanks
too; whether one does is then seen in its text. On SQLite they are bits, read from end to end: a Bloom filter, Bloom
(1970), CACM 13(7). On PostgreSQL they are marks, each with a list of the messages that have it, of which the index
reads those that all of the words' marks share.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Any, Final

BITS: Final = ("pairs_a", "pairs_b", "pairs_c", "pairs_d")
MARKS: Final = "marks"
_BITS: Final = 62
"""Of each column: both databases count in signed 64-bit numbers."""
_ALL: Final = _BITS * len(BITS)
_REMEMBERED: Final = 256
"""Texts whose bits and marks are kept: what the bot says is said again and again."""
_FIRST_MARK: Final = 0x4E00
_MARKS: Final = 16_381
"""So many different marks there are, all of them letters of one width: a prime, so that few pairs share one."""


def searched_by(dialect: str, text: str) -> dict[str, Any]:
    """Return the columns of a message with this text by which a search on this database skips; the other's are None."""
    sqlite = dialect == "sqlite"
    bits = pairs_of(text) if sqlite else (None,) * len(BITS)
    return {**dict(zip(BITS, bits, strict=True)), MARKS: None if sqlite else marks_of(text)}


@lru_cache(_REMEMBERED)
def pairs_of(text: str) -> tuple[int, ...]:
    """Return the bits of a text's letters and pairs of letters, whatever their case, a number for each of the BITS.

    >>> all(a & b == b for a, b in zip(pairs_of("Is there PARKING?"), pairs_of("parking"), strict=True))
    True
    >>> all(a & b == b for a, b in zip(pairs_of("Is there parking?"), pairs_of("zebra"), strict=True))
    False
    >>> pairs_of("")
    (0, 0, 0, 0)
    """
    folded = text.casefold()
    places = {(131 * ord(letter) + 17) % _ALL for letter in set(folded)}
    places |= {(31 * ord(one) + 7 * ord(next_)) % _ALL for one, next_ in set(itertools.pairwise(folded))}
    bits = sum(1 << place for place in places)
    part = (1 << _BITS) - 1
    return tuple(bits >> (_BITS * number) & part for number in range(len(BITS)))


@lru_cache(_REMEMBERED)
def marks_of(text: str) -> str:
    """Return a text's letters and pairs of letters, whatever their case, each as a letter that stands for it.

    >>> set(marks_of("parking")) <= set(marks_of("Is there PARKING?")), set(marks_of("zebra")) <= set(marks_of("bar"))
    (True, False)
    >>> len(marks_of("aaa")), marks_of("")
    (2, '')
    """
    folded = text.casefold()
    return _marks({(0, ord(letter)) for letter in folded} | _pairs(folded))


def asked_marks(words: str) -> str:
    """Return the marks that a text which says these words holds, as few as say enough: of pairs, where there are any.

    >>> len(asked_marks("car")), len(asked_marks("车")), set(asked_marks("CAR")) <= set(marks_of("a car"))
    (2, 1, True)
    """
    folded = words.casefold()
    return _marks(_pairs(folded)) or marks_of(words)


def _pairs(folded: str) -> set[tuple[int, int]]:
    return {(ord(one), ord(next_)) for one, next_ in itertools.pairwise(folded)}


def _marks(pairs: set[tuple[int, int]]) -> str:
    return "".join(sorted({chr(_FIRST_MARK + (1_000_003 * one + next_) % _MARKS) for one, next_ in pairs}))
