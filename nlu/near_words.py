"""The known words that a word may be a misspelling of: those a few slips away, by how likely the slips are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from nlu.keyboard import neighbours

Marks = npt.NDArray[np.uint64]

SHORTEST: Final = 3
"""Letters a word must have before it is looked for."""
LONG: Final = 8
"""Letters it must have before two slips in it are forgiven."""

_KEY, _LETTER, _TWICE, _MOVED, _LEFT_OUT = 0.8, 1.5, 0.6, 0.8, 1.0
"""What a slip costs: a neighbouring key, another letter, a letter typed twice, two swapped, one too few or too many."""
_FIRST: Final = 1.3
"""What the cost grows by where the first letter is another one."""
_MOST: Final = 1.6
"""What one slip may cost."""
_LETTERS_TOUCHED, _PAIRS_TOUCHED = 2, 6
"""How many letters, and pairs of letters, of two words differ at most for each slip."""
_FAR: Final = 9.0


class Near(NamedTuple):
    """A known word, its place among the known words, and what the slips cost that lead away from it."""

    word: str
    place: int
    cost: float


class NearWords:
    """Finds words among `known` by slips; words with other characters than a to z are never found.

    Every known word has two bit sets, its letters and its pairs of letters: words a slip apart share nearly all of
    them, so that a look over the bits of all words leaves few to be compared.

    >>> [near.word for near in NearWords(["holidays", "holes", "salary"], "en").of("hollidayss")]
    ['holidays']
    """

    def __init__(self, known: Sequence[str], language: str) -> None:
        chosen = [(len(word), place) for place, word in enumerate(known) if _is_plain(word)]
        chosen.sort()
        self._known, self._language = known, language
        self._places = np.array([place for _, place in chosen], dtype=np.int32)
        self._ends = np.searchsorted([length for length, _ in chosen], np.arange(_longest(chosen) + 2))
        self._letters, self._pairs = _marks([known[place] for _, place in chosen])

    def of(self, word: str) -> list[Near]:
        """Return the known words one slip from `word`, two from a long one, in the order of their length."""
        if not _is_plain(word):
            return []
        slips = 2 if len(word) >= LONG else 1
        ends = self._ends
        low = int(ends[min(len(word) - slips, len(ends) - 1)])
        high = int(ends[min(len(word) + slips + 1, len(ends) - 1)])
        (letters,), (pairs,) = _marks([word])
        likely = np.bitwise_count(self._letters[low:high] ^ letters) <= _LETTERS_TOUCHED * slips
        likely &= np.bitwise_count(self._pairs[low:high] ^ pairs) <= _PAIRS_TOUCHED * slips
        places = self._places[low:high][likely].tolist()
        most, language = _MOST * slips, self._language
        known = ((self._known[place], place) for place in places)
        found = (Near(near, place, slips_cost(word, near, language, most)) for near, place in known)
        return [near for near in found if near.cost <= most]


def slips_cost(typed: str, meant: str, language: str, most: float = _FAR) -> float:
    """Return what the likeliest slips cost that make `typed` of `meant` (optimal string alignment, weighted).

    Costs above `most` are not worked out to the end: what is returned for them is some number above it.

    >>> slips_cost("hte", "the", "en") < slips_cost("thr", "the", "en") + 1, slips_cost("pay", "pay", "en")
    (True, 0.0)
    """
    before: list[float] = []
    last, lowest_before = [float(place) for place in range(len(meant) + 1)], 0.0
    for row, letter in enumerate(typed, 1):
        extra = _TWICE if row > 1 and typed[row - 2] == letter else _LEFT_OUT
        line = [float(row)]
        for column, wanted in enumerate(meant, 1):
            cost = last[column - 1]
            if letter != wanted:
                cost += _KEY if wanted in neighbours(letter, language) else _LETTER
                cost = min(cost, last[column] + extra, line[column - 1] + _LEFT_OUT)
                if row > 1 and column > 1 and letter == meant[column - 2] and typed[row - 2] == wanted:
                    cost = min(cost, before[column - 2] + _MOVED)
            else:
                cost = min(cost, last[column] + extra, line[column - 1] + _LEFT_OUT)
            line.append(cost)
        # no way leads past two lines in a row: a letter may be swapped with the one before
        if (lowest := min(line)) > most and lowest_before > most:
            return _FAR
        before, last, lowest_before = last, line, lowest
    return last[-1] * (_FIRST if typed[0] != meant[0] else 1.0)


def _is_plain(word: str) -> bool:
    return len(word) >= SHORTEST and word.isascii() and word.isalpha() and word.islower()


def _longest(chosen: Sequence[tuple[int, int]]) -> int:
    return chosen[-1][0] if chosen else 0


def _marks(words: Sequence[str]) -> tuple[Marks, Marks]:
    """The letters of each word, and its pairs of letters, as bits; no word is empty."""
    if not words:
        return np.zeros(0, np.uint64), np.zeros(0, np.uint64)
    codes = np.frombuffer(f"{' '.join(words)} ".encode("ascii"), np.uint8).astype(np.uint64)
    starts = np.cumsum([0, *(len(word) + 1 for word in words[:-1])])
    one = np.uint64(1)
    letters = np.where(codes > 32, one << (codes & np.uint64(31)), np.uint64(0))
    pairs = one << ((codes * np.uint64(11) + np.roll(codes, 1) * np.uint64(37)) & np.uint64(63))
    return np.bitwise_or.reduceat(letters, starts), np.bitwise_or.reduceat(pairs, starts)
