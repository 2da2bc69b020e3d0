"""A model file that was damaged, or that somebody made by hand, is refused in one line."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.classifier import model_file
from nlu.classifier.text_classifier import fit
from nlu.errors import ModelFileError
from nlu.recipe import Recipe
from tests.nlu.classifier.model_files import members_of, packed, path, sealed

__all__ = ["path"]


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A whole model file, small enough to try every byte of it."""
    file = tmp_path_factory.mktemp("small") / "small.candor"
    recipe = Recipe(word_ngrams=(1, 1), char_ngrams=(4, 4))
    model_file.save(file, fit(["pay", "laptop"], ["a", "b"], recipe), {})
    return file.read_bytes()


def test_any_altered_byte_is_refused(small: bytes, path: Path) -> None:
    for place in range(len(small)):
        path.write_bytes(small[:place] + bytes([small[place] ^ 0x10]) + small[place + 1 :])
        with pytest.raises(ModelFileError, match="truncated, altered"):
            model_file.load(path)


def test_any_truncated_file_is_refused(small: bytes, path: Path) -> None:
    for length in range(0, len(small), 5):
        path.write_bytes(small[:length])
        with pytest.raises(ModelFileError, match="truncated, altered"):
            model_file.load(path)


@given(data=st.data())
def test_no_damage_escapes_the_seal(
    small: bytes, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(small) - 1))
    end = data.draw(st.integers(start, len(small)))
    damaged = small[:start] + data.draw(st.binary(max_size=20)) + small[end:]
    file = tmp_path_factory.getbasetemp() / "damaged.candor"
    file.write_bytes(damaged)
    if damaged != small:
        with pytest.raises(ModelFileError):
            model_file.load(file)


@given(content=st.binary(max_size=300))
def test_a_sealed_file_of_anything_is_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "anything.candor"
    file.write_bytes(sealed(content))
    with pytest.raises(ModelFileError, match="not a model file"):
        model_file.load(file)


Change = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda m: m.update(format="something else"), "its format is 'something else'"),
        (lambda m: m.update(format_version=99), "written by a newer Candor"),
        (lambda m: m.update(extra=1), "not a model file this version can read"),
        (lambda m: m.pop("versions"), "not a model file this version can read"),
        (lambda m: m.update(content_sha256="0" * 64), "arrays differ from its manifest"),
        (lambda m: m["model"]["recipe"].update(temperature=0), "out of range"),
        (lambda m: m["model"]["recipe"].update(temperature=float("nan")), "out of range"),
        (lambda m: m["model"].update(categories=["a", "a"]), "not distinct"),
        (lambda m: m["model"].update(categories=["a", 1]), "not distinct"),
        (lambda m: m["model"].update(categories=["a", "b", "c"]), "do not fit"),
        (lambda m: m["model"]["recipe"].update(surprise=1), "unknown recipe setting"),
        (lambda m: m["model"]["recipe"].update(features=["fasttext-sif"]), "not a model file this version can read"),
    ],
)
def test_a_sealed_file_with_another_manifest_is_refused(small: bytes, path: Path, change: Change, reason: str) -> None:
    members = members_of(small)
    manifest = json.loads(members["manifest.json"])
    change(manifest)
    path.write_bytes(packed({**members, "manifest.json": json.dumps(manifest).encode()}))
    with pytest.raises(ModelFileError, match=reason) as refused:
        model_file.load(path)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def array(values: Any) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.array(values), allow_pickle=True)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("weights.npy", array([object()])),
        ("weights.npy", array(np.zeros((2, 2), np.float64))),
        ("weights.npy", array(np.zeros(4, np.float32))),
        ("intercept.npy", b""),
        (
            "intercept.npy",
            b"\x93NUMPY\x01\x00\x40\x00{'descr': '<f4', 'fortran_order': False, 'shape': (10000000000000,)}",
        ),
        ("char_ngrams.txt", b"\xff\xfe"),
        ("examples.txt", b"pay"),
        ("example_dense.npy", array(np.zeros(3, np.float16))),
    ],
)
def test_a_sealed_file_with_another_array_is_refused(small: bytes, path: Path, name: str, content: bytes) -> None:
    path.write_bytes(packed({**members_of(small), name: content}))
    with pytest.raises(ModelFileError, match="not a model file this version can read"):
        model_file.load(path)


def test_a_compressed_member_is_refused(small: bytes, path: Path) -> None:
    path.write_bytes(packed(members_of(small), zipfile.ZIP_DEFLATED))
    with pytest.raises(ModelFileError, match="compressed"):
        model_file.load(path)


def test_a_file_larger_than_any_model_is_not_even_read(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(model_file.LARGEST_FILE + 1)
    with pytest.raises(ModelFileError, match="larger than any model file"):
        model_file.load(path)
