"""Words that people use who write to a careers site: never taken for misspelt ones, whatever a company taught."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from nlu.data_rows import lots, rows, sentences
from nlu.product_files import DATA_FOLDER
from nlu.words.ngrams import HAN
from nlu.words.normalise import considered

_UNIT: Final = re.compile(rf"(?=([{HAN}]{{2}}))|([^\W{HAN}]+)")
_FEWEST: Final = 2
"""How many sentences must use a word: some writers of the starter data misspell one on purpose."""
_MANY: Final = 10
"""From how many on a word is usual: "derzeit" stands in 11 of 20,481, names of trades that no list has in fewer."""


def ordinary_words(language: str) -> frozenset[str]:
    """Return the words of the language's starter data that two sentences at least use, read once; raises DataError."""
    return _used(language)[0]


def is_usual(text: str, language: str) -> bool:
    """Tell whether many sentences of the starter data use each word of a text, of Chinese each pair of characters.

    False for a text without any. Raises DataError.

    >>> is_usual("same", "en"), is_usual("astronaut", "en"), is_usual("刚刚", "zh")
    (True, False, True)
    """
    said = _units(considered(text))
    return bool(said) and said <= _used(language)[1]


@cache
def _used(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words, and pairs of Chinese characters, that a few sentences use, and those that many do."""
    used: Counter[str] = Counter()
    for text in _texts(DATA_FOLDER, language):
        used.update(_units(considered(text)))
    a_few = (word for word, times in used.items() if times >= _FEWEST and word.isalpha())
    return frozenset(a_few), frozenset(word for word, times in used.items() if times >= _MANY)


def _units(text: str) -> set[str]:
    return {pair or word for pair, word in _UNIT.findall(text)}


def _texts(data: Path, language: str) -> Iterator[str]:
    for path in lots(data / "general" / language, "csv"):
        yield from (row["text"] for _, row in rows(path, ("text",)))
    for path in lots(data / "background" / language, "txt"):
        yield from sentences(path)
