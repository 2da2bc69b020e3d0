"""Fingerprints of the starter data are kept as long as nothing that they are counted from changes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from candor import fingerprints
from candor.fingerprints import bytes_digest, known_fingerprint
from candor.product import DATA_FOLDER
from candor.starter_kinds import Source, StarterKind, fingerprint


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


def test_where_there_is_no_folder_it_is_counted_each_time(counted: list[str], data: Path, tmp_path: Path) -> None:
    file, source = tmp_path / "nowhere" / "fingerprints.json", Source(data, "de")
    assert [known(file, source) for _ in range(2)] == ["of data"] * 2
    assert counted == ["steps-de"] * 2
    assert not file.parent.exists()


def test_an_encoder_of_ones_own_is_looked_at_each_time(counted: list[str], data: Path, tmp_path: Path) -> None:
    file = tmp_path / "fingerprints.json"
    known(file, Source(data, "de", "my.onnx"))
    assert (counted, file.exists()) == (["steps-de"], False)


def test_what_is_kept_is_the_fingerprint_of_the_products_own_data(tmp_path: Path) -> None:
    source = Source(DATA_FOLDER, "zh")
    assert known(tmp_path / "fingerprints.json", source) == fingerprint(StarterKind.STEPS, source)


def test_the_digest_tells_a_copy_from_changed_names_and_contents(data: Path, tmp_path: Path) -> None:
    same, renamed = tmp_path / "same", tmp_path / "renamed"
    for folder in (same, renamed):
        shutil.copytree(data, folder)
    (renamed / "general" / "first.csv").rename(renamed / "general" / "second.csv")
    assert bytes_digest(same) == bytes_digest(data) != bytes_digest(renamed)
