"""Candor's own FAQ stage as a classifier that can be evaluated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from evaluation.classifier import NO_ANSWER, Prediction
from evaluation.errors import EvaluationError
from nlu.errors import DataError
from nlu.features import NgramIndex
from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier, fit, fit_rows


class CandorClassifier:
    """Fits and ranks as the bot does, so that what is measured is what is served."""

    def __init__(self, seed: int = 0, recipe: Recipe | None = None) -> None:
        self._seed = seed
        self._recipe = recipe or Recipe.faq()
        self._model: TextClassifier | None = None

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        """Fit a model; raises EvaluationError when the examples cannot make one."""
        try:
            self._model = fit(texts, categories, self._recipe, seed=self._seed)
        except DataError as error:
            raise EvaluationError(str(error)) from error

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        """Return the first of each ranking, NO_ANSWER where nothing in the text is known."""
        if self._model is None:
            raise EvaluationError("The classifier was not fitted: call fit first.")
        return _first_guesses(self._model, texts)

    def prepare(self, texts: Sequence[str]) -> PreparedExamples:
        """Count the n-grams of all texts once; each split learns its own weights from the counts of its rows."""
        return PreparedExamples(tuple(texts), NgramIndex.of(texts, self._recipe), self._seed)


@dataclass(frozen=True, slots=True)
class PreparedExamples:
    """Counted texts on which many splits are fitted, each equal to a fit of its own."""

    texts: tuple[str, ...]
    index: NgramIndex
    seed: int

    def fit_and_classify(
        self, train: Sequence[int], categories: Sequence[str], test: Sequence[int]
    ) -> tuple[list[Prediction], float, float]:
        """Fit the rows at `train`, classify those at `test`; returns predictions, seconds to fit, to predict."""
        started = perf_counter()
        of_all = [""] * len(self.texts)
        for row, category in zip(train, categories, strict=True):
            of_all[row] = category
        try:
            model = fit_rows(self.index, self.texts, np.array(train, dtype=np.intp), of_all, seed=self.seed)
        except DataError as error:
            raise EvaluationError(str(error)) from error
        fitted = perf_counter()
        predictions = _first_guesses(model, [self.texts[row] for row in test])
        return predictions, fitted - started, perf_counter() - fitted


def _first_guesses(model: TextClassifier, texts: Sequence[str]) -> list[Prediction]:
    return [ranking[0] if ranking else NO_ANSWER for ranking in model.rank_batch(texts)]
