"""The features of a recipe: TF-IDF, a dense block of some embedding, or both side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nlu.embeddings import Embedding, open_embedding
from nlu.normalise import considered
from nlu.recipe import Recipe
from nlu.tfidf import Columns, Floats, NgramIndex, Sparse, Tfidf


class Vector(NamedTuple):
    """One text: `values` stand in `columns` of the TF-IDF blocks; `dense` is None where the recipe has no embedding."""

    columns: Columns
    values: Floats
    dense: Floats | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing in the text is known."""
        return not len(self.columns) and (self.dense is None or not self.dense.any())


class Vectors(NamedTuple):
    """Many texts: `sparse` is CSR (n, TF-IDF columns), `dense` float32 (n, dimensions) or None."""

    sparse: Sparse
    dense: Floats | None

    def row(self, place: int) -> Vector:
        """Return the vector of one text."""
        low, high = self.sparse.indptr[place : place + 2]
        dense = None if self.dense is None else self.dense[place]
        return Vector(self.sparse.indices[low:high], self.sparse.data[low:high], dense)


@dataclass(frozen=True, slots=True)
class Features:
    """From a text to its vector; each block of TF-IDF and the dense block have length one or are empty."""

    tfidf: Tfidf
    embedding: Embedding | None = None

    @property
    def size(self) -> int:
        """Number of columns: those of TF-IDF, then the dimensions of the embedding."""
        return self.tfidf.size + (self.embedding.dimensions if self.embedding else 0)

    @property
    def n_blocks(self) -> int:
        """How many vectors of length one a vector is made of."""
        return len(self.tfidf.blocks) + (self.embedding is not None)

    def vector(self, text: str) -> Vector:
        """Return the vector of a considered text."""
        dense = None if self.embedding is None else self.embedding.vectors([text])[0]
        return Vector(*self.tfidf.vector(text), dense)

    def vectors(self, texts: Sequence[str], dense: Floats | None = None) -> Vectors:
        """Return the vectors of many considered texts; `dense` where the embedding's are known already."""
        if self.embedding is not None and dense is None:
            dense = self.embedding.vectors(texts)
        return Vectors(self.tfidf.matrix(texts), dense)


@dataclass(frozen=True, slots=True)
class FeatureIndex:
    """The texts of a data set, cut and encoded once: features of any part of them equal those fitted on that part.

    `dense` holds the vectors of all texts when the embedding learns nothing from them, else None.
    """

    texts: tuple[str, ...]
    ngrams: NgramIndex
    embedding: Embedding | None
    dense: Floats | None

    @classmethod
    def of(cls, texts: Sequence[str], recipe: Recipe) -> FeatureIndex:
        """Cut and encode every text; raises EmbeddingError when the recipe's embedding cannot be opened."""
        texts = tuple(considered(text) for text in texts)
        embedding = open_embedding(recipe)
        known = embedding.vectors(texts) if embedding is not None and not embedding.learns else None
        return cls(texts, NgramIndex.of(texts, recipe), embedding, known)

    @property
    def recipe(self) -> Recipe:
        """The recipe of the features."""
        return self.ngrams.recipe

    def fit(self, rows: npt.NDArray[np.intp]) -> tuple[Features, Vectors]:
        """Return the features learnt from these rows alone and the rows' vectors, in the order of `rows`."""
        tfidf, matrix = self.ngrams.fit(rows)
        if self.embedding is None:
            return Features(tfidf), Vectors(matrix, None)
        if self.dense is not None:
            return Features(tfidf, self.embedding), Vectors(matrix, self.dense[rows])
        texts = [self.texts[row] for row in rows]
        fitted = self.embedding.fit(texts)
        return Features(tfidf, fitted), Vectors(matrix, fitted.vectors(texts))

    def known(self, rows: Sequence[int]) -> Floats | None:
        """Return the dense vectors of these rows where no fit changes them, else None."""
        return None if self.dense is None else self.dense[np.asarray(rows, dtype=np.intp)]
