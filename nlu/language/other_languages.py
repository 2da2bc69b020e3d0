"""Languages that the product does not speak: told, so that their writers hear which it does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from nlu.data_rows import sentences
from nlu.errors import DataError
from nlu.product_files import DATA_FOLDER
from nlu.words.normalise import fold_letters, normalise

_ENOUGH: Final = 2  # words: one may be a name, or borrowed


class OtherLanguages:
    """The words that stand in most sentences of each language; it never changes, so threads may share one."""

    def __init__(self, words: Mapping[str, Iterable[str]]) -> None:
        self._words = {name: frozenset(map(_folded, listed)) for name, listed in words.items()}

    def named_by(self, words: Iterable[str]) -> str | None:
        """Return the language that most of the casefolded words are of, two at least; None when no single one is.

        >>> OtherLanguages({"es": ["hola", "tengo"], "it": ["ho"]}).named_by(["hola", "tengo", "ho"])
        'es'
        """
        said = _all_folded(words)
        counts = sorted((len(said & listed), name) for name, listed in self._words.items())
        if not counts or counts[-1][0] < _ENOUGH or counts[-1][0] == (counts[-2][0] if len(counts) > 1 else 0):
            return None
        return counts[-1][1]

    def count(self, words: Iterable[str], language: str) -> int:
        """Return how many different ones of the casefolded words are common in a language of the lists."""
        return len(_all_folded(words) & self._words[language])


@cache
def other_languages() -> OtherLanguages:
    """Return the languages of the product's lists, read once; raises DataError."""
    return OtherLanguages(listed_words(DATA_FOLDER))


def listed_words(data: Path) -> dict[str, list[str]]:
    """Return the words of each list `language/other.<language>.txt` below the folder `data`.

    Raises DataError, naming the file, when one cannot be read or holds a line of more than one word.
    """
    found = {}
    for path in sorted((data / "language").glob("other.*.txt")):
        found[path.stem.removeprefix("other.")] = sentences(path)
        wrong = next((line for line in sentences(path) if len(line.split()) > 1), None)
        if wrong is not None:
            raise DataError(f"{path}: {wrong!r} is more than one word: write one word a line")
    return found


def _all_folded(words: Iterable[str]) -> set[str]:
    return set(map(fold_letters, words))


def _folded(word: str) -> str:
    return fold_letters(normalise(word))
