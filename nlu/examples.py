"""The training examples as vectors: how near is a text to what a category was taught?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int32]
Sparse = Any  # scipy.sparse.csr_matrix: scipy ships no types


@dataclass(frozen=True, slots=True)
class Examples:
    """Vectors sorted by category, as a compressed sparse matrix.

    The examples of category c are rows `first[c]` to `first[c + 1]`; those of row r have their columns and values from
    `ends[r]` to `ends[r + 1]`. `blocks` is how many vectors of length one each of them is made of.
    """

    first: Ids
    ends: Ids
    columns: Ids
    values: Floats
    blocks: int

    @classmethod
    def of(cls, matrix: Sparse, labels: npt.NDArray[np.intp], n_labels: int, blocks: int) -> Examples:
        """Sort the rows of `matrix` (CSR) by their labels; rows without any value are left out."""
        order = np.argsort(labels, kind="stable")
        order = order[np.diff(matrix.indptr)[order] > 0]
        rows = matrix[order]
        first = np.searchsorted(labels[order], np.arange(n_labels + 1)).astype(np.int32)
        return cls(first, rows.indptr.astype(np.int32), rows.indices.astype(np.int32), rows.data, blocks)

    @classmethod
    def none(cls, n_labels: int) -> Examples:
        """Return what a classifier keeps that does not ask for nearness."""
        no_ids = np.zeros(0, np.int32)
        return cls(np.zeros(n_labels + 1, np.int32), np.zeros(1, np.int32), no_ids, np.zeros(0, np.float32), 1)

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays."""
        return self.first.nbytes + self.ends.nbytes + self.columns.nbytes + self.values.nbytes

    def nearness(self, category: int, columns: npt.NDArray[np.integer[Any]], values: Floats, size: int) -> float:
        """Return the largest cosine, in [0, 1], of a vector over `size` columns with an example of the category.

        It is the mean of the blocks' cosines: a block of which nothing is known counts as 0.
        """
        begin, end = int(self.first[category]), int(self.first[category + 1])
        if begin == end:
            return 0.0
        low, high = int(self.ends[begin]), int(self.ends[end])
        dense = np.zeros(size, np.float32)
        dense[columns] = values
        products = dense[self.columns[low:high]] * self.values[low:high]
        sums = np.add.reduceat(products, self.ends[begin:end] - low)
        return min(1.0, float(sums.max()) / self.blocks)
