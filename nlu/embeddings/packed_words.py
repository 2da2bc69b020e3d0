"""Vectors of words and pairs of words, packed small: `words.txt` and `model.safetensors` in one folder.

words.txt holds a word or two on each line, as classifiers read them (`considered`); model.safetensors the matrix
`embeddings` (one row for each line, int8) and `scales` (float32), what each row is multiplied with. A text is the sum
of what is known of its words and of its pairs of neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from nlu.arrays import Floats
from nlu.embeddings import encoder_files
from nlu.embeddings.encoder_files import MOST_TOKENS, Tensors
from nlu.words.normalise import considered
from nlu.words.script import WORD

WORDS: Final = "words.txt"
MATRIX, SCALES, TENSORS = "embeddings", "scales", "model.safetensors"


class PackedWords(encoder_files.OneByOne):
    """The matrix stays on the disk, where what is read of it is shared by all processes."""

    def __init__(self, folder: Path) -> None:
        lines = (folder / WORDS).read_text(encoding="utf-8").splitlines()
        tensors = Tensors(folder / TENSORS)
        self._rows, self._scales = tensors[MATRIX], tensors[SCALES]
        if self._rows.ndim != 2 or not len(lines) == len(self._rows) == len(self._scales):
            raise ValueError(f"its {WORDS} has {len(lines)} lines and its {MATRIX} the shape {self._rows.shape}")
        self._places = {line: place for place, line in enumerate(lines)}
        self.dimensions: int = self._rows.shape[1]
        self.sha256 = encoder_files.sha256([folder / TENSORS, folder / WORDS])

    def encode(self, text: str) -> Floats:
        """Return float32 of shape (dimensions,); zeros where nothing is known."""
        known = [place for each in words_and_pairs(text) if (place := self._places.get(each)) is not None]
        total: Floats = self._scales[known] @ self._rows[known].astype(np.float32)
        return total


def words_and_pairs(text: str) -> Iterator[str]:
    """Yield the words of a text, the first MOST_TOKENS of them, and every two that stand beside each other.

    >>> list(words_and_pairs("Home office?"))
    ['home', 'office', 'home office']
    """
    words = WORD.findall(considered(text))[:MOST_TOKENS]
    yield from words
    yield from map(" ".join, pairwise(words))


def write(folder: Path, lines: Iterable[str], rows: Floats) -> None:
    """Write a folder that `PackedWords` reads; each row is rounded to 127 steps of its largest number."""
    largest = np.abs(rows).max(axis=1)
    scales = (np.where(largest > 0, largest, 1) / 127).astype(np.float32)
    packed = np.rint(rows / scales[:, np.newaxis]).astype(np.int8)
    encoder_files.write_tensors(folder / TENSORS, {MATRIX: packed, SCALES: scales})
    (folder / WORDS).write_text("\n".join(lines) + "\n", encoding="utf-8")
