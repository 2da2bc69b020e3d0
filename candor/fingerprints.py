"""The fingerprints of what is learnt of the starter data, kept in a file: to read that data anew takes seconds."""

from __future__ import annotations

import hashlib
import json
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

import nlu
from candor import starter_kinds
from candor.starter_kinds import Source, StarterKind, fingerprint

_READ_BY = "read_by"


@cache
def known_fingerprint(file: Path, kind: StarterKind, source: Source) -> str:
    """Return `fingerprint(kind, source)`, from the file as long as no byte of data and code has changed since.

    Where the file lacks it, it is written there if it can be; that of a source with an encoder, which may change, is
    not kept. Raises what `fingerprint` raises.
    """
    if source.encoder is not None:
        return fingerprint(kind, source)
    name, read_by = f"{kind}-{source.language}", bytes_digest(source.data)
    known = _kept(file, read_by).get(name)
    if known is None:
        known = fingerprint(kind, source)
        # read once more: others may have written theirs in the seconds that this took
        _keep(file, {**_kept(file, read_by), _READ_BY: read_by, name: known})
    return known


@cache
def bytes_digest(data: Path) -> str:
    """Return the SHA-256 of every file of the data, of the code that reads texts, and of the Python that runs it."""
    code, kinds = Path(nlu.__file__).parent, Path(starter_kinds.__file__)
    read = [(each.relative_to(data), each) for each in data.rglob("*") if each.is_file()]
    reading = [(each.relative_to(code.parent), each) for each in code.rglob("*.py")]
    digest = hashlib.sha256(sys.version.encode())
    for name, file in sorted([*read, *reading, (Path(kinds.name), kinds)]):
        content = file.read_bytes()
        digest.update(f"{name.as_posix()} {len(content)} ".encode())
        digest.update(content)
    return digest.hexdigest()


def _kept(file: Path, read_by: str) -> dict[str, str]:
    """The fingerprints in the file that were counted from the same bytes."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(kept, dict) or kept.get(_READ_BY) != read_by:
        return {}
    return {str(name): str(value) for name, value in kept.items()}


def _keep(file: Path, fingerprints: dict[str, str]) -> None:
    """Write them at once or not at all; where nothing can be written they are counted anew the next time."""
    with suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        with NamedTemporaryFile("w", dir=file.parent, suffix=".tmp", delete=False) as written:
            making = Path(written.name)
            try:
                json.dump(fingerprints, written)
                written.flush()
                making.replace(file)
            finally:
                making.unlink(missing_ok=True)
