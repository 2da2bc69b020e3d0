"""What a message says in words that stand in no list: one of some labels or nothing of that, learnt of examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, TypeVar

from nlu.classifier.text_classifier import TextClassifier, fit
from nlu.recipe import Recipe

Label = TypeVar("Label", bound=str)
NOTHING: Final = "none"
"""The label of messages that say none of it."""
_REGULARISATION: Final = 100.0
_CHAR_WEIGHT: Final = 0.5
_MIN_EXAMPLES: Final = 2
_OF_ONE_TURN: Final = 16


class InAnyWords:
    """How likely a text says each label; it never changes, so threads may share one, and holds no examples."""

    def __init__(self, classifier: TextClassifier) -> None:
        self._classifier = classifier.without_examples()
        self.shares = lru_cache(_OF_ONE_TURN)(self._shares_of)

    def share(self, text: str, label: str) -> float:
        """Return how probable it is, in [0, 1], that a text says this."""
        return self.shares(text).get(label, 0.0)

    def likeliest(self, text: str, labels: Sequence[Label]) -> tuple[Label, float]:
        """Return which of these a text most likely says, the first of equals, and how probable that is, in [0, 1]."""
        return max(((label, self.share(text, label)) for label in labels), key=lambda found: found[1])

    def _shares_of(self, text: str) -> Mapping[str, float]:
        """How probable each label is, NOTHING too; empty where nothing in the text is known."""
        return {guess.intent: guess.confidence for guess in self._classifier.rank(text, None)}


def fit_in_any_words(examples: Iterable[tuple[str, str]], language: str, *, seed: int = 0) -> TextClassifier:
    """Return the classifier of (label or NOTHING, text) examples; raises DataError where only one of them is there."""
    labels, texts = zip(*examples, strict=True)
    return fit(texts, labels, in_any_words_recipe(language), seed=seed)


def in_any_words_recipe(language: str) -> Recipe:
    """Return the recipe of the classifier."""
    general = Recipe.general(language)
    return replace(general, min_examples=_MIN_EXAMPLES, regularisation=_REGULARISATION, char_weight=_CHAR_WEIGHT)
