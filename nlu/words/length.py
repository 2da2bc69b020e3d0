"""How long a text is, in words of any script."""

from __future__ import annotations

from nlu.words.script import IS_HAN, WORD


def length(text: str) -> float:
    """Return how long a considered text is in words, two Han characters counting as one.

    >>> length("and in portugal"), length("那实习生呢")
    (3.0, 2.5)
    """
    han = len(IS_HAN.findall(text))
    return len(WORD.findall(IS_HAN.sub(" ", text))) + han / 2
