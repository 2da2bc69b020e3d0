"""Which question to pin for a category that has none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final

from storage.dataset import Example

_SEEN: Final = ("confirmed", "corrected")


def proposals(examples: Sequence[Example], watched: Collection[str]) -> list[Example]:
    """Return a question for each category that is not `watched`, by category name.

    It is one that a candidate asked and a recruiter confirmed, where there is one, and of middle length: the shortest
    say too little, the longest too much.
    """
    by_category: dict[str, list[Example]] = defaultdict(list)
    for one in examples:
        if one.category not in watched:
            by_category[one.category].append(one)
    return [_typical(by_category[name]) for name in sorted(by_category)]


def _typical(examples: Sequence[Example]) -> Example:
    chosen = [one for one in examples if one.origin in _SEEN] or list(examples)
    return sorted(chosen, key=lambda one: (len(one.text), one.id))[len(chosen) // 2]
