"""Where words get their vectors from: a `.bin` file of fastText, or the company's own examples."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats
from nlu.errors import EmbeddingError

HOW_TO_ADD_FASTTEXT = "make fasttext in a checkout, else pip install 'candor-bot[fasttext]' with a C++ compiler there"
"""What to do where it is missing: it exists as source only."""

_MAGIC = (793712314).to_bytes(4, "little")  # the first bytes of every .bin file of fastText
_DIMENSIONS, _WINDOW, _RATE = 100, 10, 0.1
_WORDS_READ = 1_000_000
_EPOCHS = 5, 100  # at least, at most: as many as make it read _WORDS_READ
_SEED = 0


class WordVectors(Protocol):
    """Vectors of words, the same for everybody who shares them."""

    @property
    def dimensions(self) -> int:
        """Length of a vector."""

    @property
    def sha256(self) -> str:
        """Hash of the file they stand in; "" for vectors that a model file holds."""

    def vector(self, word: str) -> Floats:
        """Return float32 of shape (dimensions,); zeros for a word of which nothing is known."""

    def table(self, words: Sequence[str]) -> npt.NDArray[np.float16]:
        """Return what a model file must hold: the rows of these words, or no row when they stand elsewhere."""


class PretrainedVectors:
    """Vectors of a `.bin` file, which knows any word by the n-grams in it; one for each file and process."""

    def __init__(self, path: Path) -> None:
        import fasttext

        with path.open("rb") as file:
            if file.read(4) != _MAGIC:
                raise ValueError("it is not a .bin file of fastText; .vec and other formats cannot be used")
            file.seek(0)
            self.sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        self._model: Any = fasttext.load_model(str(path))
        self.path, self.dimensions = path, int(self._model.get_dimension())
        _check_length(path, self._model)
        self.vector = lru_cache(maxsize=20_000)(self._vector)

    @classmethod
    def open(cls, source: str, *, sha256: str | None = None) -> PretrainedVectors:
        """Return the vectors of a file; raises EmbeddingError when it is missing, broken or not of that hash."""
        path = Path(source).resolve()
        try:
            vectors = _opened(path)
        except ImportError as error:
            raise EmbeddingError(
                f"fasttext-sif features need the package {error.name}: {HOW_TO_ADD_FASTTEXT}"
            ) from error
        except (OSError, ValueError, RuntimeError, MemoryError) as error:
            reason = getattr(error, "strerror", None) or " ".join(str(error).split())
            raise EmbeddingError(f"{path}: no word vectors can be read ({reason}); correct the source") from error
        if sha256 not in (None, vectors.sha256):
            raise EmbeddingError(f"{path}: not the word vectors that the model was trained with; train it again")
        return vectors

    def table(self, words: Sequence[str]) -> npt.NDArray[np.float16]:
        """Return no row: the file is referred to."""
        return np.zeros((0, 0), np.float16)

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (self.path,)

    def _vector(self, word: str) -> Floats:
        vector: Floats = self._model.get_word_vector(word)
        return vector


@lru_cache(maxsize=8)
def _opened(path: Path) -> PretrainedVectors:
    return PretrainedVectors(path)


def _check_length(path: Path, model: Any) -> None:
    """fastText reads a file that was cut short without a word; its two tables alone need so many bytes."""
    if not model.is_quantized():
        rows = len(model.words) + model.f.getArgs().bucket
        if path.stat().st_size < 4 * rows * model.get_dimension():
            raise ValueError("it is cut short; copy it again")


@dataclass(frozen=True, slots=True)
class TrainedVectors:
    """Vectors of the words of some examples; any other word has none."""

    rows: Mapping[str, Floats]
    dimensions: int
    sha256: str = ""

    @classmethod
    def of(cls, words: Sequence[str], vectors: npt.NDArray[np.float16]) -> TrainedVectors:
        """Return the vectors that `table` gave; raises ValueError when there are not as many as words."""
        if len(words) != len(vectors):
            raise ValueError("its word vectors do not fit its words")
        return cls(dict(zip(words, vectors.astype(np.float32), strict=True)), vectors.shape[1])

    @classmethod
    def trained(cls, sentences: Sequence[Sequence[str]]) -> TrainedVectors:
        """Learn vectors by skip-gram, bit for bit the same from the same sentences; raises EmbeddingError.

        fastText fills the table of its n-grams at random only with ten threads or more (with fewer, parts of it are
        whatever the memory held), and with several threads no two runs agree. So it learns words alone, in one thread,
        from random vectors that are given to it.
        """
        try:
            import fasttext
        except ImportError as error:
            raise EmbeddingError(f"fasttext-sif features need the package fasttext: {HOW_TO_ADD_FASTTEXT}") from error
        words = sorted({word for sentence in sentences for word in sentence})
        epochs = min(_EPOCHS[1], max(_EPOCHS[0], _WORDS_READ // max(1, sum(map(len, sentences)))))
        with tempfile.TemporaryDirectory() as folder:
            text, start = Path(folder) / "text", Path(folder) / "start.vec"
            text.write_text("\n".join(" ".join(sentence) for sentence in sentences) + "\n", encoding="utf-8")
            start.write_text(_random_vectors([*words, "</s>"]), encoding="utf-8")
            model = fasttext.train_unsupervised(
                str(text), model="skipgram", dim=_DIMENSIONS, epoch=epochs, ws=_WINDOW, lr=_RATE, minCount=1,
                minn=0, maxn=0, bucket=0, thread=1, pretrainedVectors=str(start), verbose=0,
            )  # fmt: skip
            rows = {word: model.get_word_vector(word) for word in words}
        return cls.of(words, np.array(list(rows.values()), np.float16))

    def vector(self, word: str) -> Floats:
        """Return the word's vector, or zeros."""
        found = self.rows.get(word)
        return np.zeros(self.dimensions, np.float32) if found is None else found

    def table(self, words: Sequence[str]) -> npt.NDArray[np.float16]:
        """Return the rows of these words."""
        return np.array([self.vector(word) for word in words], np.float16).reshape(len(words), self.dimensions)


def _random_vectors(words: Sequence[str]) -> str:
    """Return the text of a .vec file."""
    rows = np.random.default_rng(_SEED).uniform(-1 / _DIMENSIONS, 1 / _DIMENSIONS, (len(words), _DIMENSIONS))
    lines = (f"{word} " + " ".join(f"{x:.6f}" for x in row) for word, row in zip(words, rows.tolist(), strict=True))
    return f"{len(words)} {_DIMENSIONS}\n" + "\n".join(lines) + "\n"
