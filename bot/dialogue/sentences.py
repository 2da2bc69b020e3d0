"""The questions of one message: its sentences, and the halves of a sentence that asks two things. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from nlu import data_rows
from nlu.product_files import DATA_FOLDER
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.length import length
from nlu.words.script import IS_HAN

MOST_SENTENCES: Final = 6
"""How many sentences of a message are read by themselves at most."""
_FEWEST_WORDS: Final = 2
_SENTENCE: Final = re.compile(r"(?:[^.!?;:…。！？；：．\n\r]|:(?!\s))+[.!?;:…。！？；：．]*")
_MOST_CUTS: Final = 4


def sentences(text: str) -> list[str]:
    """Return the sentences of a message with their marks, the first ones of a long one.

    >>> sentences("Hi. My name is Bo! Can I start in April?")
    ['Hi.', 'My name is Bo!', 'Can I start in April?']
    """
    found = (match[0].strip() for match in _SENTENCE.finditer(text))
    return [sentence for sentence in found if sentence][:MOST_SENTENCES]


def halves(sentence: str, language: str, fewest: int = _FEWEST_WORDS) -> Iterator[tuple[str, str, bool]]:
    """Yield the two parts of a sentence at what may join two questions, and whether that is a word.

    No part has fewer words than the `fewest`.

    >>> list(halves("can my dog come and what does lunch cost?", "en"))
    [('can my dog come', 'what does lunch cost?', True)]
    """
    if language not in KNOWN_LANGUAGES:
        return
    sentence = " ".join(sentence.split())
    for place in list(_joint(language).finditer(sentence))[:_MOST_CUTS]:
        before, after = sentence[: place.start()], sentence[place.end() :]
        if length(before) >= fewest and length(after) >= fewest:
            yield before, after, any(mark.isalpha() for mark in place[0])


def parts(sentence: str, language: str) -> list[str]:
    """Return all the parts of a sentence between what may join questions.

    >>> parts("the salary, the hours and the place?", "en")
    ['the salary', 'the hours', 'the place?']
    """
    if language not in KNOWN_LANGUAGES:
        return [sentence]
    return [part for part in _joint(language).split(" ".join(sentence.split())) if part]


@cache
def _joint(language: str) -> re.Pattern[str]:
    """What may join two questions, in a text without double blanks: the words in `data/joints`, or a comma."""
    return _joining(data_rows.sentences(DATA_FOLDER / "joints" / f"{language}.txt"))


def _joining(words: Sequence[str]) -> re.Pattern[str]:
    choice = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    if IS_HAN.search(choice):  # a script without blanks between words, where one parts sentences
        return re.compile(f" ?[，,、]? ?(?:{choice}) ?|[，,] ?| ")
    return re.compile(f",? (?:{choice}) |, ", re.IGNORECASE)
