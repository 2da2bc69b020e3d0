"""Sealed archives; damage of every kind is tried in test_damaged_model_file.py and test_detector_file.py."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from nlu.classifier import sealed
from nlu.errors import ModelFileError

THING = sealed.FileKind("thing", 10_000)
CONTENT = sealed.ArchiveContent(
    {"a": [1, None]}, {"n.npy": np.arange(6, dtype=np.int16).reshape(2, 3)}, {"t.txt": "ü\n求"}
)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.candor"
    digest = sealed.write(path, CONTENT)
    assert digest == hashlib.sha256(path.read_bytes()).hexdigest()
    found = sealed.read(path, THING, sha256=digest)
    assert (found.manifest, found.texts, list(found.arrays)) == (CONTENT.manifest, CONTENT.texts, ["n.npy"])
    np.testing.assert_array_equal(found.arrays["n.npy"], CONTENT.arrays["n.npy"])


def test_the_format_does_not_change_unseen(tmp_path: Path) -> None:
    digest = sealed.write(tmp_path / "a.candor", CONTENT)
    assert digest == "515a3ed68b624db53c39a136d290c6c311f779ca7e4cdceabdee63743e8a1fd3"


def test_errors_name_the_kind_of_file(tmp_path: Path) -> None:
    path = tmp_path / "a.candor"
    path.write_bytes(b"?" * 100)
    _refused(path, "not a thing file; train the thing again")
    path.write_bytes(b"?" * 10_001)
    _refused(path, "larger than any thing file (10000 bytes at most)")


@pytest.mark.parametrize(
    ("members", "compression", "reason"),
    [
        ({"manifest.json": "{}"}, zipfile.ZIP_DEFLATED, "manifest.json is compressed"),
        ({"manifest.json": "[]"}, zipfile.ZIP_STORED, "its manifest is not a JSON object"),
        ({"manifest.json": "{}", "n.npy": "x"}, zipfile.ZIP_STORED, "not a model file this version can read"),
        ({}, zipfile.ZIP_STORED, "manifest.json"),
    ],
)
def test_a_whole_archive_of_something_else_is_refused(
    tmp_path: Path, members: dict[str, str], compression: int, reason: str
) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
        archive.comment = b"0" * 64
    before = buffer.getvalue()[:-64]
    (tmp_path / "a.candor").write_bytes(before + hashlib.sha256(before).hexdigest().encode())
    _refused(tmp_path / "a.candor", reason)


def _refused(path: Path, reason: str) -> None:
    with pytest.raises(ModelFileError) as refusal:
        sealed.read(path, THING)
    message = str(refusal.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    assert reason in message
