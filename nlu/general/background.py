"""How near a text is to what careers sites hear anyway: the background sentences of the general stage.

A question that a company has taught is near its own examples; one that nobody taught it is as near or nearer to what
people ask anywhere. Looking at all background sentences would take longer than all the rest of a parse. Each is known
by its rarest character n-grams alone, and found through them.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from nlu.classifier.features import Vector
from nlu.classifier.text_classifier import TextClassifier

USUAL_NEARNESS: Final = 0.36
"""The mean nearness of questions to a careers site."""

_OF_CHARACTERS: Final = 0.22
"""The same where n-grams may be single characters, as in Chinese: the rarest of them are longer."""

RAREST: Final = 12
"""How many character n-grams a sentence is known by."""

_MOST: Final = 4096
"""How many places are counted beforehand; a text that is held to more sentences is a long one."""

_Places = npt.NDArray[np.int32]
_Weights = npt.NDArray[np.float32]


class Background:
    """Sentences by their rarest character n-grams; immutable, so threads may share one.

    The sentences that hold the n-gram of column c are those in `rows` from `first[c]` to `first[c + 1]`, with its
    weight in each in `values`. `usual` is the nearness of questions on the average.
    """

    def __init__(self, first: _Places, rows: _Places, values: _Weights, usual: float) -> None:
        self._first, self._rows, self._values, self._usual = first, rows, values, usual
        self._counted = np.arange(_MOST)

    @classmethod
    def of(cls, classifier: TextClassifier, name: str) -> Background | None:
        """Return the examples of the category of this name; None where there is none, or no n-grams."""
        blocks = classifier.features.tfidf.blocks
        if name not in classifier.categories or not blocks:
            return None
        usual = _OF_CHARACTERS if classifier.recipe.char_ngrams[0] == 1 else USUAL_NEARNESS
        examples, category = classifier.examples, classifier.categories.index(name)
        ends = examples.ends[examples.first[category] : examples.first[category + 1] + 1]
        columns = examples.columns[ends[0] : ends[-1]].astype(np.int32)
        values = examples.values[ends[0] : ends[-1]].astype(np.float32)
        rows = np.repeat(np.arange(len(ends) - 1, dtype=np.int32), np.diff(ends))
        of_characters = columns >= blocks[1].start
        columns, values, rows = columns[of_characters], values[of_characters], rows[of_characters]
        order = np.lexsort((-values, rows))
        begins = np.searchsorted(rows, np.arange(len(ends) - 1))
        kept = order[np.arange(len(rows)) - begins[rows] < RAREST]
        kept = kept[np.argsort(columns[kept], kind="stable")]
        first = np.searchsorted(columns[kept], np.arange(classifier.features.tfidf.size + 1)).astype(np.int32)
        return cls(first, rows[kept], values[kept], usual)

    def nearness(self, vector: Vector) -> float:
        """Return how much nearer than usual a text is, 0 being usual: the 4-norm of its products with all sentences.

        The nearest sentences count by far the most in it, and it needs no sorting.
        """
        first = self._first[vector.columns].astype(np.intp)
        numbers = self._first[vector.columns + 1] - first
        held = numbers.nonzero()[0]
        numbers = numbers[held]
        places = (first[held] - numbers.cumsum() + numbers).repeat(numbers)
        places += self._counted[: len(places)] if len(places) <= _MOST else np.arange(len(places))
        weights = self._values[places].astype(np.float64)
        weights *= vector.values[held].repeat(numbers)
        products = np.bincount(self._rows[places], weights)
        products *= products
        return math.pow(products @ products, 0.25) - self._usual
