"""Encoders of a few words, as others would bring them: an ONNX file, static vectors of tokens, vectors of words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.nlu.embeddings.tiny_encoder import write_tensors

Floats = npt.NDArray[np.float32]

WORDS = ("holiday", "urlaub", "leave", "salary", "gehalt", "pay", "how", "much", "wie", "viel", "do", "i", "get")
MEANINGS = {"holiday": 0, "urlaub": 0, "leave": 0, "salary": 1, "gehalt": 1, "pay": 1}
SIZE = 8
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")


def rows(seed: int = 0, size: int = SIZE) -> dict[str, Floats]:
    """Return a vector of each word: those of one meaning have the same, whatever their language."""
    rng = np.random.default_rng(seed)
    meanings = rng.normal(0, 1, (2, size)).astype(np.float32)
    others = rng.normal(0, 0.3, (len(WORDS), size)).astype(np.float32)
    return {word: meanings[MEANINGS[word]] if word in MEANINGS else others[i] for i, word in enumerate(WORDS)}


def write_tokenizer(folder: Path, *, special: bool = True) -> None:
    """Write a tokenizer.json that knows the words."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    ids = {word: place for place, word in enumerate((*_SPECIAL, *WORDS))}
    tokenizer = Tokenizer(models.WordLevel(ids, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    if special:
        tokenizer.post_processor = processors.TemplateProcessing(
            single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
        )
    tokenizer.save(str(folder / "tokenizer.json"))


def _constants(seed: int, size: int) -> dict[str, Floats]:
    """The vectors of all tokens, and a layer that changes them a little."""
    rng = np.random.default_rng(seed + 100)
    special = rng.normal(0, 0.05, (len(_SPECIAL), size))
    table = np.concatenate([special, list(rows(seed, size).values())]).astype(np.float32)
    return {"table": table, "layer": (np.eye(size) + rng.normal(0, 0.05, (size, size))).astype(np.float32)}


def write_onnx(
    folder: Path,
    *,
    seed: int = 0,
    size: int = SIZE,
    inputs: Sequence[str] = ("input_ids", "attention_mask"),
    pooled: bool = False,
    quantised: bool = False,
    name: str = "model.onnx",
) -> Path:
    """Write an encoder: each token's vector through a layer, or with `pooled` their mean as `sentence_embedding`.

    `quantised` rounds the activations in the range that they have, as dynamic quantisation does.
    """
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    folder.mkdir(parents=True, exist_ok=True)
    write_tokenizer(folder)
    constants = [numpy_helper.from_array(values, called) for called, values in _constants(seed, size).items()]
    nodes = [helper.make_node("Gather", ["table", inputs[0]], ["rows"])]
    if quantised:
        nodes += [
            helper.make_node("DynamicQuantizeLinear", ["rows"], ["q", "scale", "zero"]),
            helper.make_node("DequantizeLinear", ["q", "scale", "zero"], ["read"]),
        ]
    nodes.append(helper.make_node("MatMul", ["read" if quantised else "rows", "layer"], ["last_hidden_state"]))
    outputs = [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["texts", "tokens", size])]
    if pooled:
        constants.append(numpy_helper.from_array(np.array([1]), "axis"))
        nodes.append(helper.make_node("ReduceMean", ["last_hidden_state", "axis"], ["sentence_embedding"], keepdims=0))
        outputs.append(helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["texts", size]))
    given = [helper.make_tensor_value_info(each, TensorProto.INT64, ["texts", "tokens"]) for each in inputs]
    graph = helper.make_graph(nodes, "encoder", given, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    (folder / name).parent.mkdir(exist_ok=True)
    onnx.save(model, str(folder / name))
    return folder / name


def write_pooling(folder: Path, **modes: object) -> None:
    """Write 1_Pooling/config.json."""
    (folder / "1_Pooling").mkdir(exist_ok=True)
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(modes), encoding="utf-8")


def write_static(folder: Path, *, seed: int = 0, extra: Mapping[str, npt.NDArray[Any]] | None = None) -> Path:
    """Write static vectors of tokens as model2vec does."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokenizer(folder, special=False)
    special = np.full((len(_SPECIAL), SIZE), 9, np.float32)  # whoever counts them is far away from all words
    table = np.concatenate([special, list(rows(seed).values())]).astype(np.float32)
    write_tensors(folder / "model.safetensors", {"embeddings": table, **(extra or {})})
    return folder


def write_words(path: Path, *, seed: int = 0, header: bool = True) -> Path:
    """Write vectors of words as word2vec and fastText do."""
    lines = [f"{word} " + " ".join(f"{x:.5f}" for x in row) for word, row in rows(seed).items()]
    first = [f"{len(lines)} {SIZE}"] if header else []
    path.write_text("\n".join([*first, *lines]) + "\n", encoding="utf-8")
    return path
