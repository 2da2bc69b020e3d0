"""Model files: arrays and a manifest in one sealed ZIP file that loads without executing anything.

The members are stored uncompressed (`unzip -p FILE manifest.json` shows the manifest); the archive's comment is the
SHA-256 of every byte before it, so that one altered or missing byte anywhere is noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import metadata
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from nlu.errors import EmbeddingError, ModelFileError
from nlu.model_parts import ARRAYS, SINCE_FORMAT_2, TEXTS, JsonValue, parts_of, rebuild
from nlu.text_classifier import TextClassifier

FORMAT = "candor text classifier"
FORMAT_VERSION = 2
LARGEST_FILE = 2**31 - 1
"""Bytes a model file may have (2 GiB, 40 times a model of 12,000 examples in 200 categories)."""

_SEAL = 64  # hexadecimal digits of a SHA-256


@dataclass(frozen=True, slots=True)
class Manifest:
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
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w+b") as file:
            _write_members(file, model, dict(manifest))
            digest = _seal(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)
    return digest


def load(path: Path, *, sha256: str | None = None) -> tuple[TextClassifier, Manifest]:
    """Return the model and manifest of a file that `save` wrote.

    Raises ModelFileError when the file is missing, truncated, altered, not a model file or of a newer format, or when
    `sha256` is given and differs from the file's.
    """
    content = _read(path)
    _check_seal(path, content, sha256)
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            manifest = _manifest(path, archive)
            absent = SINCE_FORMAT_2 if manifest.format_version == 1 else frozenset()
            arrays = {name: _empty(name) if name in absent else _array(archive, name) for name in ARRAYS}
            texts = {name: "" if name in absent else archive.read(name).decode("utf-8") for name in TEXTS}
        if _content_hash(arrays, texts) != manifest.content_sha256:
            raise ValueError("its arrays differ from its manifest")
        return rebuild(manifest.model, arrays, texts), manifest
    except ModelFileError:
        raise
    except EmbeddingError as error:
        raise ModelFileError(f"{path}: {error}") from error
    except Exception as error:  # whatever a forged content makes the readers raise
        reason = " ".join(str(error).split())
        raise ModelFileError(f"{path}: not a model file this version can read ({reason})") from error


def _write_members(file: BinaryIO, model: TextClassifier, given: dict[str, JsonValue]) -> None:
    described, arrays, texts = parts_of(model)
    manifest = Manifest(FORMAT, FORMAT_VERSION, _versions(), _content_hash(arrays, texts), described, given)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(_member("manifest.json"), json.dumps(asdict(manifest), indent=1, sort_keys=True))
        for name, array in arrays.items():
            with archive.open(_member(name), "w") as member:
                np.lib.format.write_array(member, array, allow_pickle=False)
        for name, text in texts.items():
            archive.writestr(_member(name), text.encode("utf-8"))
        archive.comment = b"0" * _SEAL


def _member(name: str) -> zipfile.ZipInfo:
    return zipfile.ZipInfo(name)  # a fixed date: the same model gives the same bytes


def _seal(file: BinaryIO) -> str:
    """Put the hash of everything before it into the comment; return the hash of the whole."""
    size = file.seek(0, os.SEEK_END) - _SEAL
    file.seek(0)
    hashed = hashlib.sha256()
    while file.tell() < size:
        hashed.update(file.read(min(2**20, size - file.tell())))
    seal = hashed.hexdigest().encode()
    file.write(seal)
    hashed.update(seal)
    return hashed.hexdigest()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ModelFileError(f"{path}: larger than any model file ({LARGEST_FILE} bytes at most)")
        return path.read_bytes()
    except OSError as error:
        raise ModelFileError(f"{path}: cannot be read ({error.strerror or error}); train the model again") from error


def _check_seal(path: Path, content: bytes, sha256: str | None) -> None:
    hashed = hashlib.sha256(memoryview(content)[:-_SEAL])
    if len(content) <= _SEAL or hashed.hexdigest().encode() != content[-_SEAL:]:
        raise ModelFileError(f"{path}: truncated, altered or not a model file; train the model again")
    hashed.update(content[-_SEAL:])
    if sha256 is not None and hashed.hexdigest() != sha256:
        raise ModelFileError(f"{path}: not the file that was recorded (its SHA-256 differs); train the model again")


def _manifest(path: Path, archive: zipfile.ZipFile) -> Manifest:
    values = json.loads(archive.read("manifest.json"))
    if values["format"] != FORMAT:
        raise ValueError(f"its format is {values['format']!r}")
    if values["format_version"] > FORMAT_VERSION:
        raise ModelFileError(
            f"{path}: written by a newer Candor (format {values['format_version']}, this one reads up to "
            f"{FORMAT_VERSION}); update Candor or train the model again"
        )
    return Manifest(**values)


def _array(archive: zipfile.ZipFile, name: str) -> npt.NDArray[np.generic]:
    """Read one array whose header agrees with its size; nothing is allocated on a header's word."""
    if archive.getinfo(name).compress_type != zipfile.ZIP_STORED:
        raise ValueError(f"{name} is compressed")
    content = archive.read(name)
    stream = BytesIO(content)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError(f"{name} has an unknown header")
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(stream)
    wanted, dimensions = ARRAYS[name]
    if dtype != wanted or len(shape) != dimensions or fortran:
        raise ValueError(f"{name} is {dtype} with {len(shape)} dimensions, not {wanted} with {dimensions}")
    return np.frombuffer(content, dtype, offset=stream.tell()).reshape(shape)


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


def _versions() -> dict[str, str]:
    return {"candor": metadata.version("candor"), "numpy": np.__version__, "python": platform.python_version()}
