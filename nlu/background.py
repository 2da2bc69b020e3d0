"""How near a text is to what careers sites hear anyway: the background sentences of the general stage.

A question that a company has taught is near its own examples; one that nobody taught it is as near or nearer to what
people ask anywhere. Looking at all background sentences would take longer than all the rest of a parse. Each is known
by its rarest character n-grams alone, and found through them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from nlu.features import Vector
from nlu.text_classifier import TextClassifier
from nlu.tfidf import Floats

USUAL_NEARNESS: Final = 0.25
"""The mean nearness of questions to a careers site."""

_OF_CHARACTERS: Final = 0.15
"""The same where n-grams may be single characters, as in Chinese: the rarest of them are longer."""

RAREST: Final = 24
"""How many character n-grams a sentence is known by."""

NEAREST: Final = 5
"""Of how many sentences the nearness is the mean: one alone may be near by chance."""

_Places = npt.NDArray[np.int32]


class Background:
    """Sentences by their rarest character n-grams; immutable, so threads may share one.

    The sentences that hold n-gram c are `rows[first[c]:first[c + 1]]`, with the n-gram's weight in each in `values`;
    n-gram c has column `words` + c of the vectors. `usual` is the nearness of questions on the average.
    """

    def __init__(self, first: _Places, rows: _Places, values: Floats, words: int, usual: float) -> None:
        self._first, self._rows, self._values, self._words, self._usual = first, rows, values, words, usual

    @classmethod
    def of(cls, classifier: TextClassifier, name: str) -> Background | None:
        """Return the examples of the category of this name; None where there is none, or no n-grams."""
        blocks = classifier.features.tfidf.blocks
        if name not in classifier.categories or not blocks:
            return None
        usual = _OF_CHARACTERS if classifier.recipe.char_ngrams[0] == 1 else USUAL_NEARNESS
        examples, category = classifier.examples, classifier.categories.index(name)
        words, size = blocks[1].start, classifier.features.tfidf.size
        ends = examples.ends[examples.first[category] : examples.first[category + 1] + 1]
        columns = examples.columns[ends[0] : ends[-1]].astype(np.int32) - words
        values = examples.values[ends[0] : ends[-1]].astype(np.float32)
        rows = np.repeat(np.arange(len(ends) - 1, dtype=np.int32), np.diff(ends))
        of_characters = columns >= 0
        columns, values, rows = columns[of_characters], values[of_characters], rows[of_characters]
        order = np.lexsort((-values, rows))
        begins = np.searchsorted(rows, np.arange(len(ends) - 1))
        kept = order[np.arange(len(rows)) - begins[rows] < RAREST]
        kept = kept[np.argsort(columns[kept], kind="stable")]
        first = np.searchsorted(columns[kept], np.arange(size - words + 1)).astype(np.int32)
        return cls(first, rows[kept], values[kept], words, usual)

    def nearness(self, vector: Vector) -> float:
        """Return how much nearer than usual a text is, in [-1, 1]: the mean of the NEAREST largest products of vectors.

        Products below half of the largest count as none: that few sentences are left to sort is what makes it fast.
        """
        of_characters = vector.columns >= self._words
        columns = vector.columns[of_characters] - self._words
        begins = self._first[columns]
        lengths = self._first[columns + 1] - begins
        held = lengths.nonzero()[0]
        if not len(held):
            return -self._usual
        begins, lengths, values = begins[held], lengths[held], vector.values[of_characters][held]
        places = (begins - lengths.cumsum() + lengths).repeat(lengths)
        places += np.arange(len(places))
        products = np.bincount(self._rows[places], self._values[places] * values.repeat(lengths))
        products = products[products >= products.max() / 2]
        if len(products) > NEAREST:
            products.partition(len(products) - NEAREST)
        return float(products[-NEAREST:].sum()) / NEAREST - self._usual
