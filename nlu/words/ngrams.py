"""The n-grams a text is made of, cut exactly as scikit-learn's `word` and `char_wb` analysers cut them.

Chinese is written without spaces: each Han character is a word of its own, so that words of one and two characters are
the word n-grams, and `Java开发` holds `Java`, `开` and `发`.
"""

from __future__ import annotations

from functools import lru_cache

from nlu.words.script import WORD

_OF_ONE_TURN = 64
"""Texts whose words are kept: all that is counted in a message is counted in the same words."""

_REMEMBERED = 1024
"""Words whose n-grams are kept, about a kilobyte each."""

Range = tuple[int, int]


@lru_cache(_OF_ONE_TURN)
def words_in(text: str) -> tuple[str, ...]:
    """Return the words of a normalised text.

    >>> words_in('java开发, now')
    ('java', '开', '发', 'now')
    """
    return tuple(WORD.findall(text))


def word_ngrams(text: str, sizes: Range) -> list[str]:
    """Return the word n-grams of a normalised text, `sizes` = (shortest, longest) in words.

    >>> word_ngrams('to be or', (1, 2))
    ['to', 'be', 'or', 'to be', 'be or']
    >>> word_ngrams('java开发', (1, 2))
    ['java', '开', '发', 'java 开', '开 发']
    """
    words = words_in(text)
    grams = list(words) if sizes[0] == 1 else []
    for size in range(max(sizes[0], 2), sizes[1] + 1):
        grams += map(" ".join, zip(*(words[first:] for first in range(size)), strict=False))
    return grams


def char_ngrams(text: str, sizes: Range) -> list[str]:
    """Return the character n-grams inside each word of a normalised text, the word padded with one space on each side.

    >>> char_ngrams('a job', (3, 4))
    [' a ', ' jo', 'job', 'ob ', ' job', 'job ']
    """
    grams: list[str] = []
    for word in text.split():
        grams += _remembered(word, sizes)
    return grams


def of_word(word: str, sizes: Range) -> tuple[str, ...]:
    """Return the character n-grams of one word."""
    padded = f" {word} "
    grams: list[str] = []
    for size in range(sizes[0], sizes[1] + 1):
        if len(padded) <= size:
            grams.append(padded)
            break  # a word that fits whole counts once, however many sizes it is shorter than
        grams += [padded[i : i + size] for i in range(len(padded) - size + 1)]
    return tuple(grams)


_remembered = lru_cache(_REMEMBERED)(of_word)
