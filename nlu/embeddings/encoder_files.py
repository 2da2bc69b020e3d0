"""The files that an encoder is made of, as sentence-transformers and model2vec lay them out."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats

MOST_TOKENS: Final = 128
"""What an encoder reads of a text."""

_LARGEST_HEADER: Final = 10**8  # bytes; the format's own limit
_TYPES: Final = {"F32": "<f4", "F16": "<f2", "F64": "<f8", "I8": "i1", "I32": "<i4", "I64": "<i8"}


class Tensors:
    """The tensors of a safetensors file by name; they stay on the disk until they are read."""

    def __init__(self, path: Path) -> None:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = int.from_bytes(file.read(8), "little")
            if header > min(_LARGEST_HEADER, size):
                raise ValueError(f"{path.name} is not a safetensors file, or cut short")
            self._entries: dict[str, Any] = json.loads(file.read(header))
        ends = [entry["data_offsets"][1] for name, entry in self._entries.items() if name != "__metadata__"]
        if size < 8 + header + max(ends, default=0):
            raise ValueError(f"{path.name} is cut short: copy it again")
        self._content = np.memmap(path, np.uint8, "r", offset=8 + header)

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def get(self, name: str) -> npt.NDArray[Any] | None:
        """Return a tensor as it is stored, or None."""
        is_there = name in self._entries
        return self[name] if is_there else None

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        """Return a tensor as it is stored; raises KeyError, and ValueError for a type that is not known."""
        entry = self._entries[name]
        if entry["dtype"] not in _TYPES:
            raise ValueError(f"its weights are {entry['dtype']}, not one of {', '.join(_TYPES)}")
        start, end = entry["data_offsets"]
        return self._content[start:end].view(_TYPES[entry["dtype"]]).reshape(entry["shape"])


def write_tensors(path: Path, tensors: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write a safetensors file that `Tensors` reads; the types are those it knows."""
    names = {np.dtype(code): name for name, code in _TYPES.items()}
    entries, end = {}, 0
    for name, tensor in tensors.items():
        offsets = [end, end + tensor.nbytes]
        entries[name] = {"dtype": names[tensor.dtype], "shape": list(tensor.shape), "data_offsets": offsets}
        end = offsets[1]
    header = json.dumps(entries).encode()
    padded = header.ljust(-(-len(header) // 8) * 8)  # so that numbers begin where the processor likes them to
    path.write_bytes(b"".join([len(padded).to_bytes(8, "little"), padded, *(t.tobytes() for t in tensors.values())]))


class OneByOne(ABC):
    """An encoder that reads one text after the other, so that a text has the same vector whatever stands beside it."""

    @abstractmethod
    def encode(self, text: str) -> Floats:
        """Return float32 of shape (dimensions,)."""

    def encode_many(self, texts: Sequence[str]) -> Floats:
        """Return float32 of shape (len(texts), dimensions)."""
        return np.array([self.encode(text) for text in texts], np.float32)


def takes_first(folder: Path) -> bool:
    """Tell whether the first token stands for the text, by 1_Pooling/config.json; without one the tokens' mean does."""
    path = folder / "1_Pooling" / "config.json"
    pooling = _json(path) if path.exists() else {"pooling_mode": "mean"}
    modes = {name.removeprefix("pooling_mode_").removesuffix("_token").removesuffix("_tokens")
             for name, value in pooling.items() if value is True}  # fmt: skip
    modes.add(str(pooling.get("pooling_mode", "")))
    if modes & {"mean", "mean_sqrt_len"}:  # which differ in length alone
        return False
    if "cls" in modes:
        return True
    raise ValueError("it pools its tokens neither by their mean nor by the first")


def only_pools(folder: Path) -> bool:
    """Tell whether nothing but pooling and shortening follows the transformer, by modules.json where there is one."""
    path = folder / "modules.json"
    kinds = [str(module["type"]).rsplit(".", 1)[-1] for module in _json(path)] if path.exists() else []
    return not set(kinds) - {"Transformer", "Pooling", "Normalize"}


def prompt(folder: Path) -> str:
    """Return what is put before each text: the default prompt of config_sentence_transformers.json, if it has one."""
    path = folder / "config_sentence_transformers.json"
    given = _json(path) if path.exists() else {}
    return str((given.get("prompts") or {}).get(given.get("default_prompt_name"), ""))


def tokenizer(folder: Path, most_tokens: int = MOST_TOKENS) -> Any:
    """Return the tokenizer of tokenizer.json, which cuts a text after `most_tokens`; ValueError where there is none."""
    from tokenizers import Tokenizer

    path = folder / "tokenizer.json"
    if not path.exists():
        raise ValueError("there is no tokenizer.json beside it: copy it from where the encoder was saved")
    read = Tokenizer.from_file(str(path))
    read.no_padding()
    read.enable_truncation(most_tokens)
    return read


def sha256(paths: Iterable[Path]) -> str:
    """Return the SHA-256 of the content of one file, or over those of several that are there."""
    digests = []
    for path in paths:
        if path.exists():
            with path.open("rb") as file:
                digests.append(hashlib.file_digest(file, "sha256").hexdigest())
    return digests[0] if len(digests) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest()


def config(folder: Path) -> Mapping[str, Any]:
    """Return config.json."""
    read: dict[str, Any] = _json(folder / "config.json")
    return read


def pooled(state: Floats, *, first: bool) -> Floats:
    """Return the first row or the mean of the rows, float32 of shape (dimensions,)."""
    row: Floats = state[0] if first else state.mean(axis=0, dtype=np.float32)
    return row.astype(np.float32)


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
