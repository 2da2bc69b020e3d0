"""The known words that a word may be a misspelling of: those a few slips away, by how likely the slips are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import OSA

from nlu.words.keyboard import neighbours

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
_SPACE: Final = ord(" ")


class Near(NamedTuple):
    """A known word, its place among the known words, and what the slips cost that lead away from it."""

    word: str
    place: int
    cost: float


class NearWords:
    """Finds words among `known` by slips; words with other characters than a to z are never found.

    Every known word has two bit sets, its letters and its pairs of letters: words a slip apart share nearly all of
    them, so that a look over the bits of all words leaves few whose slips are counted, and fewer whose cost is.

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
        letters, pairs = _marks_of_one(word)
        likely = np.bitwise_count(self._letters[low:high] ^ letters) <= _LETTERS_TOUCHED * slips
        likely &= np.bitwise_count(self._pairs[low:high] ^ pairs) <= _PAIRS_TOUCHED * slips
        known = ((self._known[place], place) for place in self._places[low:high][likely].tolist())
        most, steps = _MOST * slips, 2 * slips  # so near in length, more steps cost more than that
        few = ((near, place) for near, place in known if OSA.distance(word, near, score_cutoff=steps) <= steps)
        found = (Near(near, place, slips_cost(word, near, self._language)) for near, place in few)
        return [near for near in found if near.cost <= most]


def slips_cost(typed: str, meant: str, language: str) -> float:
    """Return what the likeliest slips cost that make `typed` of `meant` (optimal string alignment, weighted).

    >>> slips_cost("hte", "the", "en") < slips_cost("thr", "the", "en") + 1, slips_cost("pay", "pay", "en")
    (True, 0.0)
    """
    before, last = list[float](), [float(column) for column in range(len(meant) + 1)]
    for row, letter in enumerate(typed):
        extra = _TWICE if row and typed[row - 1] == letter else _LEFT_OUT
        line = [row + 1.0]
        for column, wanted in enumerate(meant):
            cost = last[column]
            if letter != wanted:
                cost += _KEY if wanted in neighbours(letter, language) else _LETTER
                if row and column and letter == meant[column - 1] and typed[row - 1] == wanted:
                    cost = min(cost, before[column - 1] + _MOVED)
            line.append(min(cost, last[column + 1] + extra, line[column] + _LEFT_OUT))
        before, last = last, line
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


def _marks_of_one(word: str) -> tuple[np.uint64, np.uint64]:
    """The marks of a single word: for so little an array is the long way."""
    letters = pairs = 0
    before = _SPACE
    for code in word.encode("ascii"):
        letters |= 1 << (code & 31)
        pairs |= 1 << ((code * 11 + before * 37) & 63)
        before = code
    return np.uint64(letters), np.uint64(pairs | 1 << ((_SPACE * 11 + before * 37) & 63))
