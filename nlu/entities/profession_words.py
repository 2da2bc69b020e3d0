"""Words and phrases that decide about professions, by language (`data/professions/words.csv`)."""

from __future__ import annotations

from typing import Final

from nlu.entities.word_lists import word_lists

_NONE: Final[frozenset[str]] = frozenset()
OTHER_WORDS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "de": (("ie", "e"),),
    "fr": (("er", "eur"), ("er", "ier"), ("ir", "ier"), ("ent", "ant"), ("ie", "e"), ("ie", "ue")),
}
"""Endings that make a word another word, not a misspelt one: `monter` is no `monteur`, `Geologie` no `Geologe`."""


def ordinary(language: str) -> frozenset[str]:
    """Return forms that are ordinary words too; they mean a profession only where the text shows it."""
    return word_lists("professions").get(("ordinary", language), _NONE)


def blocking(language: str) -> frozenset[str]:
    """Return ordinary words and phrases that hold a form, or the beginning of one, and mean no profession."""
    return word_lists("professions").get(("blocking", language), _NONE)


def titles(language: str) -> frozenset[str]:
    """Return words before a surname, which may be the name of a profession ("Frau Koch")."""
    return word_lists("professions").get(("title", language), _NONE)


def never_corrected(language: str) -> frozenset[str]:
    """Return words of the language that are one slip from a form and no misspelling of it."""
    return word_lists("professions").get(("never_corrected", language), _NONE)
