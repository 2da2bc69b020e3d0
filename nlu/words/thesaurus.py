"""The thesaurus that comes with the product, one language at a time."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from nlu.data_rows import forms_in, rows
from nlu.errors import DataError
from nlu.product_files import DATA_FOLDER
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.concepts import Concept, Concepts, check
from nlu.words.normalise import considered

_REMEMBERED: Final = 4096
"""Sentences whose meanings are kept: those of answers are read again and again."""


@cache
def thesaurus(language: str) -> Concepts:
    """Return the concepts as a language names them, read once; raises DataError."""
    return Concepts(concepts(DATA_FOLDER), language)


@cache
def _like_words(language: str) -> Concepts:
    return Concepts(concepts(DATA_FOLDER, "like_words"), language)


@lru_cache(_REMEMBERED)
def said_alike(text: str, language: str) -> frozenset[str]:
    """Return what words in a text mean that questions and answers put in different words; raises DataError.

    >>> said_alike("can they extend it?", "en") & said_alike("It cannot be made longer.", "en")
    frozenset({'~extend'})
    """
    return frozenset(f"~{each}" for each in _like_words(language).found_in(considered(text)))


@cache
def digest(language: str) -> str:
    """Return the SHA-256 of what a language's classifiers know of meanings; "" for no language."""
    if not language:
        return ""
    known = [(each.name, each.broader, each.forms.get(language, ())) for each in concepts(DATA_FOLDER)]
    return hashlib.sha256(repr(known).encode()).hexdigest()


def concepts(data: Path, folder: str = "concepts") -> tuple[Concept, ...]:
    """Return the thesaurus of a folder of `data`: an id, what is broader, and forms parted by `|` per language.

    Raises DataError, naming the file, when it cannot be used (see `nlu.words.concepts.check`).
    """
    found = []
    for path in sorted((data / folder).glob("*.csv")):
        for line, row in rows(path, ("concept", "broader")):
            if not row["concept"].strip():
                raise DataError(f"{path}, line {line}: the concept has no name")
            unknown = sorted(row.keys() - {"concept", "broader"} - KNOWN_LANGUAGES)
            if unknown:
                raise DataError(f"{path}, line {line}: the column {unknown[0]!r} is no language of the product")
            forms = {column: forms_in(cell) for column, cell in row.items() if column not in ("concept", "broader")}
            found.append(Concept(row["concept"].strip(), row["broader"].strip(), forms))
    try:
        return check(found)
    except DataError as error:
        raise DataError(f"{data / folder}: {error}") from error
