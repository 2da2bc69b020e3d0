"""Words that people use who write to a careers site: never taken for misspelt ones, whatever a company taught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from nlu.data_rows import lots, rows, sentences
from nlu.product_files import DATA_FOLDER
from nlu.words.normalise import considered
from nlu.words.script import WORD

_FEWEST: Final = 2
"""How many sentences must use a word: some writers of the starter data misspell one on purpose."""


@cache
def everyday_words(language: str) -> frozenset[str]:
    """Return the words of the language's starter data that two sentences at least use, read once; raises DataError."""
    used: Counter[str] = Counter()
    for text in _texts(DATA_FOLDER, language):
        used.update(set(WORD.findall(considered(text))))
    return frozenset(word for word, times in used.items() if times >= _FEWEST and word.isalpha())


def _texts(data: Path, language: str) -> Iterator[str]:
    for path in lots(data / "general" / language, "csv"):
        yield from (row["text"] for _, row in rows(path, ("text",)))
    for path in lots(data / "background" / language, "txt"):
        yield from sentences(path)
