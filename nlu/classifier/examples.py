"""The training examples as vectors: how near is a text to what a category was taught, and which are nearest?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from threading import local
from typing import Final, cast

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats
from nlu.classifier.features import Vector, Vectors
from nlu.classifier.vocabulary import Lines

Ids = npt.NDArray[np.int32]
Columns = npt.NDArray[np.int32] | npt.NDArray[np.uint16]

_FEW = 2**16
_ROOM: Final = local()


@dataclass(frozen=True, slots=True)
class Examples:
    """Vectors and texts sorted by category, the TF-IDF part as a compressed sparse matrix.

    The examples of category c are rows `first[c]` to `first[c + 1]`; those of row r have their columns and values from
    `ends[r]` to `ends[r + 1]`, two bytes a value and, where that is enough, a column; their dense vector (no columns
    for a recipe without embedding) in `dense[r]` and their text in `texts[r]` (of a model file of format 1 the texts
    are not known: `texts` is empty). `blocks` is how many vectors of length one each of them is made of.
    """

    first: Ids
    ends: Ids
    columns: Columns
    values: npt.NDArray[np.float16]
    dense: npt.NDArray[np.float16]
    texts: Lines
    blocks: int
    _taught: tuple[Columns, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        bounds = self.ends[self.first].tolist()
        columns = self.columns.astype(np.uint16) if self.columns.max(initial=0) < _FEW else self.columns
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "_taught", _different(columns, bounds))

    @classmethod
    def of(
        cls, vectors: Vectors, texts: Sequence[str], labels: npt.NDArray[np.intp], n_labels: int, blocks: int
    ) -> Examples:
        """Sort the rows by their labels; where there is TF-IDF, rows without any n-gram are left out."""
        matrix, dense = vectors
        order = np.argsort(labels, kind="stable")
        if matrix.shape[1]:
            order = order[np.diff(matrix.indptr)[order] > 0]
        rows = matrix[order]
        first = np.searchsorted(labels[order], np.arange(n_labels + 1)).astype(np.int32)
        dense_rows = np.zeros((len(order), 0), np.float16) if dense is None else dense[order].astype(np.float16)
        kept = Lines.of(texts[row] for row in order.tolist())
        ends, columns = rows.indptr.astype(np.int32), rows.indices.astype(np.int32)
        return cls(first, ends, columns, rows.data.astype(np.float16), dense_rows, kept, blocks)

    def none(self) -> Examples:
        """Return no examples of the same categories."""
        first, ends = np.zeros_like(self.first), np.zeros(1, np.int32)
        return Examples(
            first, ends, self.columns[:0].copy(), self.values[:0].copy(), self.dense[:0].copy(), Lines(""), self.blocks
        )

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays."""
        return sum(a.nbytes for a in (self.first, self.ends, self.columns, self.values, self.dense))

    def __len__(self) -> int:
        """How many examples there are."""
        return int(self.first[-1])

    def of_category(self, category: int) -> list[str]:
        """Return the texts of a category's examples; none where texts are not known."""
        rows = range(int(self.first[category]), int(self.first[category + 1]))
        return [self.texts[row] for row in rows] if self.texts else []

    def nearness(self, category: int, vector: Vector, size: int, words: int) -> tuple[float, float]:
        """Return the largest cosines, in [0, 1], of a vector over `size` TF-IDF columns with examples of the category.

        One is over the character n-grams, which come after the first `words` columns, one over the embedding: 0 where
        nothing is known.
        """
        begin, end = int(self.first[category]), int(self.first[category + 1])
        if begin == end:
            return 0.0, 0.0
        char = float(self._sparse_sums(begin, end, vector, size, words).max()) if size else 0.0
        dense = float((self.dense[begin:end] @ vector.dense).max()) if vector.dense is not None else 0.0
        return min(1.0, char), min(1.0, max(0.0, dense))

    def coverage(self, category: int, vector: Vector, words: int) -> float:
        """Return the share, in [0, 1], of the word n-grams' squared values that the category's examples hold as well.

        The word n-grams are the first `words` columns; 0 where none of them is known.
        """
        count = _before(vector, words)
        columns, weights = vector.columns[:count], vector.values[:count] ** 2
        taught = self._taught[category]
        if not len(taught):
            return 0.0
        nearest = taught.take(taught.searchsorted(columns.astype(taught.dtype)), mode="clip")
        return float(weights[nearest == columns].sum())

    def relative_size(self, category: int) -> float:
        """Return the number of examples of the category, at least 1, over the mean of all categories."""
        size = max(1, int(self.first[category + 1] - self.first[category]))
        return size * (len(self.first) - 1) / max(1, int(self.first[-1]))

    def nearest(self, vector: Vector, size: int, limit: int) -> list[tuple[str, int, float]]:
        """Return text, category and cosine, in [-1, 1], of the `limit` nearest examples, nearest first."""
        if not self.texts:
            return []
        cosines = self._sums(0, len(self.texts), vector, size) / self.blocks
        order = (-cosines).argsort(kind="stable")[:limit]
        of_category = np.searchsorted(self.first, order, side="right") - 1
        return [
            (self.texts[row], category, min(1.0, float(cosines[row])))
            for row, category in zip(order.tolist(), of_category.tolist(), strict=True)
        ]

    def _sums(self, begin: int, end: int, vector: Vector, size: int) -> Floats:
        """Return the sums of the blocks' cosines with the rows from `begin` to `end`."""
        sums = self._sparse_sums(begin, end, vector, size) if size else np.zeros(end - begin, np.float32)
        if vector.dense is not None:
            sums = sums + self.dense[begin:end].astype(np.float32) @ vector.dense
        return sums

    def _sparse_sums(self, begin: int, end: int, vector: Vector, size: int, first: int = 0) -> Floats:
        low, high = int(self.ends[begin]), int(self.ends[end])
        before = _before(vector, first) if first else 0
        columns, wanted = vector.columns[before:], _zeros(size)
        wanted[columns] = vector.values[before:]
        # "clip" checks no column, and all are known; half floats are multiplied several times as fast once widened.
        products = wanted.take(self.columns[low:high], mode="clip")
        wanted[columns] = 0
        products *= self.values[low:high].astype(np.float32)
        sums: Floats = np.add.reduceat(products, self.ends[begin:end] - low)
        return sums


def _different(columns: Columns, bounds: Sequence[int]) -> tuple[Columns, ...]:
    """The different columns between each pair of bounds, sorted; marking them is much sooner done than sorting."""
    seen = np.zeros(int(columns.max(initial=0)) + 1, np.bool_)
    different: list[Columns] = []
    for low, high in pairwise(bounds):
        seen[columns[low:high]] = True
        kept = np.flatnonzero(seen)
        seen[kept] = False
        different.append(cast(Columns, kept.astype(columns.dtype)))
    return tuple(different)


def _before(vector: Vector, column: int) -> int:
    """How many of a vector's columns come before this one, with which a block begins: blocks stand in their order."""
    return int(np.count_nonzero(vector.columns < column))


def _zeros(size: int) -> Floats:
    """Return so many zeros, this thread's own, which are to be zeros again afterwards.

    New ones for every message would be 170 kB that push the model out of the processor's cache.
    """
    kept: Floats | None = getattr(_ROOM, "zeros", None)
    if kept is None or len(kept) < size:
        kept = _ROOM.zeros = np.zeros(size, np.float32)
    return kept[:size]
