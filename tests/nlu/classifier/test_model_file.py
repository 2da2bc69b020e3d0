"""A model file is saved whole, loaded as it was, and refused where it is another."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nlu.classifier import model_file
from nlu.classifier.calibration import Calibration, starting_point
from nlu.classifier.model_parts import ARRAYS, SINCE_FORMAT_2, TEXTS
from nlu.classifier.text_classifier import TextClassifier, fit
from nlu.classifier.vocabulary import Vocabulary
from nlu.errors import ModelFileError, NoMemoryError
from nlu.recipe import Recipe
from tests.nlu.classifier.model_files import GIVEN, members_of, packed, path

__all__ = ["path"]


def _exact(model: TextClassifier) -> dict[str, int]:
    assert isinstance(model.exact, Vocabulary)
    return dict(model.exact)


def test_a_classifier_without_its_examples_is_not_saved(path: Path) -> None:
    bare = fit(["pay", "laptop"], ["a", "b"], Recipe.general("en")).without_examples()
    with pytest.raises(ValueError, match="without its examples cannot be saved"):
        model_file.save(path, bare, {})
    assert not path.exists()


def test_a_loaded_model_answers_as_the_saved_one(faq: TextClassifier, path: Path) -> None:
    digest = model_file.save(path, faq, GIVEN)
    loaded, manifest = model_file.load(path, sha256=digest)
    for text in ("how do you pay", "Do I get a laptop?", "求人"):
        assert loaded.rank(text, limit=None) == faq.rank(text, limit=None)
    assert (loaded.categories, loaded.recipe, loaded.seed, _exact(loaded)) == (
        faq.categories,
        faq.recipe,
        faq.seed,
        _exact(faq),
    )
    assert manifest.given == GIVEN
    assert manifest.versions["numpy"] == np.__version__


def test_the_same_model_gives_the_same_bytes(faq: TextClassifier, tmp_path: Path) -> None:
    first, second = (model_file.save(tmp_path / name, faq, GIVEN) for name in ("a", "b"))
    assert first == second == hashlib.sha256((tmp_path / "a").read_bytes()).hexdigest()


def test_any_zip_program_can_read_the_manifest(faq: TextClassifier, path: Path) -> None:
    model_file.save(path, faq, GIVEN)
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert json.loads(archive.read("manifest.json"))["given"] == GIVEN


def test_a_saved_file_leaves_no_temporary_file_behind(faq: TextClassifier, path: Path) -> None:
    model_file.save(path, faq, GIVEN)
    assert list(path.parent.iterdir()) == [path]


def test_a_save_that_fails_leaves_the_file_before_it(
    faq: TextClassifier, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model_file.save(path, faq, GIVEN)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        model_file.save(path, faq, {})
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_missing_file_is_refused_in_one_line(path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"v1\.candor: cannot be read \(No such file") as refused:
        model_file.load(path)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "place", ["nlu.classifier.sealed._bytes", "nlu.classifier.sealed._array", "nlu.classifier.model_file.rebuild"]
)
def test_a_file_for_which_there_is_no_memory_is_not_called_broken(
    faq: TextClassifier, path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    def lacks(*_: object, **__: object) -> None:
        raise MemoryError

    model_file.save(path, faq, GIVEN)
    monkeypatch.setattr(place, lacks)
    with pytest.raises(NoMemoryError, match=r"v1\.candor: there is not enough memory to load it"):
        model_file.load(path)


def test_another_file_than_the_recorded_one_is_refused(faq: TextClassifier, path: Path) -> None:
    model_file.save(path, faq, GIVEN)
    with pytest.raises(ModelFileError, match="not the file that was recorded"):
        model_file.load(path, sha256="0" * 64)


def test_a_file_of_format_1_still_answers_and_has_no_examples_to_show(faq: TextClassifier, path: Path) -> None:
    model_file.save(path, faq, GIVEN)
    members = members_of(path.read_bytes())
    manifest = json.loads(members["manifest.json"])
    manifest["format_version"] = 1
    del manifest["model"]["embedding"]
    for key in ("features", "source", "dense_weight"):
        del manifest["model"]["recipe"][key]
    kept = {name: content for name, content in members.items() if name not in SINCE_FORMAT_2}
    hashed = hashlib.sha256()
    for name in ARRAYS:
        hashed.update(np.load(io.BytesIO(kept[name])).tobytes() if name in kept else b"")
    for name in TEXTS:
        hashed.update(kept.get(name, b""))
    manifest["content_sha256"] = hashed.hexdigest()
    path.write_bytes(packed({**kept, "manifest.json": json.dumps(manifest).encode()}))
    loaded, _ = model_file.load(path)
    assert loaded.rank("how do you pay", limit=None) == faq.rank("how do you pay", limit=None)
    assert loaded.nearest("how do you pay") == ()


def test_the_calibration_comes_along(faq: TextClassifier, path: Path) -> None:
    taught = replace(faq, calibration=Calibration((1.0, 2.0, 3.0, 4.0, 5.0, -4.0), 5.0))
    model_file.save(path, taught, GIVEN)
    assert model_file.load(path)[0].calibration == taught.calibration


def test_a_file_from_before_calibrations_starts_where_a_company_starts(faq: TextClassifier, path: Path) -> None:
    model_file.save(path, replace(faq, calibration=Calibration((1.0, 2.0, 3.0, 4.0, 5.0, -4.0), 5.0)), GIVEN)
    members = members_of(path.read_bytes())
    manifest = json.loads(members["manifest.json"])
    del manifest["model"]["calibration"]
    for key in ("char_weight", "size_correction", "calibrated", "negative_prior"):
        del manifest["model"]["recipe"][key]
    manifest["model"]["recipe"] |= {"nearness_weight": 0.4, "temperature": 0.9}
    path.write_bytes(packed({**members, "manifest.json": json.dumps(manifest).encode()}))
    loaded, _ = model_file.load(path)
    assert loaded.calibration == starting_point()
    assert loaded.recipe.temperature == Recipe.faq().temperature


def test_a_loaded_model_names_the_same_nearest_examples(faq: TextClassifier, path: Path) -> None:
    model_file.save(path, faq, GIVEN)
    loaded, _ = model_file.load(path)
    assert loaded.nearest("how do you pay", 3) == faq.nearest("how do you pay", 3) != ()
