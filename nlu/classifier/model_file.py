"""Model files: the arrays, texts and manifest of a text classifier in a sealed archive (`nlu/classifier/sealed.py`)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from nlu.classifier import sealed
from nlu.classifier.model_parts import ARRAYS, SINCE_FORMAT_2, TEXTS, Arrays, JsonValue, parts_of, rebuild
from nlu.classifier.text_classifier import TextClassifier
from nlu.errors import EmbeddingError, ModelFileError

FORMAT = "candor text classifier"
FORMAT_VERSION = 2
LARGEST_FILE = 2**31 - 1
"""Bytes a model file may have (2 GiB, 40 times a model of 12,000 examples in 200 categories)."""

_MODEL: Final = sealed.FileKind("model", LARGEST_FILE)


@dataclass(frozen=True, slots=True)
class ModelManifest:
    """What a model file says of itself; `given` is what the caller of `save` added (dataset fingerprint, created)."""

    format: str
    format_version: int
    versions: dict[str, str]
    content_sha256: str
    model: dict[str, JsonValue]
    given: dict[str, JsonValue]


def save(path: Path, model: TextClassifier, manifest: Mapping[str, JsonValue]) -> str:
    """Write `model` to `path` so that the file is there whole or not at all; return the SHA-256 of the file.

    `manifest` holds what the caller wants kept beside the recipe, categories and seed: JSON values.
    """
    described, arrays, texts = parts_of(model)
    content_hash = _content_hash(arrays, texts)
    said = ModelManifest(FORMAT, FORMAT_VERSION, sealed.versions(), content_hash, described, dict(manifest))
    return sealed.write(path, sealed.ArchiveContent(asdict(said), arrays, texts))


def load(path: Path, *, sha256: str | None = None) -> tuple[TextClassifier, ModelManifest]:
    """Return the model and manifest of a file that `save` wrote.

    Raises ModelFileError when the file is missing, truncated, altered, not a model file or of a newer format, or when
    `sha256` is given and differs from the file's.
    """
    content = sealed.read(path, _MODEL, sha256=sha256)
    try:
        manifest = _manifest(path, content.manifest)
        absent = SINCE_FORMAT_2 if manifest.format_version == 1 else frozenset()
        arrays = {name: _empty(name) if name in absent else _array(content.arrays, name) for name in ARRAYS}
        texts = {name: "" if name in absent else content.texts[name] for name in TEXTS}
        if _content_hash(arrays, texts) != manifest.content_sha256:
            raise ValueError("its arrays differ from its manifest")
        return rebuild(manifest.model, arrays, texts), manifest
    except ModelFileError:
        raise
    except EmbeddingError as error:
        raise ModelFileError(f"{path}: {error}") from error
    except Exception as error:  # whatever a forged content makes the readers raise
        raise sealed.unreadable(path, error) from error


def _manifest(path: Path, content: Mapping[str, JsonValue]) -> ModelManifest:
    values = cast("dict[str, Any]", content)
    sealed.check_format(path, _MODEL, values, wanted=FORMAT, version=FORMAT_VERSION)
    return ModelManifest(**values)


def _array(arrays: Arrays, name: str) -> npt.NDArray[np.generic]:
    array, (wanted, dimensions) = arrays[name], ARRAYS[name]
    if array.dtype != wanted or array.ndim != dimensions:
        raise ValueError(f"{name} is {array.dtype} with {array.ndim} dimensions, not {wanted} with {dimensions}")
    return array


def _empty(name: str) -> npt.NDArray[np.generic]:
    dtype, dimensions = ARRAYS[name]
    return np.zeros((0,) * dimensions, dtype)


def _content_hash(arrays: Mapping[str, npt.NDArray[np.generic]], texts: Mapping[str, str]) -> str:
    hashed = hashlib.sha256()
    for name in ARRAYS:
        hashed.update(np.ascontiguousarray(arrays[name]).view(np.uint8).data if arrays[name].size else b"")
    for name in TEXTS:
        hashed.update(texts[name].encode("utf-8"))
    return hashed.hexdigest()
