"""A model with an encoder that somebody brought answers with that very encoder, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlu.classifier import model_file
from nlu.classifier.text_classifier import fit
from nlu.embeddings import sentence_encoder
from nlu.errors import ModelFileError
from nlu.recipe import ENCODER, TFIDF, Recipe
from tests.nlu.embeddings import tiny_onnx
from tests.nlu.embeddings.brought import CATEGORIES, TAUGHT, Write, every_kind
from tests.nlu.embeddings.tiny_onnx import write_onnx


def trained(path: Path, folder: Path) -> Path:
    model_file.save(folder / "model", fit(TAUGHT, CATEGORIES, Recipe.faq("en", (TFIDF, ENCODER), str(path))), {})
    sentence_encoder._opened.cache_clear()
    return folder / "model"


@every_kind
def test_a_model_comes_back_with_its_encoder(write: Write, tmp_path: Path) -> None:
    path = write(tmp_path)
    model = fit(TAUGHT, CATEGORIES, Recipe.faq("en", (TFIDF, ENCODER), str(path)))
    loaded, _ = model_file.load(trained(path, tmp_path))
    assert loaded.rank("urlaub", limit=None) == model.rank("urlaub", limit=None)


def assert_refused(file: Path, *reasons: str) -> None:
    with pytest.raises(ModelFileError) as refused:
        model_file.load(file)
    assert all(reason in str(refused.value) for reason in reasons)
    assert "\n" not in str(refused.value)


def test_a_model_is_refused_when_its_encoder_has_changed(tmp_path: Path) -> None:
    path = write_onnx(tmp_path / "e")
    file = trained(path, tmp_path)
    write_onnx(tmp_path / "e", seed=1)
    assert_refused(file, str(path), "not the encoder that the model was trained with; train it again")


def test_a_model_is_refused_when_the_tokenizer_has_changed(tmp_path: Path) -> None:
    path = write_onnx(tmp_path / "e")
    file = trained(path, tmp_path)
    tiny_onnx.write_tokenizer(tmp_path / "e", special=False)
    assert_refused(file, "not the encoder that the model was trained with")


def test_a_model_is_refused_with_an_encoder_of_another_dimension(tmp_path: Path) -> None:
    path = write_onnx(tmp_path / "e")
    file = trained(path, tmp_path)
    write_onnx(tmp_path / "e", size=12)
    assert_refused(file, str(path), "its vectors have 12 dimensions, those that the model was trained with 8")


def test_a_model_is_refused_when_its_encoder_is_gone(tmp_path: Path) -> None:
    path = write_onnx(tmp_path / "e")
    file = trained(path, tmp_path)
    path.unlink()
    assert_refused(file, f"{path}: there is no such file or folder")
