"""Learning to tell danger from what only sounds like it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from nlu.danger.sentences import passages, sentences
from nlu.danger.signs import Signs
from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier, fit

Example = tuple[str, str]

_REGULARISATION: Final = 10.0
_CHAR_WEIGHT: Final = 0.5
_MIN_EXAMPLES: Final = 2


def fit_danger(examples: Iterable[Example], signs: Signs, language: str, *, seed: int = 0) -> TextClassifier:
    """Return the classifier of (message, "danger" or "safe") examples: of their passages with a sign, else of all.

    Raises DataError when not both kinds are among them.
    """
    read = [each for text, kind in examples for each in _read(text, kind, signs, language)]
    return fit([text for text, _ in read], [kind for _, kind in read], danger_recipe(language), seed=seed)


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
