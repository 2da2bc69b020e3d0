"""What folds deal out: single examples, or groups of near-copies that stay on one side."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nlu.words.normalise import normalise


@dataclass(frozen=True, slots=True)
class Unit:
    """Examples that are dealt out together: their positions, how many each category has, and its home category.

    `home` has most of them (of several the first by name); `key` is the normalised form of `text`, which places it.
    """

    key: str
    text: str
    rows: tuple[int, ...]
    sizes: Mapping[str, int]
    home: str


def units_of(texts: Sequence[str], categories: Sequence[str], groups: Sequence[int] | None = None) -> list[Unit]:
    """Return the units of the examples, `groups[i]` being the group of example i; without groups each is its own.

    The key of a group is the shortest text of it: a wordier copy that comes later does not move the group.

    >>> [unit.rows for unit in units_of(["pay please", "pay", "visa"], ["pay", "pay", "visa"], [0, 0, 1])]
    [(0, 1), (2,)]
    """
    members: dict[int, list[int]] = defaultdict(list)
    for i in range(len(texts)):
        members[i if groups is None else groups[i]].append(i)
    normalised = [normalise(text) for text in texts]
    return [_unit(rows, texts, normalised, categories) for rows in members.values()]


def _unit(rows: Sequence[int], texts: Sequence[str], normalised: Sequence[str], categories: Sequence[str]) -> Unit:
    first = min(rows, key=lambda i: (len(normalised[i]), normalised[i], texts[i]))
    sizes = Counter(categories[i] for i in rows)
    home = min(sizes, key=lambda name: (-sizes[name], name))
    return Unit(normalised[first], texts[first], tuple(rows), sizes, home)
