"""The features of a recipe: TF-IDF, a dense block of some embedding, or both side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats, Sparse
from nlu.classifier.tfidf import Columns, NgramIndex, Tfidf
from nlu.embeddings import Embedding, open_embedding
from nlu.recipe import Recipe
from nlu.words.courtesies import WHOLE, CourtesyReader


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
    """From a text to its vector; each block of TF-IDF and the dense block have length one or are empty.

    `reader` says what is read of a text.
    """

    tfidf: Tfidf
    embedding: Embedding | None = None
    reader: CourtesyReader = WHOLE

    @property
    def size(self) -> int:
        """Number of columns: those of TF-IDF, then the dimensions of the embedding."""
        return self.tfidf.size + (self.embedding.dimensions if self.embedding else 0)

    @property
    def n_blocks(self) -> int:
        """How many vectors of length one a vector is made of."""
        return len(self.tfidf.blocks) + (self.embedding is not None)

    def read(self, text: str) -> str:
        """Return what is read of a text; what was read already stays as it is."""
        return self.reader.considered(text)

    def vector(self, text: str, said: str) -> Vector:
        """Return the vector of a text as `read` gives it, of which the embedding reads what was said."""
        dense = self.dense([said])
        return Vector(*self.tfidf.vector(text), None if dense is None else dense[0])

    def vectors(self, texts: Sequence[str], dense: Floats | None) -> Vectors:
        """Return the vectors of many texts as `read` gives them, `dense` as the method of this name gives it."""
        return Vectors(self.tfidf.matrix(texts), dense)

    def dense(self, said: Sequence[str]) -> Floats | None:
        """Return the embedding's vectors of what was said; None where the recipe has no embedding."""
        if self.embedding is None:
            return None
        return self.embedding.vectors([self.reader.legible(text) for text in said])


@dataclass(frozen=True, slots=True)
class FeatureIndex:
    """The texts of a data set, cut and encoded once: features of any part of them equal those fitted on that part.

    `texts` are as `Features.read` gives them, `said` what the embedding reads of them. `dense` holds the vectors of all
    texts when the embedding learns nothing from them, else None.
    """

    texts: tuple[str, ...]
    said: tuple[str, ...]
    ngrams: NgramIndex
    embedding: Embedding | None
    dense: Floats | None

    @classmethod
    def of(cls, texts: Sequence[str], recipe: Recipe, said: Sequence[str] | None = None) -> FeatureIndex:
        """Cut every text and encode what was `said` (None: the texts); raises EmbeddingError."""
        embedding, reader = open_embedding(recipe), CourtesyReader.of(recipe)
        read = tuple(reader.legible(text) for text in said or texts) if embedding else ()
        texts = tuple(reader.considered(text) for text in texts)
        known = embedding.vectors(read) if embedding is not None and not embedding.learns else None
        return cls(texts, read, NgramIndex.of(texts, recipe), embedding, known)

    @property
    def recipe(self) -> Recipe:
        """The recipe of the features."""
        return self.ngrams.recipe

    def fit(self, rows: npt.NDArray[np.intp]) -> tuple[Features, Vectors]:
        """Return the features learnt from these rows alone and the rows' vectors, in the order of `rows`."""
        (tfidf, matrix), reader = self.ngrams.fit(rows), CourtesyReader.of(self.recipe)
        if self.embedding is None:
            return Features(tfidf, reader=reader), Vectors(matrix, None)
        if self.dense is not None:
            return Features(tfidf, self.embedding, reader), Vectors(matrix, self.dense[rows])
        said = [self.said[row] for row in rows]
        fitted = self.embedding.fit(said)
        return Features(tfidf, fitted, reader), Vectors(matrix, fitted.vectors(said))

    def dense_of(self, rows: Sequence[int], fitted: Features) -> Floats | None:
        """Return the dense vectors of these rows by features fitted on others; None without an embedding."""
        if self.dense is None:
            return fitted.dense([self.said[row] for row in rows]) if self.said else None
        return self.dense[np.asarray(rows, dtype=np.intp)]
