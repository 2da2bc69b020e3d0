"""What an utterance is about: its TF-IDF vector, reduced to a few dozen directions by latent semantic analysis."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats, Sparse
from nlu.classifier.tfidf import NgramIndex, Tfidf
from nlu.errors import DataError
from nlu.recipe import Recipe
from nlu.words.normalise import considered

NGRAMS: Final = Recipe(word_ngrams=(1, 2), char_ngrams=(2, 4), min_examples=2)


REMEMBERED: Final = 4096
"""How many texts are kept with where they stand: a bot says the same answers again and again."""


class Topics:
    """`directions` is float16 of shape (tfidf.size, number of directions); immutable, so threads may share one."""

    def __init__(self, tfidf: Tfidf, directions: npt.NDArray[np.float16]) -> None:
        self.tfidf = tfidf
        self.directions = directions
        self._vector = lru_cache(REMEMBERED)(self._reduced)

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return float32 of shape (len(texts), number of directions); zeros where nothing in a text is known."""
        return np.array([self._vector(text) for text in texts])

    def _reduced(self, text: str) -> Floats:
        columns, values = self.tfidf.vector(considered(text))
        return values @ self.directions[columns].astype(np.float32)


def fit_topics(texts: Sequence[str], size: int, seed: int) -> Topics:
    """Return the topics of these texts in `size` directions (Deerwester et al. 1990); raises DataError for too few."""
    tfidf, matrix = NgramIndex.of(texts, NGRAMS).fit(np.arange(len(texts)))
    if min(matrix.shape) <= size:
        raise DataError(f"{len(texts)} different utterances are too few to learn from: rate more dialogues.")
    return Topics(tfidf, np.ascontiguousarray(_directions(matrix, size, seed).T, np.float16))


def _directions(matrix: Sparse, size: int, seed: int) -> Floats:
    """Return the right singular vectors of the largest singular values, of shape (size, columns)."""
    # Only learning needs these, and a server, which only reads what was learnt, would import them for a second.
    from scipy.sparse.linalg import ArpackError, svds
    from sklearn.utils.extmath import randomized_svd

    start = np.random.default_rng(seed).standard_normal(min(matrix.shape))
    try:
        found: Floats = svds(matrix, size, v0=start)[2]
    except ArpackError:  # now and then, where few texts hardly differ: they span fewer directions than are asked for
        found = randomized_svd(matrix, size, random_state=seed)[2]
    return found
