"""A forest of regression trees as flat arrays: every tree goes down one level at a time, all of them at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees over rows of features; a leaf holds one value for each output, and the forest gives the trees' sum.

    `roots` are places of nodes. Node i sends a row whose value of `feature[i]` is at most `threshold[i]` to node i + 1
    and any other to node `other[i]`; a leaf sends every row to itself. `values` is (nodes, outputs), `depth` how many
    steps the deepest leaf is away.
    """

    roots: npt.NDArray[np.int32]
    feature: npt.NDArray[np.int16]
    threshold: Floats
    other: npt.NDArray[np.int32]
    values: npt.NDArray[np.float16]
    depth: int

    def predict(self, rows: Floats) -> Floats:
        """Return float32 of shape (len(rows), outputs)."""
        found = np.empty((len(rows), self.values.shape[1]), np.float32)
        for place, row in enumerate(rows):
            nodes = self.roots
            for _ in range(self.depth):
                nodes = np.where(row[self.feature[nodes]] <= self.threshold[nodes], nodes + 1, self.other[nodes])
            found[place] = self.values[nodes].sum(axis=0, dtype=np.float32)
        return found
