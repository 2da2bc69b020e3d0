"""The words that several people ask with and that are rare in what is taught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log, sqrt
from typing import Final

from nlu.words.ngrams import word_ngrams
from nlu.words.normalise import considered
from nlu.words.script import IS_HAN

PEOPLE: Final = 5
"""A word is named when so many different people used it: what one person wrote is not kept."""

_Z = 1.96


def new_words(asked: Sequence[tuple[str, int]], taught: Iterable[str], limit: int = 8) -> list[tuple[str, int]]:
    """Return the words that tell what is asked (text, number of the person) from what is taught, with their people.

    Ordered by the log-odds ratio over its standard error (Monroe et al. 2008, Fightin' Words, with a flat prior of
    .5); those below 1.96, with a digit, or used by fewer than `PEOPLE` people are left out.

    >>> asked = [("is there a sabbatical", person) for person in range(6)]
    >>> new_words(asked, ["is there a canteen", "is there parking"] * 20)
    [('sabbatical', 6)]
    """
    people: dict[str, set[int]] = {}
    for text, person in asked:
        for word in words_of(text):
            people.setdefault(word, set()).add(person)
    ours = {word: len(by) for word, by in people.items() if not any(sign.isdigit() for sign in word)}
    texts = list(taught)
    theirs = Counter(word for text in texts for word in words_of(text))
    everybody = len({person for _, person in asked})
    found = [(_score(n, everybody, theirs[word], len(texts)), word, n) for word, n in ours.items() if n >= PEOPLE]
    return [(word, n) for score, word, n in sorted(found, key=lambda one: (-one[0], one[1])) if score >= _Z][:limit]


def words_of(text: str) -> set[str]:
    """Return the different words of a text; of Chinese, each pair of neighbours.

    >>> sorted(words_of("Java 开发岗")) == sorted(["java", "开发", "发岗"])
    True
    """
    pairs = [pair.split() for pair in word_ngrams(considered(text), (2, 2))]
    chinese = {"".join(pair) for pair in pairs if all(IS_HAN.fullmatch(sign) for sign in pair)}
    return chinese | {word for word in word_ngrams(considered(text), (1, 1)) if len(word) > 1}


def _score(ours: int, of: int, theirs: int, of_theirs: int) -> float:
    a, b, c, d = (n + 0.5 for n in (ours, of - ours, theirs, of_theirs - theirs))
    return log(a / b * d / c) / sqrt(1 / a + 1 / b + 1 / c + 1 / d)
