"""A message cut into the passages that danger is looked for in: sentences, and of long ones what stands near a sign."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from nlu.danger.signs import BESIDE, IDIOM, Signs, concept_of
from nlu.danger.spelling import joined, spelt

_SENTENCE: Final = re.compile(r"([^.!?;…。！？；．\n\r]+)([.!?;…。！？；．\n\r]*)")
_NEAR: Final = {"zh": 18}
_NEAR_WORDS: Final = 10
"""How many words (in Chinese: characters) before and after a sign are read with it."""
_LONGEST_MESSAGE: Final = 20_000
_MARK: Final = "danger_"
_PLAIN: Final = "plain"
_MOST_COUNTED: Final = 6


@dataclass(frozen=True, slots=True)
class Passage:
    """What holds a sign of danger: its words as they are spelt, what its signs speak of, and whether it asks."""

    text: str
    concepts: tuple[str, ...]
    asks: bool

    @property
    def is_plain(self) -> bool:
        """Tell whether it holds a phrase that no harmless sentence does, and no idiom."""
        return IDIOM not in self.concepts and any(concept.startswith(_PLAIN) for concept in self.concepts)

    @property
    def read(self) -> str:
        """Return what the classifier reads: the words, and what is known of them as more words."""
        concepts = list(map(concept_of, self.concepts))
        count = sum(concept not in BESIDE for concept in concepts)
        marks = [*sorted(set(concepts)), *self.concepts, f"count{min(_MOST_COUNTED, count)}"]
        return " ".join([self.text, *(f"{_MARK}{mark}" for mark in [*marks, *["asks"] * self.asks])])


def passages(text: str, signs: Signs, language: str) -> Iterator[Passage]:
    """Yield the passages of a message that hold a sign of danger, in order."""
    for sentence, asks in parted(text):
        yield from near_signs(sentence, signs, language, asks=asks)


def parted(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the sentences of a message as they were typed, and whether each asks."""
    for sentence, end in _SENTENCE.findall(text[:_LONGEST_MESSAGE]):
        yield sentence.strip(), "?" in end or "？" in end


def sentences(text: str, language: str) -> list[str]:
    """Return the sentences of a message as they are spelt."""
    read = (joined(spelt(sentence, language)) for sentence, _ in _SENTENCE.findall(text[:_LONGEST_MESSAGE]))
    return [sentence for sentence in read if sentence]


def near_signs(sentence: str, signs: Signs, language: str, *, asks: bool) -> Iterator[Passage]:
    """Yield the passages of one sentence that hold a sign of danger, in order."""
    words = spelt(sentence, language)
    found = signs.found(words)
    if not found and ("'" in sentence or "’" in sentence):
        words = spelt(sentence, language, apostrophe=" ")
        found = signs.found(words)
    near = _NEAR.get(language, _NEAR_WORDS)
    start = end = -1
    for first, after in found:
        if start >= 0 and first - near > end:
            yield _passage(words[start:end], signs, asks=asks)
            start = -1
        start = max(0, first - near) if start < 0 else start
        end = after + near
    if start >= 0:
        yield _passage(words[start:end], signs, asks=asks)


def _passage(words: list[str], signs: Signs, *, asks: bool) -> Passage:
    return Passage(joined(signs.read(words)), tuple(signs.concepts(words)), asks)
