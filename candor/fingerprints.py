"""The fingerprints of what is learnt of the starter data, kept in a file: to read that data anew takes seconds."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
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

    Where the file lacks it, it is written there if it can be. Raises what `fingerprint` raises.
    """
    if source.encoder is not None:
        return fingerprint(kind, source)
    name, read_by = f"{kind}-{source.language}", bytes_digest(source.data)
    kept = _kept(file)
    if kept.get(_READ_BY) != read_by:
        kept = {_READ_BY: read_by}
    if name not in kept:
        kept[name] = fingerprint(kind, source)
        _keep(file, kept)
    return kept[name]


@cache
def bytes_digest(data: Path) -> str:
    """Return the SHA-256 of every file of the data, of the code that reads texts, and of the Python that runs it."""
    code = (Path(starter_kinds.__file__), *Path(nlu.__file__).parent.rglob("*.py"))
    digest = hashlib.sha256(sys.version.encode())
    for file in sorted((*code, *(each for each in data.rglob("*") if each.is_file()))):
        digest.update(f"{file.name} {file.stat().st_size} ".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _kept(file: Path) -> dict[str, str]:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(value) for name, value in kept.items()} if isinstance(kept, dict) else {}


def _keep(file: Path, fingerprints: dict[str, str]) -> None:
    """Write them at once or not at all; where nothing can be written they are counted anew the next time."""
    with contextlib.suppress(OSError), NamedTemporaryFile("w", dir=file.parent, suffix=".tmp", delete=False) as written:
        json.dump(fingerprints, written)
        written.close()
        Path(written.name).replace(file)
