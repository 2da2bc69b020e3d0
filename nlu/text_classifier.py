"""A text classifier that answers straight from its arrays: n-gram look-up, row gather, softmax."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from nlu.calibration import Calibration
from nlu.errors import DataError
from nlu.examples import Examples
from nlu.features import Features, NgramIndex, Sparse
from nlu.logistic import fit_softmax
from nlu.normalise import considered
from nlu.recipe import Recipe
from nlu.understanding import Guess

Floats = npt.NDArray[np.float32]
_BATCH = 1000
_BELOW_CERTAIN = np.nextafter(np.float32(1), np.float32(0))  # only an exact example has confidence 1


@dataclass(frozen=True, slots=True)
class TextClassifier:
    """Ranks categories for a text; immutable, so threads may share one.

    `weights` is float32 of shape (features.size, len(categories)), `intercept` of shape (len(categories),); `exact`
    maps the considered training examples to the place of their category.
    """

    recipe: Recipe
    seed: int
    categories: tuple[str, ...]
    features: Features
    weights: Floats
    intercept: Floats
    examples: Examples
    exact: Mapping[str, int]

    @property
    def size_bytes(self) -> int:
        """Bytes of the arrays, which are nearly all of a classifier's memory."""
        idf = sum(block.idf.nbytes for block in self.features.blocks)
        return self.weights.nbytes + self.intercept.nbytes + idf + self.examples.nbytes

    @property
    def calibration(self) -> Calibration:
        """What the recipe makes of logits."""
        return Calibration(self.recipe.temperature, self.recipe.nearness_weight)

    def is_example(self, text: str) -> bool:
        """Tell whether the text, in its normalised form, is a training example of one category."""
        return considered(text) in self.exact

    def rank(self, text: str, limit: int | None = 5) -> tuple[Guess, ...]:
        """Return the `limit` best categories (None: all), best first; () when nothing in the text is known.

        A training example, compared in its normalised form, has its category first with confidence 1.
        """
        text = considered(text)
        columns, values = self.features.vector(text)
        exact = self.exact.get(text)
        if not len(columns) and exact is None:
            return ()
        logits = values @ self.weights[columns] + self.intercept
        confidences = self.calibration.confidences(logits, self._nearness(logits, columns, values))
        return self._ranking(confidences, exact, limit)

    def rank_batch(self, texts: Sequence[str], limit: int | None = 5) -> list[tuple[Guess, ...]]:
        """Return what `rank` returns for each text, faster for many."""
        rankings: list[tuple[Guess, ...]] = []
        for start in range(0, len(texts), _BATCH):
            part = [considered(text) for text in texts[start : start + _BATCH]]
            known = self.features.matrix(part)
            logits = known @ self.weights + self.intercept
            confidences = self.calibration.confidences(logits, self._nearness_of_rows(logits, known))
            for text, row, count in zip(part, confidences, np.diff(known.indptr), strict=True):
                exact = self.exact.get(text)
                rankings.append(self._ranking(row, exact, limit) if count or exact is not None else ())
        return rankings

    def _nearness(self, logits: Floats, columns: npt.NDArray[np.integer[Any]], values: Floats) -> float:
        if not self.recipe.nearness_weight:
            return 1.0
        return self.examples.nearness(int(logits.argmax()), columns, values, self.features.size)

    def _nearness_of_rows(self, logits: Floats, known: Sparse) -> Floats:
        ends = known.indptr
        parts = [(known.indices[low:high], known.data[low:high]) for low, high in pairwise(ends.tolist())]
        return np.array([self._nearness(row, *part) for row, part in zip(logits, parts, strict=True)], np.float32)

    def _ranking(self, confidences: Floats, exact: int | None, limit: int | None) -> tuple[Guess, ...]:
        order = (-confidences).argsort(kind="stable")[:limit]
        certainty = np.minimum(confidences[order], _BELOW_CERTAIN).tolist()
        guesses = tuple(Guess(self.categories[i], c) for i, c in zip(order.tolist(), certainty, strict=True))
        if exact is None:
            return guesses
        name = self.categories[exact]
        return (Guess(name, 1.0), *(guess for guess in guesses if guess.intent != name))[:limit]


def fit(texts: Sequence[str], categories: Sequence[str], recipe: Recipe, *, seed: int = 0) -> TextClassifier:
    """Return a classifier learnt from parallel lists of texts and their categories.

    Raises DataError when the lists differ in length, fewer than two categories are named or no text has a word in it.
    """
    return fit_rows(NgramIndex.of(texts, recipe), texts, np.arange(len(texts)), categories, seed=seed)


def fit_rows(
    index: NgramIndex, texts: Sequence[str], rows: npt.NDArray[np.intp], categories: Sequence[str], *, seed: int = 0
) -> TextClassifier:
    """Return the classifier that `fit` would learn from `rows` of the indexed texts; `categories` of all the texts."""
    if len(texts) != len(categories):
        raise DataError(f"{len(texts)} texts but {len(categories)} categories: give one category for each text")
    names, labels = np.unique(np.array([categories[row] for row in rows], dtype=object), return_inverse=True)
    if len(names) < 2:
        raise DataError("training needs examples of at least two categories")
    features, matrix = index.fit(rows)
    if not matrix.nnz:
        raise DataError("training needs examples with words in them")
    recipe = index.recipe
    fitted = fit_softmax(
        matrix,
        labels,
        len(names),
        c=recipe.regularisation,
        tolerance=recipe.tolerance,
        max_iterations=recipe.max_iterations,
    )
    return TextClassifier(
        recipe,
        seed,
        tuple(names.tolist()),
        features,
        fitted.weights,
        fitted.intercept,
        Examples.of(matrix, labels, len(names), len(features.blocks))
        if recipe.nearness_weight
        else Examples.none(len(names)),
        _exact([texts[row] for row in rows], labels.tolist()),
    )


def _exact(texts: Sequence[str], labels: Sequence[int]) -> dict[str, int]:
    """The examples that name one category; one that stands in two is left to the model."""
    found: dict[str, int] = {}
    unclear: set[str] = set()
    for text, label in zip(map(considered, texts), labels, strict=True):
        if found.setdefault(text, label) != label:
            unclear.add(text)
    return {text: label for text, label in found.items() if text and text not in unclear}
