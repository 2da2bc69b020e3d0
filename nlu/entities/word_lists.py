"""Lists of words that decide about names: tables of starter data with the columns kind, language and forms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from nlu.data_rows import forms_in, rows
from nlu.product_files import DATA_FOLDER
from nlu.words.text_words import key

WordLists = Mapping[tuple[str, str], frozenset[str]]
"""Forms, folded as `nlu.words.text_words.key` does, by kind and language ("" where they are of every language)."""


@cache
def word_lists(about: str) -> WordLists:
    """Return the lists of `data/<about>/words.csv`, read once; a list may have several rows. Raises DataError."""
    found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for _, row in rows(DATA_FOLDER / about / "words.csv", ("kind", "language", "forms")):
        found[row["kind"], row["language"]].update(map(key, forms_in(row["forms"])))
    return {which: frozenset(forms) for which, forms in found.items()}
