"""Names of countries and regions, which tell nothing of the language that they are written in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from nlu import starter
from nlu.product_files import DATA_FOLDER
from nlu.words.normalise import normalise
from nlu.words.script import latin_words


def without_areas(words: Sequence[str]) -> list[str]:
    """Return the words of a message (`nlu.words.script.latin_words`) but for those that name a country or region.

    >>> without_areas(["jobs", "in", "baden", "württemberg", "or", "switzerland"])
    ['jobs', 'in', 'or']
    """
    left, place, names = [], 0, _names()
    while place < len(words):
        named = (name for name in names.get(words[place], ()) if tuple(words[place : place + len(name)]) == name)
        length = len(next(named, ()))
        left += [] if length else [words[place]]
        place += length or 1
    return left


@cache
def _names() -> Mapping[str, Sequence[tuple[str, ...]]]:
    """Return the words of the names by their first word, the longest first."""
    spelt = {name for area in starter.areas(DATA_FOLDER) for names in area.names.values() for name in names}
    found: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for words in sorted({tuple(latin_words(normalise(name))) for name in spelt}, key=len, reverse=True):
        if words:
            found[words[0]].append(words)
    return dict(found)
