"""spaCy vectors: those of an installed model, or one line that says what to install."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from nlu.classifier import model_file
from nlu.classifier.text_classifier import fit
from nlu.embeddings import spacy_vectors
from nlu.embeddings.spacy_vectors import SpacyVectors
from nlu.errors import EmbeddingError, ModelFileError
from nlu.recipe import SPACY, TFIDF, Recipe

WORDS = {"pay": [3.0, 4.0, 0.0], "salary": [3.0, 4.0, 1.0], "gym": [0.0, 0.0, 2.0]}


def saved_model(folder: Path, words: dict[str, list[float]], version: str = "1.0.0") -> str:
    """Write a spaCy model with these word vectors; return its path."""
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed")
    language = spacy.blank("en")
    language.meta["version"] = version
    for word, vector in words.items():
        language.vocab.set_vector(word, np.array(vector, np.float32))
    language.to_disk(folder)
    return str(folder)


def test_a_text_is_the_mean_of_its_words(tmp_path: Path) -> None:
    vectors = SpacyVectors.open(saved_model(tmp_path / "model", WORDS))
    rows = vectors.vectors(["pay gym", "pay", "", "xyzzy"])
    assert rows[0] == pytest.approx(np.array([1.5, 2, 1]) / np.linalg.norm([1.5, 2, 1]), abs=1e-6)
    assert rows[1] == pytest.approx([0.6, 0.8, 0], abs=1e-6)
    assert not rows[2:].any()
    assert pickle.loads(pickle.dumps(vectors)) is vectors


def test_a_model_file_refers_to_the_vectors_and_refuses_others(tmp_path: Path) -> None:
    name = saved_model(tmp_path / "vectors", WORDS)
    model = fit(["pay", "salary", "gym"], ["pay", "pay", "gym"], Recipe.faq("en", (TFIDF, SPACY), name))
    model_file.save(tmp_path / "model", model, {})
    assert model_file.load(tmp_path / "model")[0].rank("pay gym") == model.rank("pay gym")
    saved_model(tmp_path / "vectors", WORDS, version="2.0.0")
    spacy_vectors._opened.cache_clear()
    with pytest.raises(ModelFileError, match="not the vectors that the model was trained with"):
        model_file.load(tmp_path / "model")


def test_a_model_without_vectors_is_refused(tmp_path: Path) -> None:
    name = saved_model(tmp_path / "model", {})
    with pytest.raises(EmbeddingError, match="has no word vectors; install one that has, such as en_core_web_md"):
        SpacyVectors.open(name)


def test_a_model_that_is_not_installed_is_refused_in_one_line() -> None:
    pytest.importorskip("spacy", reason="spaCy is not installed")
    with pytest.raises(EmbeddingError, match="no spaCy model 'no_such_model' can be loaded") as refused:
        SpacyVectors.open("no_such_model")
    assert "\n" not in str(refused.value)


def test_without_a_name_or_without_spacy_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EmbeddingError, match="need the name of an installed model"):
        SpacyVectors.open("")
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(EmbeddingError, match="need the package spacy"):
        SpacyVectors.open("any_model")


def test_only_the_vectors_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = ModuleType("spacy")
    asked: list[object] = []

    def load(name: str, exclude: list[str]) -> None:
        asked.append((name, "ner" in exclude))
        raise OSError("not\nthere")

    fake.load = load  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spacy", fake)
    with pytest.raises(EmbeddingError, match=r"'fake_model' can be loaded \(not there\)"):
        SpacyVectors.open("fake_model")
    assert asked == [("fake_model", True)]
