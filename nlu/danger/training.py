"""Learning to tell danger from what only sounds like it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from nlu.danger.sentences import passages, sentences
from nlu.danger.signs import Signs
from nlu.danger.stage import DANGER
from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier, fit

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
    doubtful = [message for message in read if _is_doubtful(message)]
    certain = [each for message in read if not _is_doubtful(message) for each in message]
    if not doubtful or all(kind != DANGER for _, kind in certain):
        return _fit([each for message in read for each in message], language, seed)
    by_others = _fit(certain, language, seed)
    return _fit([*certain, *(each for message in doubtful for each in _meant(message, by_others))], language, seed)


def _is_doubtful(message: Sequence[Example]) -> bool:
    """Whether not all passages of a message need mean what the message does."""
    return len(message) > 1 and message[0][1] == DANGER


def _fit(read: Sequence[Example], language: str, seed: int) -> TextClassifier:
    return fit([text for text, _ in read], [kind for _, kind in read], danger_recipe(language), seed=seed)


def _meant(message: Sequence[Example], classifier: TextClassifier) -> list[Example]:
    """Those of a message's passages that mean danger."""
    likely = [classifier.rank(text, None) for text, _ in message]
    confidences = [next(guess.confidence for guess in ranking if guess.intent == DANGER) for ranking in likely]
    least = min(_LIKELY, max(confidences))
    return [each for each, confidence in zip(message, confidences, strict=True) if confidence >= least]


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
