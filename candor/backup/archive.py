"""The file of a backup: a compressed tar archive with a manifest, the database and the model files."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import tarfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

from pydantic import BaseModel, ConfigDict, ValidationError

from candor.backup.errors import BackupError

FORMAT = 1
MANIFEST = "candor-backup.json"
DATABASE = "database"
LARGEST_MANIFEST = 16 * 2**20
_PART = re.compile(rf"{DATABASE}|models(/(?!\.)[^/\0]+)+")
_CHUNK = 2**20
Progress = Callable[[int, int], None]


class _Said(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class BackupPart(_Said):
    """A file in a backup: `database`, or `models/` and the path of a model file."""

    name: str
    size: int
    sha256: str


class BackupManifest(_Said):
    """What a backup says of itself; `schema_revision` is the database's, `namespace` its schema on PostgreSQL.

    `installation` is None for a database that is older than installations' names.
    """

    format: int
    product: str
    created: datetime
    kind: str
    schema_revision: str
    namespace: str | None
    installation: str | None
    companies: tuple[str, ...]
    parts: tuple[BackupPart, ...]

    @property
    def size(self) -> int:
        """Return the bytes of all parts."""
        return sum(part.size for part in self.parts)


class _Format(_Said):
    format: int
    product: str = "a newer Candor"


def part_of(name: str, file: Path) -> BackupPart:
    """Return what a manifest says of a file."""
    with file.open("rb") as content:
        return BackupPart(
            name=name,
            size=os.fstat(content.fileno()).st_size,
            sha256=hashlib.file_digest(content, "sha256").hexdigest(),
        )


def write(target: Path, manifest: BackupManifest, files: Mapping[str, Path], progress: Progress) -> None:
    """Write a backup, durably; raise FileNotFoundError or BackupError when a part is gone or has changed."""
    done = 0
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        with tarfile.open(fileobj=out, mode="w:gz", compresslevel=3, format=tarfile.PAX_FORMAT) as archive:
            said = manifest.model_dump_json(indent=1).encode()
            archive.addfile(_member(MANIFEST, len(said)), io.BytesIO(said))
            for part in manifest.parts:
                with files[part.name].open("rb") as content:
                    watched = _Watched(content, lambda size, before=done: progress(before + size, manifest.size))  # type: ignore[misc]
                    archive.addfile(_member(part.name, part.size), watched)
                if watched.sha256 != part.sha256:
                    raise BackupError(f"{files[part.name]} changed while it was backed up; try again.")
                done += part.size
        out.flush()
        os.fsync(out.fileno())


def read_manifest(file: Path) -> BackupManifest:
    """Return what a backup says of itself; raise BackupError for another kind of file, and one of a newer format."""
    with _opened(file) as archive:
        first = archive.next()
        content = archive.extractfile(first) if first is not None and first.name == MANIFEST else None
        if content is None or first is None or first.size > LARGEST_MANIFEST:
            raise BackupError(f"{file} is not a backup that Candor made: name the file that `candor backup` wrote.")
        said = content.read()
        try:
            known = _Format.model_validate_json(said)
            if known.format > FORMAT:
                raise BackupError(f"{file} was made by {known.product}, in a newer format: upgrade candor first.")
            manifest = BackupManifest.model_validate_json(said)
        except ValidationError as error:
            raise BackupError(f"{file} is broken: its manifest is not what Candor writes ({_first(error)}).") from None
    _check_names(file, manifest.parts)
    return manifest


def is_backup(file: Path) -> bool:
    """Tell whether a file begins as every backup does, whatever its format and however whole it is."""
    try:
        with _opened(file) as archive:
            first = archive.next()
            return first is not None and first.name == MANIFEST
    except BackupError:
        return False


def unpack(file: Path, manifest: BackupManifest, place: Callable[[BackupPart], Path], progress: Progress) -> None:
    """Write every part, durably, to where `place` says; raise BackupError unless all are what the manifest says."""
    done, missing = 0, {part.name: part for part in manifest.parts}
    with _opened(file) as archive:
        archive.next()
        while (member := archive.next()) is not None:
            part = missing.pop(member.name, None)
            content = archive.extractfile(member)
            if part is None or content is None or member.size != part.size:
                raise BackupError(f"{file} is broken: it holds {member.name!r}, which its manifest does not describe.")
            watched = _Watched(content, lambda size, before=done: progress(before + size, manifest.size))  # type: ignore[misc]
            _place(watched, place(part))
            if watched.sha256 != part.sha256:
                raise BackupError(f"{file} is broken: {part.name} is not what was backed up.")
            done += part.size
    if missing:
        raise BackupError(f"{file} is broken: {min(missing)} is missing.")


class _Watched(io.RawIOBase):
    """A stream that is hashed and counted while it is read."""

    def __init__(self, content: IO[bytes], tell: Callable[[int], None]) -> None:
        super().__init__()
        self._content, self._tell = content, tell
        self._hash, self._size = hashlib.sha256(), 0

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        got = self._content.read(size)
        self._hash.update(got)
        self._size += len(got)
        self._tell(self._size)
        return got


def _place(content: _Watched, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    with to.open("wb") as out:
        while chunk := content.read(_CHUNK):
            out.write(chunk)
        out.flush()
        os.fsync(out.fileno())


@contextmanager
def _opened(file: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(file, "r:gz") as archive:
            yield archive
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BackupError(f"{file} is not a whole backup ({' '.join(str(error).split())}): take another one.") from None


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    return member


def _check_names(file: Path, parts: Sequence[BackupPart]) -> None:
    names = [part.name for part in parts]
    odd = [name for name in names if not _PART.fullmatch(name)]
    if odd or DATABASE not in names or len(set(names)) != len(names):
        raise BackupError(f"{file} is broken: its manifest does not name one database and its models.")


def _first(error: ValidationError) -> str:
    its = error.errors()[0]
    return f"{'.'.join(map(str, its['loc']))}: {its['msg']}"
