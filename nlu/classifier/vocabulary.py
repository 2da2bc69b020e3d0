"""Many strings kept small: one text instead of an object each, and a sorted array instead of a dictionary."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import overload

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.int32]
Keys = npt.NDArray[np.int64]

_LINE_BREAK = b"\n"
_AT_A_TIME = 2**16
"""Bytes of which strings are made at a time: all of them at once would take ten times the memory of the text."""


class Lines(Sequence[str]):
    """Strings without line breaks, held as one text with breaks between them; "" holds none. It never changes.

    The text is held in UTF-8: with one emoji in it, a Python string takes four bytes for each of its letters.

    >>> lines = Lines("to be\\nor")
    >>> lines[1], len(lines), list(lines)
    ('or', 2, ['to be', 'or'])
    """

    def __init__(self, text: str) -> None:
        self._bytes = text.encode("utf-8", "surrogatepass")
        self._count = self._bytes.count(_LINE_BREAK) + 1 if text else 0

    @classmethod
    def of(cls, strings: Iterable[str]) -> Lines:
        """Hold these strings, which are not a single empty one."""
        return cls("\n".join(strings))

    @property
    def text(self) -> str:
        """All of them with line breaks between them."""
        return _read(self._bytes)

    @cached_property
    def _breaks(self) -> Places:
        """Where the breaks are: most lines are never asked for by their place."""
        breaks = np.flatnonzero(np.frombuffer(self._bytes, np.uint8) == ord(_LINE_BREAK))
        return np.concatenate([[-1], breaks, [len(self._bytes)]]).astype(np.int32)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        row = range(len(self))[place]
        return _read(self._bytes[self._breaks[row] + 1 : self._breaks[row + 1]])

    def __iter__(self) -> Iterator[str]:
        start, end = 0, len(self._bytes)
        while self._count and start <= end:  # the last may be empty
            found = self._bytes.find(_LINE_BREAK, start + _AT_A_TIME)
            stop = found if found >= 0 else end
            yield from _read(self._bytes[start:stop]).split("\n")
            start = stop + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lines) and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)


class KnownStrings:
    """The numbers of some different strings, which can be asked for and not listed; it never changes.

    Strings are told apart by their hashes of 64 bits in this process, which are never written down: that a string is
    taken for one of 50,000 others has a probability of one in 300 million million.

    >>> words = KnownStrings(Lines("to\\nbe"))
    >>> words.number("be"), words.number("or"), "or" in words, words.numbers_of(["be", "or", "be", "to"]).tolist()
    (1, None, False, [1, 1, 0])
    """

    def __init__(self, lines: Lines, numbers: Places | None = None) -> None:
        hashes = keys_of(lines)
        order = np.argsort(hashes, kind="stable")
        self._hashes = array("q", hashes[order].tobytes())
        self._numbers = (order if numbers is None else numbers[order]).astype(np.int32)

    def unlisted(self) -> KnownStrings:
        """Return what knows the same strings and lists none, in a fraction of the memory."""
        return self

    def number(self, string: str) -> int | None:
        """Return the number of a string, None where it is not known."""
        key = hash(string) ^ len(string)
        at = bisect_left(self._hashes, key)
        return int(self._numbers[at]) if at < len(self._hashes) and self._hashes[at] == key else None

    def __contains__(self, string: object) -> bool:
        key = hash(string) ^ len(string) if isinstance(string, str) else 0
        at = bisect_left(self._hashes, key)
        return at < len(self._hashes) and self._hashes[at] == key

    def __len__(self) -> int:
        return len(self._hashes)

    def numbers_of(self, strings: Sequence[str]) -> Places:
        """Return the numbers of those strings that are known, in the order and as often as they come."""
        return self.numbers_by(keys_of(strings))

    def numbers_by(self, keys: Keys) -> Places:
        """Return the same of strings whose keys (`keys_of`) several vocabularies are asked for."""
        if not self._hashes:
            return np.empty(0, np.int32)
        known = np.frombuffer(self._hashes, np.int64)
        at = known.searchsorted(keys)
        found: Places = self._numbers[at[known.take(at, mode="clip") == keys]]
        return found


class Vocabulary(KnownStrings, Mapping[str, int]):
    """From each of some different strings, its `lines`, to its number: its place, or what `numbers` say.

    >>> words = Vocabulary(Lines("to\\nbe"))
    >>> words["be"], list(words)
    (1, ['to', 'be'])
    """

    def __init__(self, lines: Lines, numbers: Places | None = None) -> None:
        super().__init__(lines, numbers)
        self.lines = lines

    def unlisted(self) -> KnownStrings:
        """Return what knows the same strings and lists none, in a fraction of the memory."""
        return KnownStrings(self.lines, self.numbers_of(self.lines))

    def __getitem__(self, string: str) -> int:
        number = self.number(string)
        if number is None:
            raise KeyError(string)
        return number

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)


def _read(content: bytes) -> str:
    return content.decode("utf-8", "surrogatepass")


def keys_of(strings: Sequence[str]) -> Keys:
    """Return what strings are told apart by in this process.

    Their hashes, with the lengths in them: Python gives "ab" the hash of the one character with the same two bytes.
    """
    hashes = np.fromiter(map(hash, strings), np.int64, len(strings))
    return hashes ^ np.fromiter(map(len, strings), np.int64, len(strings))
