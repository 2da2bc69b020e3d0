"""Learning to tell danger from what only sounds like it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from nlu.classifier.features import FeatureIndex
from nlu.classifier.text_classifier import TextClassifier, fit_rows
from nlu.danger.sentences import passages, sentences
from nlu.danger.signs import Signs
from nlu.danger.stage import DANGER
from nlu.recipe import Recipe

Example = tuple[str, str]

_REGULARISATION: Final = 10.0
_CHAR_WEIGHT: Final = 0.5
_MIN_EXAMPLES: Final = 2
_LIKELY: Final = 0.5
"""From this confidence on a passage beside others is learnt as danger."""


def fit_danger(examples: Iterable[Example], signs: Signs, language: str, *, seed: int = 0) -> TextClassifier:
    """Return the classifier of (message, "danger" or "safe") examples: of their passages with a sign, else of all.

    Of the passages of one message of danger ("Here is my CV. I took all the pills.") those are learnt that are likely
    to mean danger by what all other examples teach, and the likeliest in any case; the others teach nothing.
    Raises DataError when not both kinds are among the examples.
    """
    read = [_read(text, kind, signs, language) for text, kind in examples]
    doubtful = [each for message in read if _is_doubtful(message) for each in message]
    certain = [each for message in read if not _is_doubtful(message) for each in message]
    if not doubtful or all(kind != DANGER for _, kind in certain):
        taught = _Taught.of([each for message in read for each in message], language, seed)
        return taught.fit(range(len(taught.texts)))
    taught = _Taught.of([*certain, *doubtful], language, seed)
    by_others = taught.fit(range(len(certain)))
    meant = _meant([message for message in read if _is_doubtful(message)], by_others)
    return taught.fit([*range(len(certain)), *(len(certain) + place for place in meant)])


@dataclass(frozen=True, slots=True)
class _Taught:
    """Passages and their kinds, cut once for all that learns from some of them."""

    texts: Sequence[str]
    kinds: Sequence[str]
    index: FeatureIndex
    seed: int

    @classmethod
    def of(cls, read: Sequence[Example], language: str, seed: int) -> _Taught:
        texts = [text for text, _ in read]
        return cls(texts, [kind for _, kind in read], FeatureIndex.of(texts, danger_recipe(language)), seed)

    def fit(self, rows: Sequence[int]) -> TextClassifier:
        return fit_rows(self.index, self.texts, np.array(rows, dtype=np.intp), self.kinds, seed=self.seed)


def _is_doubtful(message: Sequence[Example]) -> bool:
    """Whether not all passages of a message need mean what the message does."""
    return len(message) > 1 and message[0][1] == DANGER


def _meant(messages: Iterable[Sequence[Example]], classifier: TextClassifier) -> Iterator[int]:
    """Yield the places of those passages that mean danger, counted through all the messages."""
    first = 0
    for message in messages:
        likely = [classifier.rank(text, None) for text, _ in message]
        confidences = [next(guess.confidence for guess in ranking if guess.intent == DANGER) for ranking in likely]
        least = min(_LIKELY, max(confidences))
        yield from (first + place for place, confidence in enumerate(confidences) if confidence >= least)
        first += len(message)


def danger_recipe(language: str) -> Recipe:
    """Return the recipe of the classifier."""
    return replace(
        Recipe.general(language),
        regularisation=_REGULARISATION,
        char_weight=_CHAR_WEIGHT,
        min_examples=_MIN_EXAMPLES,
        spelling="",  # the signs of danger are looked for with slips of their own
        courtesies="",  # every word is weighed
    )


def _read(text: str, kind: str, signs: Signs, language: str) -> list[Example]:
    """What is read of a message; sentences without a sign teach what words mean where nobody is in danger."""
    read = [each.read for each in passages(text, signs, language)] or sentences(text, language)
    return [(each, kind) for each in read]
