"""When two questions count as the same: the form in which the classifiers read every text."""

from __future__ import annotations

import re
import unicodedata

CONSIDERED_CHARACTERS = 1000
"""What a classifier reads of a message at most: keeps the time of one parse bounded."""

_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe0f\ufeff\ud800-\udfff]"
)
_MEANINGFUL = "#%&@"


def normalise(text: str) -> str:
    """Return `text` in NFKC, casefolded, white space folded, control characters and outer punctuation removed.

    Two texts are the same question when their normalised forms are equal; `normalise` is idempotent.

    >>> normalise('  How do I  APPLY?! ')
    'how do i apply'
    >>> normalise('Ｗｏ ist die Straße…')
    'wo ist die strasse'
    """
    if text.isascii():
        folded = text.lower()
    else:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    if _INVISIBLE.search(folded):
        folded = _INVISIBLE.sub(" ", folded)
    return _strip_punctuation(" ".join(folded.split()))


def considered(text: str) -> str:
    """Return the normalised beginning of `text` that classifiers look at (`CONSIDERED_CHARACTERS` at most)."""
    text = normalise(text[: 4 * CONSIDERED_CHARACTERS])
    return text if len(text) <= CONSIDERED_CHARACTERS else normalise(text[:CONSIDERED_CHARACTERS])


def _strip_punctuation(text: str) -> str:
    start, end = 0, len(text)
    while start < end and _is_edge(text[start]):
        start += 1
    while end > start and _is_edge(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_edge(character: str) -> bool:
    if character.isalnum():
        return False
    return character == " " or (unicodedata.category(character)[0] == "P" and character not in _MEANINGFUL)
