from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nlu.breakdown import detector_file
from nlu.breakdown.dialogue import Utterance
from nlu.breakdown.strong import StrongDetector
from nlu.breakdown.training import fit
from nlu.classifier import sealed
from nlu.classifier.model_parts import JsonValue
from nlu.embeddings.sentence_encoder import SentenceEncoder
from nlu.errors import ModelFileError

GIVEN: dict[str, JsonValue] = {"fingerprint": "abc", "created": "2026-01-31T12:00:00+00:00"}


@pytest.fixture
def path(detector: StrongDetector, tmp_path: Path) -> Path:
    """A whole detector file."""
    file = tmp_path / "starter.candor"
    detector_file.save(file, detector, GIVEN)
    return file


def test_a_loaded_detector_judges_as_the_saved_one(
    detector: StrongDetector, starter: tuple[list[list[Utterance]], object], tmp_path: Path
) -> None:
    digest = detector_file.save(tmp_path / "a.candor", detector, GIVEN)
    loaded, given = detector_file.load(tmp_path / "a.candor", sha256=digest)
    assert loaded.judge(starter[0]) == detector.judge(starter[0])
    assert given == GIVEN


def test_the_same_detector_makes_the_same_file(detector: StrongDetector, path: Path) -> None:
    before = path.read_bytes()
    detector_file.save(path, detector, GIVEN)
    assert path.read_bytes() == before


def test_the_file_of_the_starter_detector_is_small(path: Path) -> None:
    assert path.stat().st_size < 10_000_000


def test_an_altered_or_missing_byte_anywhere_is_noticed(path: Path) -> None:
    whole = path.read_bytes()
    for place in range(0, len(whole), len(whole) // 50):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        _refused(path, "truncated, altered or not a detector file")
    for length in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        _refused(path, "truncated, altered or not a detector file")


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    _refused(tmp_path / "none.candor", "cannot be read")


def test_another_file_than_the_recorded_one_is_refused(path: Path) -> None:
    with pytest.raises(ModelFileError, match="not the file that was recorded"):
        detector_file.load(path, sha256="0" * 64)


def test_a_file_of_a_newer_format_asks_for_an_update(path: Path) -> None:
    _forge(path, manifest={"format_version": 99})
    _refused(path, "update Candor")


FORGED: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "a forest without trees": lambda arrays: {"random_roots.npy": np.zeros(0, np.int32)},
    "a root that is no node": lambda arrays: {"random_roots.npy": arrays["random_roots.npy"] + 10**7},
    "a child that is no node": lambda arrays: {"random_other.npy": arrays["random_other.npy"] + 10**7},
    "a feature that there is not": lambda arrays: {"random_feature.npy": arrays["random_feature.npy"] + np.int16(1000)},
    "fewer values than nodes": lambda arrays: {"random_values.npy": arrays["random_values.npy"][:-1]},
    "too few outputs": lambda arrays: {"random_values.npy": np.ascontiguousarray(arrays["random_values.npy"][:, :3])},
    "directions of another vocabulary": lambda arrays: {"directions.npy": arrays["directions.npy"][:-1]},
    "numbers of another type": lambda arrays: {
        "random_threshold.npy": arrays["random_threshold.npy"].astype(np.float64)
    },
    "a last node that is no leaf": lambda arrays: {
        "random_threshold.npy": np.zeros_like(arrays["random_threshold.npy"])
    },
}


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED.keys())
def test_a_whole_file_with_wrong_content_is_refused(
    path: Path, change: Callable[[Mapping[str, Any]], dict[str, Any]]
) -> None:
    _forge(path, arrays=change(sealed.read(path, detector_file.DETECTOR).arrays))
    _refused(path, "not a model file this version can read")


@pytest.mark.parametrize(
    "manifest",
    [
        {"format": "poem"},
        {"detector": None},
        {"detector": {"depths": [3], "encoder": None}},
        {"detector": {"depths": [-1, 3], "encoder": None}},
        {"detector": {"depths": [10**9, 3], "encoder": None}},
        {"detector": {"depths": [1.5, 3], "encoder": None}},
        {"detector": {"depths": [3, 3], "encoder": {}}},
    ],
)
def test_a_whole_file_with_a_wrong_manifest_is_refused(path: Path, manifest: dict[str, JsonValue]) -> None:
    _forge(path, manifest=manifest)
    _refused(path, "not a model file this version can read")


def test_a_detector_with_an_encoder_comes_back_with_it(
    starter: tuple[list[list[Utterance]], Any], encoder: SentenceEncoder, tmp_path: Path
) -> None:
    detector = fit(starter[0][:20], starter[1][:20], encoder=encoder)
    detector_file.save(tmp_path / "e.candor", detector, {})
    loaded, _ = detector_file.load(tmp_path / "e.candor")
    assert loaded.judge(starter[0][:20]) == detector.judge(starter[0][:20])
    shutil.rmtree(encoder.path)
    _refused(tmp_path / "e.candor", "")


def _forge(
    path: Path, *, manifest: Mapping[str, JsonValue] | None = None, arrays: Mapping[str, Any] | None = None
) -> None:
    """Write the file again, whole and sealed, with other content."""
    content = sealed.read(path, detector_file.DETECTOR)
    changed = replace(
        content, manifest={**content.manifest, **(manifest or {})}, arrays={**content.arrays, **(arrays or {})}
    )
    sealed.write(path, changed)


def _refused(path: Path, reason: str) -> None:
    with pytest.raises(ModelFileError) as refusal:
        detector_file.load(path)
    message = str(refusal.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    assert reason in message
