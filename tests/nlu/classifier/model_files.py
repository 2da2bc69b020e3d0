"""Where a model file is saved, and what it is made of."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from nlu.classifier.model_parts import JsonValue

GIVEN: dict[str, JsonValue] = {
    "created": "2026-01-31T12:00:00+00:00",
    "fingerprint": "abc",
    "language": "en",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "v1.candor"


def members_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(members: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
        archive.comment = b"0" * 64
    return sealed(buffer.getvalue()[:-64])


def sealed(content: bytes) -> bytes:
    return content + hashlib.sha256(content).hexdigest().encode()
