"""Longest-match look-up of word n-grams in a dictionary of names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from nlu.entities.words import TextWord

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Match(Generic[Value]):
    """Words `first` to `last` (exclusive) spell a name."""

    first: int
    last: int
    value: Value


class Names(Generic[Value]):
    """A dictionary of folded names of one or more words (see `nlu.entities.words.key`)."""

    def __init__(self, names: Mapping[str, Value]) -> None:
        self._names = names
        self._longest: dict[str, int] = {}
        for name in names:
            first, length = name.split(" ", 1)[0], 1 + name.count(" ")
            self._longest[first] = max(length, self._longest.get(first, 0))

    def longest(self, first: str) -> int:
        """Return the number of words of the longest name that begins with this folded word; 0 where none does."""
        return self._longest.get(first, 0)

    def matches(
        self,
        words: Sequence[TextWord],
        spelt: Sequence[str],
        accept: Callable[[Match[Value], Match[Value] | None], bool],
    ) -> list[Match[Value]]:
        """Return the accepted matches from left to right, the longest at each place, none overlapping.

        `spelt` gives each word as it is to be looked up (its folded form, or a corrected one); `accept` sees a match
        and the last one accepted before it.
        """
        found: list[Match[Value]] = []
        place = 0
        while place < len(words):
            longest = self._longest.get(spelt[place])
            if longest is None:
                place += 1
                continue
            previous = found[-1] if found else None
            for match in self._at(place, longest, words, spelt):
                if accept(match, previous):
                    found.append(match)
                    place = match.last
                    break
            else:
                place += 1
        return found

    def _at(self, first: int, longest: int, words: Sequence[TextWord], spelt: Sequence[str]) -> Iterator[Match[Value]]:
        last = first + 1
        if longest > 1:
            furthest = min(len(words), first + longest)
            while last < furthest and words[last].joins:
                last += 1
        for end in range(last, first, -1):
            value = self._names.get(" ".join(spelt[first:end]))
            if value is not None:
                yield Match(first, end, value)
