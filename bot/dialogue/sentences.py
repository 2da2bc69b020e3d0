"""The questions of one message: its sentences, and the halves of a sentence that asks two things. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from nlu.follow_ups import length

MOST_SENTENCES: Final = 6
"""How many sentences of a message are read by themselves at most."""
_FEWEST_WORDS: Final = 2
_SENTENCE: Final = re.compile(r"[^.!?;…。！？；．\n\r]+[.!?;…。！？；．]*")
_AND: Final = {
    "en": re.compile(r",? (?:and also|and|also|plus) |, ", re.IGNORECASE),
    "de": re.compile(r",? (?:und auch|und|un|sowie|außerdem) |, ", re.IGNORECASE),
    "fr": re.compile(r",? (?:et aussi|et|puis|ainsi que) |, ", re.IGNORECASE),
    "zh": re.compile(r" ?[，,、]? ?(?:还有|還有|以及|另外|顺便问|順便問|和) ?|[，,] ?| "),
}
"""What may join two questions, in a text without double blanks."""
_MOST_CUTS: Final = 4


def sentences(text: str) -> list[str]:
    """Return the sentences of a message with their marks, the first ones of a long one.

    >>> sentences("Hi. My name is Bo! Can I start in April?")
    ['Hi.', 'My name is Bo!', 'Can I start in April?']
    """
    found = (match[0].strip() for match in _SENTENCE.finditer(text))
    return [sentence for sentence in found if sentence][:MOST_SENTENCES]


def halves(sentence: str, language: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the two parts of a sentence at what may join two questions, and whether that is a word; no short parts.

    >>> list(halves("can my dog come and what does lunch cost?", "en"))
    [('can my dog come', 'what does lunch cost?', True)]
    """
    joint, sentence = _AND.get(language), " ".join(sentence.split())
    if joint is None:
        return
    for place in list(joint.finditer(sentence))[:_MOST_CUTS]:
        before, after = sentence[: place.start()], sentence[place.end() :]
        if length(before) >= _FEWEST_WORDS and length(after) >= _FEWEST_WORDS:
            yield before, after, any(mark.isalpha() for mark in place[0])
