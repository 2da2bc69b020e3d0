"""The part of a message that says what was looked for. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_LENGTH: Final = 140
"""Characters of a message that a row of a list has room for."""
_BEFORE: Final = 40
"""So many of them stand before the words at most: they are seen in a narrow row as well."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What stands in a message around the words looked for; `words` as they are written there."""

    before: str
    words: str = ""
    after: str = ""


def excerpt(text: str, words: str, length: int = _LENGTH) -> Excerpt:
    """Return the part of a text around the first place of the words, whatever their case, on one line.

    A text that does not say them letter by letter is shown from its beginning, with no words.

    >>> excerpt("Is there free PARKING?", "parking")
    Excerpt(before='Is there free ', words='PARKING', after='?')
    >>> excerpt("I come each day from a village that is far away, is there\\n parking for a night?", "parking", 56)
    Excerpt(before='…m a village that is far away, is there ', words='parking', after=' for a n…')
    >>> excerpt("In der Straße", "strasse")
    Excerpt(before='In der Straße', words='', after='')
    """
    line = " ".join(text.split())
    found = re.search(re.escape(words), line, re.IGNORECASE) if words else None
    if found is None:
        return Excerpt(_begun(line, length))
    first = max(0, found.start() - _BEFORE)
    before = "…" + line[first + 1 : found.start()] if first else line[: found.start()]
    room = length - len(before) - len(found.group())
    return Excerpt(before, found.group(), _begun(line[found.end() :], max(1, room)))


def _begun(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
