"""A small BERT encoder from the weights that sentence-transformers saves, run by ONNX Runtime with 8-bit weights.

The folder holds config.json, tokenizer.json, model.safetensors and 1_Pooling/config.json (Wang et al. 2020, "MiniLM";
Reimers & Gurevych 2019, "Sentence-BERT"); PyTorch is not needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from nlu.arrays import Floats
from nlu.embeddings import encoder_files
from nlu.embeddings.encoder_files import MOST_TOKENS, Tensors
from nlu.embeddings.encoder_graph import EncoderShape, encoder_session


class BertEncoder(encoder_files.OneByOne):
    """Its graph is built when it is opened; `sha256` is that of its weights.

    Activations are quantised in the range of all that is encoded together: other texts would change one.
    """

    def __init__(self, folder: Path) -> None:
        config = encoder_files.config(folder)
        if config["model_type"] != "bert" or config["hidden_act"] != "gelu":
            raise ValueError(f"its model type is {config['model_type']!r}, and only 'bert' with 'gelu' is known")
        shape = EncoderShape(**{name: config[name] for name in EncoderShape.__slots__})
        self._takes_first = encoder_files.takes_first(folder)
        self._tokenizer = encoder_files.tokenizer(folder, min(MOST_TOKENS, config["max_position_embeddings"]))
        self._prompt = encoder_files.prompt(folder)
        self._tensors = Tensors(folder / "model.safetensors")
        self.sha256 = encoder_files.sha256([folder / "model.safetensors"])
        self._words, self._places, self._kinds = (
            self._weight(f"embeddings.{name}_embeddings.weight") for name in ("word", "position", "token_type")
        )
        self._scale, self._shift = (self._weight(f"embeddings.LayerNorm.{name}") for name in ("weight", "bias"))
        self._session = encoder_session(shape, self._weight)
        self._eps = np.float32(shape.layer_norm_eps)
        self.dimensions = shape.hidden_size

    def encode(self, text: str) -> Floats:
        """Return float32 of shape (dimensions,)."""
        tokens = self._tokenizer.encode(self._prompt + text).ids
        state = self._session.run(None, {"x": self._embedded(tokens)[np.newaxis]})[0][0]
        return encoder_files.pooled(state, first=self._takes_first)

    def of_tokens(self) -> Floats:
        """Return what each token of the vocabulary is by itself, a row each; zeros for [CLS] and its like."""
        begin, _, end = self._tokenizer.encode("a").ids
        vocabulary = self._tokenizer.get_vocab(with_added_tokens=False)
        rows = np.zeros((len(vocabulary), self.dimensions), np.float32)
        for token, place in vocabulary.items():
            if not token.startswith("["):
                state = self._session.run(None, {"x": self._embedded([begin, place, end])[np.newaxis]})[0][0]
                rows[place] = state.mean(axis=0)
        return rows

    def tokens_in(self, text: str) -> list[int]:
        """Return the places in the vocabulary of the tokens that a text is made of."""
        found: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return found

    def _embedded(self, tokens: Sequence[int]) -> Floats:
        rows = self._words[tokens] + self._kinds[0] + self._places[: len(tokens)]
        rows -= rows.mean(axis=1, keepdims=True)
        rows /= np.sqrt((rows * rows).mean(axis=1, keepdims=True) + self._eps)
        embedded: Floats = rows * self._scale + self._shift
        return embedded

    def _weight(self, name: str) -> Floats:
        values: Floats = self._tensors[name if name in self._tensors else f"bert.{name}"]
        if values.dtype != np.float32:
            raise ValueError(f"its weights are {values.dtype}, not float32")
        return values
