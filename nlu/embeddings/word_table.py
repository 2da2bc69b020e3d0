"""Vectors of words in a text file, as word2vec and fastText write them (`.vec`): one word a line, the commonest first.

A text is the mean of its words' vectors, each weighted a / (a + p(word)) (Arora, Liang & Ma 2017, as in `fasttext_sif`)
with p by Zipf's law from the word's place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np

from nlu.arrays import Floats
from nlu.embeddings import encoder_files
from nlu.words.normalise import considered
from nlu.words.script import HAN, IS_HAN

MOST_WORDS: Final = 200_000
"""How many words are read: at 300 dimensions they take 120 MB."""

_A: Final = 1e-3
_RUN: Final = re.compile(rf"[{HAN}]+|[^\W{HAN}]+")
_LONGEST_HAN: Final = 4  # characters of a Chinese word
_PACKED: Final = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ")
"""What files begin with that were packed by gzip, zip, bzip2 or xz, as vectors are offered for download."""


class WordTable(encoder_files.OneByOne):
    """Words are looked up as classifiers read them: whatever their case, with or without accents."""

    def __init__(self, path: Path) -> None:
        self._places: dict[str, int] = {}
        rows: list[Floats] = []
        for line, (word, row) in enumerate(_lines(path), 1):
            if rows and len(row) != len(rows[0]):
                raise ValueError(
                    f"word {line} has {len(row)} numbers, those before it {len(rows[0])}: is it cut short?"
                )
            if (read := considered(word)) and self._places.setdefault(read, len(rows)) == len(rows):
                rows.append(row)
        if not rows or not len(rows[0]):
            raise ValueError("it holds no word with numbers behind it")
        if not any(row.any() for row in rows):
            raise ValueError("all its numbers are 0")
        self._rows = np.array(rows, np.float16)
        self.dimensions: int = self._rows.shape[1]
        if not np.isfinite(self._rows).all():
            raise ValueError("it holds numbers that are none, or larger than 65,504")
        shares = 1 / (np.arange(1, len(rows) + 1) * (1 / np.arange(1, len(rows) + 1)).sum())
        self._weights = (_A / (_A + shares)).astype(np.float32)
        self.sha256 = encoder_files.sha256([path])

    def encode(self, text: str) -> Floats:
        """Return float32 of shape (dimensions,); zeros where no word is known."""
        known = [place for word in self._words(considered(text)) if (place := self._places.get(word)) is not None]
        if not known:
            return np.zeros(self.dimensions, np.float32)
        rows = self._rows[known].astype(np.float32) * self._weights[known][:, np.newaxis]
        return encoder_files.pooled(rows, first=False)

    def _words(self, text: str) -> Iterator[str]:
        """Yield the words of a text; Chinese, which has no spaces, is cut into the longest words that are known."""
        for run in _RUN.findall(text):
            if not IS_HAN.match(run):
                yield run
                continue
            start = 0
            while start < len(run):
                ends = range(min(len(run), start + _LONGEST_HAN), start, -1)
                end = next((end for end in ends if run[start:end] in self._places), start + 1)
                yield run[start:end]
                start = end


def _lines(path: Path) -> Iterator[tuple[str, Floats]]:
    """Yield each word and its numbers; a first line of two numbers only counts what follows, words and numbers."""
    with path.open("rb") as packed:
        if packed.read(4).startswith(_PACKED):
            raise ValueError("it is packed: unpack it first, as with gunzip")
    with path.open(encoding="utf-8", errors="strict", newline="\n") as file:
        first = file.readline().split()
        counted = len(first) == 2 and first[0].isdecimal() and first[1].isdecimal()
        promised, length = (int(first[0]), int(first[1])) if counted else (None, None)
        if promised is None:
            file.seek(0)
        count = 0
        for count, line in enumerate(islice(file, MOST_WORDS), 1):
            word, *numbers = line.rstrip().split(" ")
            if length is not None and len(numbers) != length:
                raise ValueError(
                    f"word {count} has {len(numbers)} numbers, not the {length} promised: is it cut short?"
                )
            yield word, np.array(numbers, np.float32)
        if promised is not None and count < min(promised, MOST_WORDS):
            raise ValueError(f"it promises {promised} words and holds {count}: it is cut short, copy it again")
