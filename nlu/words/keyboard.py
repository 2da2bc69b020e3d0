"""Which keys lie side by side, so that one is hit for the other."""

from __future__ import annotations

from functools import cache
from typing import Final

_QWERTY: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_ROWS: Final = {
    "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnm"),
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
}


@cache
def neighbours(character: str, language: str) -> str:
    """Return the letters whose keys touch a letter's on the language's keyboard; "" for what is no letter on it.

    >>> neighbours("g", "en"), neighbours("z", "de"), neighbours("é", "fr")
    ('tyfhvb', 'tugh', '')
    """
    rows = _ROWS.get(language, _QWERTY)
    for number, row in enumerate(rows):
        place = row.find(character.lower())
        if place >= 0:
            above = rows[number - 1][place : place + 2] if number else ""
            beside = row[max(0, place - 1) : place] + row[place + 1 : place + 2]
            below = rows[number + 1][max(0, place - 1) : place + 1] if number + 1 < len(rows) else ""
            return above + beside + below
    return ""
