"""Static vectors of tokens, as model2vec saves them (Tulkens & van Dongen 2024): a text is the mean of its tokens.

The folder holds tokenizer.json and model.safetensors with the matrix `embeddings` (tokens, dimensions) and, if there
are any, `weights` (how much each token counts) and `mapping` (the row of each token).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from nlu.arrays import Floats
from nlu.embeddings import encoder_files
from nlu.embeddings.encoder_files import Tensors

MATRIX = "embeddings"


class StaticEncoder(encoder_files.OneByOne):
    """The matrix stays on the disk, where what is read of it is shared by all processes."""

    def __init__(self, folder: Path) -> None:
        self._tokenizer = encoder_files.tokenizer(folder)
        tensors = Tensors(folder / "model.safetensors")
        self._rows = tensors[MATRIX]
        if self._rows.ndim != 2:
            raise ValueError(f"its {MATRIX} have {self._rows.ndim} dimensions instead of two")
        self._weights, self._mapping = tensors.get("weights"), tensors.get("mapping")
        self._unknown = _unknown(self._tokenizer)
        self._check()
        self.dimensions: int = self._rows.shape[1]
        self.sha256 = encoder_files.sha256([folder / "model.safetensors", folder / "tokenizer.json"])

    def encode(self, text: str) -> Floats:
        """Return float32 of shape (dimensions,); zeros where no token is known."""
        tokens = self._tokenizer.encode(text, add_special_tokens=False).ids
        known = [token for token in tokens if token != self._unknown]
        if not known:
            return np.zeros(self.dimensions, np.float32)
        rows = self._rows[known if self._mapping is None else self._mapping[known]].astype(np.float32)
        if self._weights is not None:
            rows *= self._weights[known].astype(np.float32)[:, np.newaxis]
        return encoder_files.pooled(rows, first=False)

    def _check(self) -> None:
        tokens, rows = self._tokenizer.get_vocab_size(), len(self._rows)
        if self._mapping is not None:
            is_sound = len(self._mapping) >= tokens and self._mapping.min() >= 0 and self._mapping.max() < rows
        else:
            is_sound = rows >= tokens
        if not is_sound or (self._weights is not None and len(self._weights) < tokens):
            raise ValueError(f"its tokenizer knows {tokens} tokens, for which its {rows} vectors do not suffice")


def _unknown(tokenizer: Any) -> int | None:
    token = getattr(tokenizer.model, "unk_token", None)
    found: int | None = tokenizer.token_to_id(token) if token else None
    return found
