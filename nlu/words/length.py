"""How long a text is, in words of any script."""

from __future__ import annotations

import re
from typing import Final

from nlu.words.ngrams import HAN, WORD_PATTERN

_HAN: Final = re.compile(f"[{HAN}]")
_WORD: Final = re.compile(WORD_PATTERN)


def length(text: str) -> float:
    """Return how long a considered text is in words, two Han characters counting as one.

    >>> length("and in portugal"), length("那实习生呢")
    (3.0, 2.5)
    """
    han = len(_HAN.findall(text))
    return len(_WORD.findall(_HAN.sub(" ", text))) + han / 2
