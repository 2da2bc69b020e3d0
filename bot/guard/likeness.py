"""How much two questions look alike, whatever language they are in."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import sqrt

from nlu.words.ngrams import char_ngrams, word_ngrams
from nlu.words.normalise import considered


def likeness(a: str, b: str) -> float:
    """Return the mean cosine, in [0, 1], of the words and of the character triples of two texts.

    >>> likeness("How much do you pay?", "how much do you PAY")
    1.0
    >>> round(likeness("How much do you pay?", "How much would you pay me?"), 2)
    0.74
    >>> likeness("pay", "pets")
    0.0
    """
    words, letters = zip(_counts(a), _counts(b), strict=True)
    return (_cosine(*words) + _cosine(*letters)) / 2


@lru_cache(maxsize=1024)
def _counts(text: str) -> tuple[Counter[str], Counter[str]]:
    read = considered(text)
    return Counter(word_ngrams(read, (1, 1))), Counter(char_ngrams(read, (3, 3)))


def _cosine(a: Counter[str], b: Counter[str]) -> float:
    shared = sum(count * b[gram] for gram, count in a.items() if gram in b)
    if not shared:
        return 0.0
    return min(1.0, shared / sqrt(sum(n * n for n in a.values()) * sum(n * n for n in b.values())))
