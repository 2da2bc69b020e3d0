"""Candor's own FAQ stage as a classifier that can be evaluated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter

import numpy as np

from evaluation.classifier import NO_ANSWER, Measured, Prediction
from evaluation.errors import EvaluationError
from nlu.classifier.calibrator import held_back
from nlu.classifier.features import FeatureIndex
from nlu.classifier.text_classifier import TextClassifier, fit, fit_rows
from nlu.errors import DataError
from nlu.recipe import Recipe
from nlu.understanding import Guess


class CandorClassifier:
    """Fits and ranks as the bot does, so that what is measured is what is served.

    The recipe is suited to the size of what is taught, unless it is `as_given`.
    """

    def __init__(self, seed: int = 0, recipe: Recipe | None = None, *, as_given: bool = False) -> None:
        self._seed, self._as_given = seed, as_given
        self.recipe = recipe or Recipe.faq()
        self._model: TextClassifier | None = None

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        """Fit a model; raises EvaluationError when the examples cannot make one."""
        try:
            recipe = self.recipe if self._as_given else self.recipe.suited(len(texts), len(set(categories)))
            self._model = fit(texts, categories, recipe, seed=self._seed)
        except DataError as error:
            raise EvaluationError(str(error)) from error

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        """Return the first of each ranking, NO_ANSWER where nothing in the text is known."""
        if self._model is None:
            raise EvaluationError("The classifier was not fitted: call fit first.")
        return _first_guesses(self._model.rank_batch(texts, limit=1))

    def prepare(self, texts: Sequence[str]) -> PreparedExamples:
        """Cut and encode all texts once; each split learns its own weights from its rows."""
        return PreparedExamples(
            tuple(texts), self.recipe, self._seed, FeatureIndex.of(texts, self.recipe), self._as_given
        )


@dataclass(frozen=True, slots=True)
class PreparedExamples:
    """Texts, cut and encoded, on which many splits are fitted, each equal to a fit of its own."""

    texts: tuple[str, ...]
    recipe: Recipe
    seed: int
    index: FeatureIndex
    as_given: bool = False

    def fit_and_classify(self, categories: Sequence[str], train: Sequence[int], test: Sequence[int]) -> Measured:
        """Fit the rows at `train`, classify those at `test`; `categories` are those of all texts."""
        started = perf_counter()
        index = self._suited(len(train), len({categories[row] for row in train}))
        try:
            model = fit_rows(index, self.texts, np.array(train, dtype=np.intp), categories, seed=self.seed)
        except DataError as error:
            raise EvaluationError(str(error)) from error
        fitted = perf_counter()
        texts = [index.texts[row] for row in test]
        judged = model.logits(texts, index.dense_of(test, model.features))
        seen = held_back(model, texts, [categories[row] for row in test], judged)
        predictions = _first_guesses(model.rankings(texts, *judged, limit=1, evidence=seen.evidence))
        return Measured(predictions, fitted - started, perf_counter() - fitted, seen)

    def _suited(self, examples: int, categories: int) -> FeatureIndex:
        recipe = self.recipe if self.as_given else self.recipe.suited(examples, categories)
        return self.index if recipe == self.recipe else _index(self.texts, recipe)


@lru_cache(maxsize=2)
def _index(texts: tuple[str, ...], recipe: Recipe) -> FeatureIndex:
    return FeatureIndex.of(texts, recipe)


def _first_guesses(rankings: Sequence[Sequence[Guess]]) -> list[Prediction]:
    return [ranking[0] if ranking else NO_ANSWER for ranking in rankings]
