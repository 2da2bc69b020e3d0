"""What a message wants of a job in words that stand in no list: hours, home, any job, any place; learnt of examples.

"My mother must not be left alone after dark" asks for few hours, "nothing keeps me here" for any place. Lists of
phrases know neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier, fit

WISHES: Final = ("part_time", "full_time", "remote", "onsite", "anything", "anywhere")
NOTHING: Final = "none"
"""Stands for messages that want none of these."""
_LIKELY: Final = 0.35
_SURE: Final = 0.8
"""From which probability on a message says a wish, and surely does (chosen in docs/job-search.md)."""
_SURELY_NOTHING: Final = 0.9
"""From which probability on it wants none of them, whatever phrases stand in it."""
_REGULARISATION: Final = 100.0
_CHAR_WEIGHT: Final = 0.5
_MIN_EXAMPLES: Final = 2
_OF_ONE_TURN: Final = 16


@dataclass(frozen=True, slots=True)
class SaidWish:
    """What a message wants by all of its words, one of WISHES, and whether that is sure."""

    wish: str
    is_sure: bool


class SaidWishes:
    """Hears such wishes in one language; it never changes, so threads may share one, and holds no examples."""

    def __init__(self, classifier: TextClassifier) -> None:
        self._classifier = classifier.without_examples()
        self._shares = lru_cache(_OF_ONE_TURN)(self._shares_of)

    def hear(self, text: str) -> SaidWish | None:
        """Return what a text without names of trades and places wants, if it likely wants anything."""
        shares = self._shares(text)
        likeliest = max(WISHES, key=lambda wish: shares.get(wish, 0.0))
        share = shares.get(likeliest, 0.0)
        return SaidWish(likeliest, is_sure=share >= _SURE) if share >= _LIKELY else None

    def wants_nothing(self, text: str) -> bool:
        """Tell whether a text surely wants none of this: "I mended nets on the side for years" tells of a life."""
        return self._shares(text).get(NOTHING, 0.0) >= _SURELY_NOTHING

    def _shares_of(self, text: str) -> Mapping[str, float]:
        return {guess.intent: guess.confidence for guess in self._classifier.rank(text, None)}


def fit_said_wishes(examples: Iterable[tuple[str, str]], language: str, *, seed: int = 0) -> TextClassifier:
    """Return the classifier of (wish or NOTHING, text) examples; raises DataError where only one of them is there."""
    wishes, texts = zip(*examples, strict=True)
    return fit(texts, wishes, said_recipe(language), seed=seed)


def said_recipe(language: str) -> Recipe:
    """Return the recipe of the classifier."""
    weights = {"regularisation": _REGULARISATION, "char_weight": _CHAR_WEIGHT}
    return replace(Recipe.general(language), min_examples=_MIN_EXAMPLES, **weights)
