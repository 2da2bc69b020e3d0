"""Longest-match look-up of word n-grams in a dictionary of names."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Generic, TypeVar

from nlu.words.text_words import TextWord

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Match(Generic[Value]):
    """Words `first` to `last` (exclusive) spell a name."""

    first: int
    last: int
    value: Value


class Names(Generic[Value]):
    """A dictionary of folded names of one or more words (see `nlu.words.text_words.key`)."""

    def __init__(self, names: MutableMapping[str, Value]) -> None:
        self._names = names
        self._lengths: MutableMapping[str, tuple[int, ...]] = _lengths_by_first(names)

    def including(self, more: Mapping[str, Value]) -> Names[Value]:
        """Return a dictionary with more names, which count before these; it shares all that this one has.

        >>> more = Names({"new york": 1}).including({"york": 2})
        >>> more.longest("new"), more.longest("york")
        (2, 1)
        """
        other: Names[Value] = copy(self)
        other._names = ChainMap(dict(more), self._names)
        its = {first: {*lengths, *self._lengths.get(first, ())} for first, lengths in _lengths_by_first(more).items()}
        descending = {first: tuple(sorted(lengths, reverse=True)) for first, lengths in its.items()}
        other._lengths = ChainMap(descending, self._lengths)
        return other

    def __contains__(self, name: str) -> bool:
        """Whether a folded name is one of these."""
        return name in self._names

    def longest(self, first: str) -> int:
        """Return the number of words of the longest name that begins with this folded word; 0 where none does."""
        return max(self._lengths.get(first, (0,)))

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
            lengths = self._lengths.get(spelt[place])
            if lengths is None:
                place += 1
                continue
            previous = found[-1] if found else None
            for match in self._at(place, lengths, words, spelt):
                if accept(match, previous):
                    found.append(match)
                    place = match.last
                    break
            else:
                place += 1
        return found

    def _at(
        self, first: int, lengths: tuple[int, ...], words: Sequence[TextWord], spelt: Sequence[str]
    ) -> Iterator[Match[Value]]:
        last, furthest = first + 1, min(len(words), first + lengths[0])
        while last < furthest and words[last].joins:
            last += 1
        for length in lengths:
            end = first + length
            if end <= last and (value := self._names.get(" ".join(spelt[first:end]))) is not None:
                yield Match(first, end, value)


def _lengths_by_first(names: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return by first word how many words the names that begin with it have, the most first."""
    found: dict[str, set[int]] = {}
    for name in names:
        found.setdefault(name.split(" ", 1)[0], set()).add(1 + name.count(" "))
    one_for_all: dict[tuple[int, ...], tuple[int, ...]] = {}
    descending = ((first, tuple(sorted(lengths, reverse=True))) for first, lengths in found.items())
    return {first: one_for_all.setdefault(lengths, lengths) for first, lengths in descending}
