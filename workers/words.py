"""What background work says: the desk's words, with those of a folder of its own beside them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from admin.texts import FALLBACK, Say
from admin.texts import load_texts as desk_texts
from texts import language_files


@cache
def words_of(folder: Path) -> dict[str, Say]:
    """Return the words by language, read once."""
    own = language_files(folder)
    return {language: Say(language, {**desk.texts, **own[language]}) for language, desk in desk_texts().items()}


def speaker(folder: Path, language: str) -> Say:
    """Return who speaks that language, or English where nobody does."""
    known = words_of(folder)
    return known.get(language, known[FALLBACK])
