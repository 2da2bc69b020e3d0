"""Sealed archives: a manifest, arrays and texts in one ZIP file that loads without executing anything.

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
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt

from nlu.classifier.model_parts import JsonValue
from nlu.errors import ModelFileError, NoMemoryError
from nlu.version import VERSION

_SEAL: Final = 64  # hexadecimal digits of a SHA-256
_MANIFEST: Final = "manifest.json"


@dataclass(frozen=True, slots=True)
class FileKind:
    """What errors call that which a file holds ("model"), and how many bytes such a file may have."""

    name: str
    largest: int


@dataclass(frozen=True, slots=True)
class ArchiveContent:
    """What an archive holds; arrays and texts by the names of their members, `.npy` and `.txt`."""

    manifest: Mapping[str, JsonValue]
    arrays: Mapping[str, npt.NDArray[np.generic]]
    texts: Mapping[str, str]


def write(path: Path, content: ArchiveContent) -> str:
    """Write `content` to `path` so that the file is there whole or not at all; return the SHA-256 of the file."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w+b") as file:
            _write_members(file, content)
            digest = _seal(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
    return digest


def read(path: Path, kind: FileKind, *, sha256: str | None = None) -> ArchiveContent:
    """Return the content of a file that `write` wrote.

    Raises ModelFileError when the file is missing, truncated, altered, too large or no such archive, or when `sha256`
    is given and differs from the file's.
    """
    try:
        sealed = _bytes(path, kind)
    except MemoryError as error:
        raise unreadable(path, error) from error
    _check_seal(path, kind, sealed, sha256)
    try:
        with zipfile.ZipFile(BytesIO(sealed)) as archive:
            names = archive.namelist()
            _check_stored(archive)
            manifest = json.loads(archive.read(_MANIFEST))
            if not isinstance(manifest, dict):
                raise ValueError("its manifest is not a JSON object")
            arrays = {name: _array(name, archive.read(name)) for name in names if name.endswith(".npy")}
            texts = {name: archive.read(name).decode("utf-8") for name in names if name.endswith(".txt")}
        return ArchiveContent(manifest, arrays, texts)
    except Exception as error:  # whatever a forged content makes the readers raise
        raise unreadable(path, error) from error


def check_format(path: Path, kind: FileKind, manifest: Mapping[str, Any], *, wanted: str, version: int) -> None:
    """Raise ValueError for a manifest not of the format `wanted`, ModelFileError for one newer than `version`."""
    if manifest["format"] != wanted:
        raise ValueError(f"its format is {manifest['format']!r}")
    if manifest["format_version"] > version:
        raise ModelFileError(
            f"{path}: written by a newer Candor (format {manifest['format_version']}, this one reads up to {version}); "
            f"update Candor or train the {kind.name} again"
        )


def versions() -> dict[str, str]:
    """Return what a file was written by, for its manifest."""
    return {"candor": VERSION, "numpy": np.__version__, "python": platform.python_version()}


def unreadable(path: Path, error: Exception) -> ModelFileError:
    """Return the error for a whole file whose content is not what it should be, or for which there is no memory."""
    if isinstance(error, MemoryError):
        return NoMemoryError(f"{path}: there is not enough memory to load it")
    reason = " ".join(str(error).split()) or type(error).__name__
    return ModelFileError(f"{path}: not a model file this version can read ({reason})")


def _write_members(file: BinaryIO, content: ArchiveContent) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(_member(_MANIFEST), json.dumps(content.manifest, indent=1, sort_keys=True))
        for name, array in content.arrays.items():
            with archive.open(_member(name), "w") as member:
                np.lib.format.write_array(member, array, allow_pickle=False)
        for name, text in content.texts.items():
            archive.writestr(_member(name), text.encode("utf-8"))
        archive.comment = b"0" * _SEAL


def _member(name: str) -> zipfile.ZipInfo:
    return zipfile.ZipInfo(name)  # a fixed date: the same content gives the same bytes


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


def sync_folder(folder: Path) -> None:
    """Make it durable that a file of the folder has a new name."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _bytes(path: Path, kind: FileKind) -> bytes:
    try:
        if path.stat().st_size > kind.largest:
            raise ModelFileError(f"{path}: larger than any {kind.name} file ({kind.largest} bytes at most)")
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise ModelFileError(f"{path}: cannot be read ({reason}); train the {kind.name} again") from error


def _check_seal(path: Path, kind: FileKind, sealed: bytes, sha256: str | None) -> None:
    again = f"train the {kind.name} again"
    hashed = hashlib.sha256(memoryview(sealed)[:-_SEAL])
    if len(sealed) <= _SEAL or hashed.hexdigest().encode() != sealed[-_SEAL:]:
        raise ModelFileError(f"{path}: truncated, altered or not a {kind.name} file; {again}")
    hashed.update(sealed[-_SEAL:])
    if sha256 is not None and hashed.hexdigest() != sha256:
        raise ModelFileError(f"{path}: not the file that was recorded (its SHA-256 differs); {again}")


def _check_stored(archive: zipfile.ZipFile) -> None:
    for member in archive.infolist():
        if member.compress_type != zipfile.ZIP_STORED:
            raise ValueError(f"{member.filename} is compressed")


def _array(name: str, content: bytes) -> npt.NDArray[np.generic]:
    """Return the array of a member whose header agrees with its size; nothing is allocated on a header's word."""
    stream = BytesIO(content)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError(f"{name} has an unknown header")
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(stream)
    if fortran or dtype.hasobject:
        raise ValueError(f"{name} is not an array of numbers in rows")
    return np.frombuffer(content, dtype, offset=stream.tell()).reshape(shape)
