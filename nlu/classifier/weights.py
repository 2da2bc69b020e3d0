"""The weights of a classifier, each different row kept once: n-grams of the very same examples weigh the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats, Sparse

Halves = npt.NDArray[np.float16]
Places = npt.NDArray[np.int32]
Columns = npt.NDArray[np.intp] | npt.NDArray[np.int32]

_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)  # 2**64 over the golden ratio, as Fibonacci hashing has it


@dataclass(frozen=True, slots=True)
class Weights:
    """A matrix of (columns, categories): the n-gram of column c has row `places[c]` of `rows`, then comes `dense`.

    Half of the n-grams or more stand in the same examples as another does, most of them in a single one. The weights of
    n-grams are kept as half floats, to a two-thousandth part of all from .00006 on. `dense` are the rows of the
    embedding, none of which is another's.
    """

    rows: Halves
    places: Places
    dense: Floats

    @classmethod
    def of(cls, matrix: Floats, n_ngrams: int) -> Weights:
        """Return the weights of a matrix whose first `n_ngrams` rows are those of n-grams."""
        ngrams = matrix[:n_ngrams].astype(np.float16)
        dense = matrix[n_ngrams:].copy()  # a view would keep the whole matrix
        _, firsts, numbers = np.unique(_hashes(ngrams), return_index=True, return_inverse=True)
        order = np.argsort(firsts)  # neighbours in the alphabet, which messages share, stay neighbours
        places = np.empty(len(order), np.int32)
        places[order] = np.arange(len(order), dtype=np.int32)
        rows, places = ngrams[firsts[order]], places[numbers.reshape(-1)]
        if np.array_equal(rows.view(np.uint16)[places], ngrams.view(np.uint16)):
            return cls(rows, places, dense)
        return cls(ngrams, np.arange(n_ngrams, dtype=np.int32), dense)

    @property
    def shape(self) -> tuple[int, int]:
        """Columns and categories."""
        return len(self.places) + len(self.dense), self.rows.shape[1]

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays."""
        return self.rows.nbytes + self.places.nbytes + self.dense.nbytes

    def take(self, columns: Columns) -> Floats:
        """Return the rows of these n-grams."""
        return self.rows.take(self.places.take(columns), axis=0).astype(np.float32)

    def product(self, matrix: Sparse) -> Floats:
        """Return the product of a CSR matrix over all n-grams with their rows."""
        from scipy import sparse

        parts = (matrix.data, self.places.take(matrix.indices), matrix.indptr)
        found: Floats = sparse.csr_matrix(parts, shape=(matrix.shape[0], len(self.rows))) @ self.rows.astype(np.float32)
        return found

    def of_category(self, category: int) -> Floats:
        """Return the weights of one category, a value a column."""
        return np.concatenate([self.rows[:, category].take(self.places).astype(np.float32), self.dense[:, category]])

    def whole(self) -> Floats:
        """Return the matrix."""
        return np.concatenate([self.rows.take(self.places, axis=0).astype(np.float32), self.dense])


def _hashes(matrix: Halves) -> npt.NDArray[np.uint64]:
    """A number for each row, the same for rows of the same bits."""
    hashes = np.zeros(len(matrix), np.uint64)
    for column in np.ascontiguousarray(matrix).view(np.uint16).T:
        hashes = (hashes ^ column) * _FACTOR
        hashes ^= hashes >> np.uint64(29)
    return hashes
