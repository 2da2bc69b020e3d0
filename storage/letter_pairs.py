"""Which letters and pairs of letters a text holds, as bits: a text that says some words has all their bits. Pure.

On SQLite a search skips by them, in an index, nearly every message that cannot hold what it looks for, in scripts
without blanks too; whether one does is then seen in its text. A Bloom filter: Bloom (1970), CACM 13(7).
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Final

COLUMNS: Final = ("pairs_a", "pairs_b", "pairs_c", "pairs_d")
_BITS: Final = 62
"""Of each column: both databases count in signed 64-bit numbers."""
_ALL: Final = _BITS * len(COLUMNS)
_REMEMBERED: Final = 256
"""Texts whose bits are kept: what the bot says is said again and again."""


@lru_cache(_REMEMBERED)
def pairs_of(text: str) -> tuple[int, ...]:
    """Return the bits of a text's letters and pairs of letters, whatever their case, a number for each of the COLUMNS.

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
    return tuple(bits >> (_BITS * number) & part for number in range(len(COLUMNS)))
