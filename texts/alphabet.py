"""The order of words in a list: as the alphabet has them, with accents and the case of letters set aside. Pure."""

from __future__ import annotations

import unicodedata
from typing import Final

_LETTERS: Final = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})
"""Small letters that are no plain letter with an accent."""


def alphabetical(words: str) -> tuple[str, str]:
    """Return a key that sorts words as German, English and French lists do; Chinese ones stay by their characters.

    >>> sorted(["Zulagen", "Übernahme", "éthique", "Umzug", "Œuvres", "Emploi"], key=alphabetical)
    ['Emploi', 'éthique', 'Œuvres', 'Übernahme', 'Umzug', 'Zulagen']
    """
    plain = words.casefold()
    letters = unicodedata.normalize("NFKD", plain.translate(_LETTERS))
    return "".join(each for each in letters if not unicodedata.combining(each)), plain
