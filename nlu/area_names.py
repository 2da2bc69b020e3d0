"""Names of countries and regions, which tell nothing of the language that they are written in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from nlu import starter
from nlu.normalise import normalise
from nlu.product_files import DATA_FOLDER
from nlu.script import latin_words


def without_areas(words: Sequence[str]) -> list[str]:
    """Return the words of a message (`nlu.script.latin_words`) but for those that name a country or region.

    >>> without_areas(["jobs", "in", "baden", "württemberg", "or", "switzerland"])
    ['jobs', 'in', 'or']
    """
    left, place, names = [], 0, _names()
    longest = max(map(len, names))
    while place < len(words):
        named = next((n for n in range(longest, 0, -1) if tuple(words[place : place + n]) in names), 0)
        left += [] if named else [words[place]]
        place += named or 1
    return left


@cache
def _names() -> frozenset[tuple[str, ...]]:
    spelt = {name for area in starter.areas(DATA_FOLDER) for names in area.names.values() for name in names}
    return frozenset(words for words in (tuple(latin_words(normalise(name))) for name in spelt) if words)
