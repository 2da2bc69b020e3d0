"""A BERT encoder small enough to write in a test, and its forward pass in plain numpy."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import erf

Floats = npt.NDArray[np.float32]

HIDDEN, INNER, HEADS, LAYERS, WORDS = (
    32,
    64,
    4,
    2,
    ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "how", "do", "i", "apply", "pay"],
)
_CONFIG = {
    "model_type": "bert", "hidden_act": "gelu", "hidden_size": HIDDEN, "num_attention_heads": HEADS,
    "num_hidden_layers": LAYERS, "max_position_embeddings": 16, "layer_norm_eps": 1e-12,
}  # fmt: skip


def write_encoder(folder: Path, *, seed: int = 0, pooling: str = "mean_tokens", **config: object) -> dict[str, Floats]:
    """Write the files of an encoder with random weights; return its tensors."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    tensors = _tensors(np.random.default_rng(seed))
    (folder / "1_Pooling").mkdir(parents=True)
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({f"pooling_mode_{pooling}": True}))
    (folder / "config.json").write_text(json.dumps({**_CONFIG, **config}))
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    write_tensors(folder / "model.safetensors", tensors)
    return tensors


def write_tensors(path: Path, tensors: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write a safetensors file."""
    header, content = {}, b""
    for name, tensor in tensors.items():
        start, content = len(content), content + tensor.tobytes()
        header[name] = {
            "dtype": {"f": "F", "i": "I"}[tensor.dtype.kind] + str(8 * tensor.itemsize),
            "shape": list(tensor.shape),
            "data_offsets": [start, len(content)],
        }
    described = json.dumps(header).encode()
    path.write_bytes(len(described).to_bytes(8, "little") + described + content)


def encoded(tensors: dict[str, Floats], text: str) -> Floats:
    """Return what the encoder makes of a text of known words, in full precision."""
    tokens = [2, *(WORDS.index(word) for word in text.split()), 3]
    rows = [tensors[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")]
    state = _normalised(tensors, "embeddings.LayerNorm", rows[0][tokens] + rows[1][: len(tokens)] + rows[2][0])
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        query, key, value = (
            _dense(tensors, f"{layer}.attention.self.{name}", state).reshape(len(tokens), HEADS, -1).transpose(1, 0, 2)
            for name in ("query", "key", "value")
        )
        scores = np.exp(query @ key.transpose(0, 2, 1) / math.sqrt(HIDDEN / HEADS))
        heads = (scores / scores.sum(axis=-1, keepdims=True)) @ value
        mixed = _dense(tensors, f"{layer}.attention.output.dense", heads.transpose(1, 0, 2).reshape(len(tokens), -1))
        state = _normalised(tensors, f"{layer}.attention.output.LayerNorm", mixed + state)
        inner = _dense(tensors, f"{layer}.intermediate.dense", state)
        inner = inner * (1 + erf(inner / math.sqrt(2))) / 2
        state = _normalised(
            tensors, f"{layer}.output.LayerNorm", _dense(tensors, f"{layer}.output.dense", inner) + state
        )
    mean: Floats = state.mean(axis=0)
    return mean / np.linalg.norm(mean)


def _tensors(rng: np.random.Generator) -> dict[str, Floats]:
    shapes = {
        "embeddings.word_embeddings": (len(WORDS), HIDDEN),
        "embeddings.position_embeddings": (16, HIDDEN),
        "embeddings.token_type_embeddings": (2, HIDDEN),
    }
    norms = ["embeddings.LayerNorm"]
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        names = [f"attention.self.{part}" for part in ("query", "key", "value")] + ["attention.output.dense"]
        shapes |= {f"{layer}.{name}": (HIDDEN, HIDDEN) for name in names}
        shapes |= {f"{layer}.intermediate.dense": (INNER, HIDDEN), f"{layer}.output.dense": (HIDDEN, INNER)}
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    tensors = {f"{name}.weight": rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    tensors |= {f"{n}.bias": rng.normal(0, 0.1, s[0]).astype(np.float32) for n, s in shapes.items() if "layer" in n}
    tensors |= {f"{name}.weight": np.ones(HIDDEN, np.float32) for name in norms}
    return tensors | {f"{name}.bias": np.zeros(HIDDEN, np.float32) for name in norms}


def _dense(tensors: dict[str, Floats], name: str, state: Floats) -> Floats:
    result: Floats = state @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]
    return result


def _normalised(tensors: dict[str, Floats], name: str, state: Floats) -> Floats:
    state = state - state.mean(axis=-1, keepdims=True)
    state = state / np.sqrt((state * state).mean(axis=-1, keepdims=True) + 1e-12)
    result: Floats = state * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]
    return result
