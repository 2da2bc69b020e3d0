"""Many strings kept small: one text instead of an object each, and a sorted array instead of a dictionary."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import overload

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.int32]

_LINE_BREAK = 10


class Lines(Sequence[str]):
    """Strings without line breaks, held as one text with breaks between them; "" holds none. It never changes.

    >>> lines = Lines("to be\\nor")
    >>> lines[1], len(lines), list(lines)
    ('or', 2, ['to be', 'or'])
    """

    def __init__(self, text: str) -> None:
        self.text = text
        breaks = np.flatnonzero(np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32) == _LINE_BREAK)
        self._breaks = np.concatenate([[-1], breaks, [len(text)]] if text else [[-1]]).astype(np.int32)

    @classmethod
    def of(cls, strings: Iterable[str]) -> Lines:
        """Hold these strings, which are not a single empty one."""
        return cls("\n".join(strings))

    def __len__(self) -> int:
        return len(self._breaks) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        row = range(len(self))[place]
        return self.text[self._breaks[row] + 1 : self._breaks[row + 1]]

    def __iter__(self) -> Iterator[str]:
        return iter(self.text.split("\n") if self.text else ())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lines) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


class Vocabulary(Mapping[str, int]):
    """From each of some different strings to its number: its place, or what `numbers` say; it never changes.

    Strings are told apart by their hashes of 64 bits in this process, which are never written down: that a string is
    taken for one of 50,000 others has a probability of one in 300 million million.

    >>> words = Vocabulary(Lines("to\\nbe"))
    >>> words["be"], "or" in words, words.numbers_of(["be", "or", "be", "to"]).tolist()
    (1, False, [1, 1, 0])
    """

    def __init__(self, lines: Lines, numbers: Places | None = None) -> None:
        self.lines = lines
        hashes = _keys(lines)
        order = np.argsort(hashes, kind="stable")
        self._hashes = array("q", hashes[order].tobytes())
        self._numbers = (order if numbers is None else numbers[order]).astype(np.int32)

    def number(self, string: str) -> int | None:
        """Return the number of a string, None where it is not known."""
        key = hash(string) ^ len(string)
        at = bisect_left(self._hashes, key)
        return int(self._numbers[at]) if at < len(self._hashes) and self._hashes[at] == key else None

    def __getitem__(self, string: str) -> int:
        number = self.number(string)
        if number is None:
            raise KeyError(string)
        return number

    def __contains__(self, string: object) -> bool:
        key = hash(string) ^ len(string) if isinstance(string, str) else 0
        at = bisect_left(self._hashes, key)
        return at < len(self._hashes) and self._hashes[at] == key

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def numbers_of(self, strings: Sequence[str]) -> Places:
        """Return the numbers of those strings that are known, in the order and as often as they come."""
        if not self._hashes:
            return np.empty(0, np.int32)
        known = np.frombuffer(self._hashes, np.int64)
        keys = _keys(strings)
        at = known.searchsorted(keys)
        return self._numbers[at[known.take(at, mode="clip") == keys]]


def _keys(strings: Sequence[str]) -> npt.NDArray[np.int64]:
    """The hashes, with the lengths in them: Python gives "ab" the hash of the one character with the same two bytes."""
    hashes = np.fromiter(map(hash, strings), np.int64, len(strings))
    return hashes ^ np.fromiter(map(len, strings), np.int64, len(strings))
