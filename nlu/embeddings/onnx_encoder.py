"""An encoder as an ONNX file with its tokenizer.json, as sentence-transformers and optimum export them.

The graph gives one vector a text (an output `sentence_embedding`, or one of two dimensions), or one a token, which are
pooled as 1_Pooling/config.json says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from nlu.arrays import Floats
from nlu.embeddings import encoder_files

_INPUTS: Final = ("input_ids", "attention_mask", "token_type_ids")
_TOGETHER: Final = 16
_WHOLE: Final = "sentence_embedding"
_TYPES: Final = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


class OnnxEncoder:
    """Files belong to it where they stand beside the `.onnx` file or, if that is in a folder `onnx`, above it."""

    def __init__(self, path: Path) -> None:
        folder = _folder_of(path)
        self._tokenizer = encoder_files.tokenizer(folder)
        self._prompt = encoder_files.prompt(folder)
        self._session = _session(path)
        self._inputs = {each.name: _TYPES.get(each.type, np.int64) for each in self._session.get_inputs()}
        if "input_ids" not in self._inputs or set(self._inputs) - set(_INPUTS):
            raise ValueError(
                f"its inputs are {', '.join(self._inputs) or 'none'}, and an encoder's are {', '.join(_INPUTS)}"
            )
        self._output = _output(self._session, has_to_be_whole=not encoder_files.only_pools(folder))
        self._takes_first = encoder_files.takes_first(folder)
        self.dimensions: int = self._run([self._tokens("a text")]).shape[1]
        beside = [path.with_name(path.name + end) for end in ("_data", ".data")]
        around = ["tokenizer.json", "1_Pooling/config.json", "config_sentence_transformers.json"]
        self.sha256 = encoder_files.sha256([path, *beside, *(folder / name for name in around)])

    def encode_many(self, texts: Sequence[str]) -> Floats:
        """Return float32 of shape (len(texts), dimensions), bit for bit what `encode` gives.

        Texts of as many tokens are encoded together where that changes nothing, which is tried on some of them: a graph
        that quantises as it goes does so in the range of all that is encoded together.
        """
        alike: dict[int, list[int]] = defaultdict(list)
        tokens = [self._tokens(text) for text in texts]
        for place, each in enumerate(tokens):
            alike[len(each)].append(place)
        tried = max(alike.values(), key=len, default=[])[:_TOGETHER]
        size = _TOGETHER if self._same_together([tokens[place] for place in tried]) else 1
        found = np.zeros((len(texts), self.dimensions), np.float32)
        for places in alike.values():
            for start in range(0, len(places), size):
                part = places[start : start + size]
                found[part] = self._run([tokens[place] for place in part])
        return found

    def _same_together(self, tokens: Sequence[Sequence[int]]) -> bool:
        if len(tokens) < 2:
            return False
        try:
            together = self._run(tokens)
        except Exception:  # a graph for one text at a time
            return False
        return together.tobytes() == np.concatenate([self._run([each]) for each in tokens]).tobytes()

    def _tokens(self, text: str) -> list[int]:
        read: list[int] = self._tokenizer.encode(self._prompt + text).ids
        return read or [0]  # some token has to stand for a text without any

    def _run(self, tokens: Sequence[Sequence[int]]) -> Floats:
        """Return the vectors of texts of as many tokens."""
        ids = np.array(tokens)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        fed = {name: given[name].astype(kind) for name, kind in self._inputs.items()}
        found = self._session.run([self._output], fed)[0]
        rows = found if found.ndim == 2 else [encoder_files.pooled(each, first=self._takes_first) for each in found]
        return np.array(rows, np.float32)


def _folder_of(path: Path) -> Path:
    beside = (path.parent / "tokenizer.json").exists()
    return path.parent.parent if path.parent.name == "onnx" and not beside else path.parent


def _session(path: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # a message at a time; the server has threads
    options.log_severity_level = 4  # what is wrong with a file is told in one line
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _output(session: Any, *, has_to_be_whole: bool) -> str:
    """Return the output to read: a vector a text where there is one by name, else one a token, else any a text."""
    ranks: dict[str, int] = {each.name: len(each.shape) for each in session.get_outputs()}
    if _WHOLE in ranks:
        return _WHOLE
    if has_to_be_whole:
        raise ValueError(
            f"its modules.json names layers after the pooling, which the file does not hold: export it with {_WHOLE}"
        )
    for rank in (3, 2):
        found = next((name for name, its in ranks.items() if its == rank), None)
        if found is not None:
            return found
    raise ValueError(f"its outputs are {', '.join(ranks)}, none of which is a vector a token or a text")
