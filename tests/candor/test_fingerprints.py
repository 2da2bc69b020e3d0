"""Fingerprints of the starter data are kept as long as nothing that they are counted from changes."""

from __future__ import annotations

import errno
import json
import shutil
import sys
from pathlib import Path

import pytest

from candor import fingerprints, starter_kinds
from candor.fingerprints import bytes_digest, known_fingerprint
from candor.product import DATA_FOLDER
from candor.starter_kinds import Source, StarterKind, fingerprint
from candor.starter_models import StarterModels
from nlu.errors import EmbeddingError


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds whose fingerprint was counted from the data."""
    kinds: list[str] = []

    def count(kind: StarterKind, source: Source) -> str:
        kinds.append(f"{kind}-{source.language}")
        return f"of {source.data.name}"

    monkeypatch.setattr(fingerprints, "fingerprint", count)
    return kinds


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "general").mkdir(parents=True)
    (folder / "general" / "first.csv").write_text("hello\n", encoding="utf-8")
    return folder


def known(file: Path, source: Source, kind: StarterKind = StarterKind.STEPS) -> str:
    """Ask as another process would, which remembers nothing."""
    bytes_digest.cache_clear()
    known_fingerprint.cache_clear()
    return known_fingerprint(file, kind, source)


def test_what_was_counted_once_is_read_from_the_file(counted: list[str], data: Path, tmp_path: Path) -> None:
    file, source = tmp_path / "fingerprints.json", Source(data, "de")
    assert [known(file, source) for _ in range(3)] == ["of data"] * 3
    known(file, source, StarterKind.DANGER)
    known(file, source)
    assert counted == ["steps-de", "danger-de"]


def test_it_is_counted_anew_when_one_byte_of_the_data_changes(counted: list[str], data: Path, tmp_path: Path) -> None:
    file, source = tmp_path / "fingerprints.json", Source(data, "de")
    known(file, source)
    (data / "general" / "first.csv").write_text("hallo\n", encoding="utf-8")
    known(file, source)
    known(file, source)
    assert counted == ["steps-de", "steps-de"]


@pytest.mark.parametrize("broken", ["", "[1]", '{"read_by"', "\x00"])
def test_a_broken_file_is_written_anew(broken: str, counted: list[str], data: Path, tmp_path: Path) -> None:
    file, source = tmp_path / "fingerprints.json", Source(data, "de")
    file.write_text(broken, encoding="utf-8")
    assert known(file, source) == "of data"
    assert json.loads(file.read_text(encoding="utf-8"))["steps-de"] == "of data"
    assert list(tmp_path.glob("*.tmp")) == []


def test_where_there_is_no_data_folder_none_is_made(counted: list[str], data: Path, tmp_path: Path) -> None:
    file, source = tmp_path / "nowhere" / "models" / "fingerprints.json", Source(data, "de")
    assert [known(file, source) for _ in range(2)] == ["of data"] * 2
    assert (counted, file.parent.parent.exists()) == (["steps-de"] * 2, False)


def test_in_a_new_data_folder_the_first_one_is_kept(counted: list[str], data: Path, tmp_path: Path) -> None:
    file, source = tmp_path / "models" / "fingerprints.json", Source(data, "de")
    assert [known(file, source) for _ in range(2)] == ["of data"] * 2
    assert counted == ["steps-de"]


def test_what_another_process_counts_meanwhile_is_kept_too(
    monkeypatch: pytest.MonkeyPatch, data: Path, tmp_path: Path
) -> None:
    file, source = tmp_path / "fingerprints.json", Source(data, "de")

    def count(kind: StarterKind, source: Source) -> str:
        monkeypatch.setattr(fingerprints, "fingerprint", lambda *_: "of another")
        known(file, Source(data, "fr"))
        return "of this"

    monkeypatch.setattr(fingerprints, "fingerprint", count)
    known(file, source)
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert (kept["steps-de"], kept["steps-fr"]) == ("of this", "of another")


def test_what_cannot_be_written_whole_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, counted: list[str], data: Path, tmp_path: Path
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(json, "dump", full)
    file = tmp_path / "models" / "fingerprints.json"
    assert known(file, Source(data, "de")) == "of data"
    assert list(file.parent.iterdir()) == []


def test_an_encoder_of_ones_own_is_looked_at_each_time(counted: list[str], data: Path, tmp_path: Path) -> None:
    file = tmp_path / "fingerprints.json"
    known(file, Source(data, "de", "my.onnx"))
    assert (counted, file.exists()) == (["steps-de"], False)


def test_what_is_read_again_is_the_fingerprint_of_the_products_own_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, source = tmp_path / "fingerprints.json", Source(DATA_FOLDER, "zh")
    known(file, source)
    monkeypatch.setattr(fingerprints, "fingerprint", lambda *_: "counted anew")
    assert known(file, source) == fingerprint(StarterKind.STEPS, source)


def test_only_the_general_intents_are_told_apart_by_an_encoder(tmp_path: Path) -> None:
    models = StarterModels(tmp_path, encoder=lambda language: "/no/such.onnx")
    for kind in set(StarterKind) - {StarterKind.GENERAL}:
        assert models.file(kind, "zh") == StarterModels(tmp_path).file(kind, "zh")
    with pytest.raises(EmbeddingError):
        models.file(StarterKind.GENERAL, "zh")


def test_the_digest_tells_a_folder_from_another(data: Path, tmp_path: Path) -> None:
    moved = shutil.copytree(data, tmp_path / "moved")
    (moved / "general").rename(moved / "generic")
    assert bytes_digest(data) != bytes_digest(moved)


@pytest.mark.parametrize("changed", ["code", "python"])
def test_the_digest_changes_with_code_and_python(
    changed: str, monkeypatch: pytest.MonkeyPatch, data: Path, tmp_path: Path
) -> None:
    before = bytes_digest(data)
    bytes_digest.cache_clear()
    if changed == "python":
        monkeypatch.setattr(sys, "version", "4.0")
    else:
        (tmp_path / "starter_kinds.py").write_text("other = True\n", encoding="utf-8")
        monkeypatch.setattr(starter_kinds, "__file__", str(tmp_path / "starter_kinds.py"))
    assert bytes_digest(data) != before


def test_the_digest_tells_a_copy_from_changed_names_and_contents(data: Path, tmp_path: Path) -> None:
    same, renamed = tmp_path / "same", tmp_path / "renamed"
    for folder in (same, renamed):
        shutil.copytree(data, folder)
    (renamed / "general" / "first.csv").rename(renamed / "general" / "second.csv")
    assert bytes_digest(same) == bytes_digest(data) != bytes_digest(renamed)
