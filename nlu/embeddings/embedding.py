"""What a kind of embedding is, and what a model file keeps of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats


@dataclass(frozen=True, slots=True)
class EmbeddingParts:
    """What a model file keeps of an embedding.

    `described` are texts and numbers, such as where shared vectors stand and their SHA-256; `words` the words it
    knows, `vectors` (float16, rows x dimensions) and `weights` (float32) what it learnt of them, `direction`
    (float32, dimensions or none) what it takes away from every text.
    """

    described: Mapping[str, str | int] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    vectors: npt.NDArray[np.float16] = field(default_factory=lambda: np.zeros((0, 0), np.float16))
    weights: Floats = field(default_factory=lambda: np.zeros(0, np.float32))
    direction: Floats = field(default_factory=lambda: np.zeros(0, np.float32))


class Embedding(Protocol):
    """Turns texts that `legible` gave into vectors; immutable once fitted, so that threads may share one."""

    @property
    def dimensions(self) -> int:
        """Length of a vector."""

    @property
    def learns(self) -> bool:
        """Whether `fit` learns anything from the texts it is given."""

    def fit(self, texts: Sequence[str]) -> Embedding:
        """Return the embedding as it is after reading these texts; itself when it learns nothing from them."""

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return float32 of shape (len(texts), dimensions), each row of Euclidean length one or, knowing nothing, 0."""

    def parts(self) -> EmbeddingParts:
        """Return what a model file has to keep."""


def of_length_one(rows: Floats) -> Floats:
    """Return the rows divided by their Euclidean length; rows of length zero stay.

    >>> of_length_one(np.array([[3, 4], [0, 0]], dtype=np.float32)).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    shortened: Floats = (rows / np.where(lengths > 1e-9, lengths, np.inf)).astype(np.float32)
    return shortened
