"""Encoders that somebody brings: what each kind of file makes of a text, and every way in which one is unusable."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nlu import model_file
from nlu.embeddings import sentence_encoder
from nlu.embeddings.onnx_encoder import OnnxEncoder
from nlu.embeddings.sentence_encoder import SentenceEncoder
from nlu.embeddings.static_encoder import StaticEncoder
from nlu.embeddings.word_table import WordTable
from nlu.errors import EmbeddingError, ModelFileError
from nlu.recipe import ENCODER, TFIDF, Recipe
from nlu.text_classifier import fit
from tests.nlu.embeddings import tiny_onnx
from tests.nlu.embeddings.tiny_encoder import write_encoder, write_tensors
from tests.nlu.embeddings.tiny_onnx import Floats, write_onnx, write_pooling, write_static, write_words

if os.environ.get("CI") != "true":
    for package in ("onnx", "onnxruntime", "tokenizers"):
        pytest.importorskip(package, reason="the extra candor-bot[encoder] is not installed")

TAUGHT = ["how much holiday do i get", "leave", "how much salary do i get", "pay"]
CATEGORIES = ["holiday", "holiday", "pay", "pay"]

Write = Callable[[Path], Path]
KINDS: dict[str, Write] = {
    "onnx": lambda folder: write_onnx(folder / "e"),
    "sentence_embedding": lambda folder: write_onnx(folder / "e", pooled=True),
    "folder": lambda folder: write_onnx(folder / "e", name="onnx/model.onnx").parent.parent,
    "quantised": lambda folder: write_onnx(folder / "e", quantised=True),
    "static": lambda folder: write_static(folder / "e"),
    "words": lambda folder: write_words(folder / "e.vec"),
    "words without a header": lambda folder: write_words(folder / "e.txt", header=False),
}
every_kind = pytest.mark.parametrize("write", KINDS.values(), ids=KINDS)


class Counting:
    """Stands before a session and notes how many texts each run encodes."""

    def __init__(self, session: Any) -> None:
        self._session, self.runs = session, list[int]()

    def run(self, outputs: list[str], fed: dict[str, Floats]) -> list[Floats]:
        self.runs.append(len(fed["input_ids"]))
        found: list[Floats] = self._session.run(outputs, fed)
        return found


def opened(path: Path) -> SentenceEncoder:
    return SentenceEncoder.open(str(path))


@every_kind
def test_a_german_question_is_understood_by_an_english_example(write: Write, tmp_path: Path) -> None:
    recipe = Recipe.faq("en", (TFIDF, ENCODER), str(write(tmp_path)))
    model = fit(TAUGHT, CATEGORIES, recipe)
    plain = fit(TAUGHT, CATEGORIES, Recipe.faq("en"))
    for question, category in (("wie viel Urlaub", "holiday"), ("Gehalt?", "pay")):
        assert model.rank(question)[0].intent == category
        assert all(guess.confidence < 0.5 for guess in plain.rank(question)[:1])


@every_kind
def test_a_text_has_the_same_vector_alone_and_among_others(write: Write, tmp_path: Path) -> None:
    path = write(tmp_path)
    texts = ["pay", "how much pay", "how much leave", "wie viel urlaub", "", "do i get pay", "unheard of"] * 3
    together = SentenceEncoder(path).vectors(texts)
    alone = SentenceEncoder(path)
    assert [alone.vectors([text])[0].tobytes() for text in texts] == [row.tobytes() for row in together]
    assert np.linalg.norm(together[:4], axis=1) == pytest.approx(1, abs=1e-5)
    assert not together[4].any()


def test_texts_are_encoded_together_only_where_it_changes_no_bit(tmp_path: Path) -> None:
    texts = [f"{first} much {last}" for first in ("how", "wie") for last in ("pay", "leave", "holiday")]
    for is_quantised in (False, True):
        encoder = OnnxEncoder(write_onnx(tmp_path / str(is_quantised), quantised=is_quantised))
        session = Counting(encoder._session)
        encoder._session = session
        alone = np.concatenate([encoder.encode_many([text]) for text in texts])
        session.runs.clear()
        assert encoder.encode_many(texts).tobytes() == alone.tobytes()
        assert session.runs[-1] == (1 if is_quantised else len(texts))


def test_tokens_are_pooled_as_the_export_says(tmp_path: Path) -> None:
    path = write_onnx(tmp_path / "e")
    words = ["how", "much", "pay"]
    mean = SentenceEncoder(path).vectors([" ".join(words), *words])
    write_pooling(path.parent, pooling_mode_mean_tokens=True, pooling_mode_cls_token=False)
    assert SentenceEncoder(path).vectors([" ".join(words)])[0] == pytest.approx(mean[0])
    write_pooling(path.parent, pooling_mode="cls")
    first = SentenceEncoder(path).vectors([" ".join(words), "leave"])
    assert first[0] == pytest.approx(first[1])  # the first token is the same for every text
    assert mean[0] != pytest.approx(first[0], abs=0.1)


def test_what_the_export_does_not_ask_for_is_not_given(tmp_path: Path) -> None:
    for inputs in (("input_ids",), ("input_ids", "attention_mask", "token_type_ids")):
        path = write_onnx(tmp_path / str(len(inputs)), inputs=inputs)
        assert opened(path).vectors(["pay"]).shape == (1, tiny_onnx.SIZE)


def test_a_default_prompt_stands_before_each_text(tmp_path: Path) -> None:
    plain, prompted = (write_onnx(tmp_path / name) for name in ("plain", "prompted"))
    said = {"prompts": {"query": "leave leave "}, "default_prompt_name": "query"}
    (prompted.parent / "config_sentence_transformers.json").write_text(json.dumps(said), encoding="utf-8")
    assert opened(prompted).vectors(["pay"])[0] == pytest.approx(opened(plain).vectors(["leave leave pay"])[0])


def test_unknown_words_count_nothing_in_static_vectors(tmp_path: Path) -> None:
    encoder = opened(write_static(tmp_path / "e"))
    known, among_others, unknown = encoder.vectors(["pay", "unheard pay words", "unheard"])
    assert known == pytest.approx(among_others)
    assert not unknown.any()


def test_static_vectors_may_be_weighed_and_shared(tmp_path: Path) -> None:
    n = len(tiny_onnx.WORDS) + 4
    weights = np.ones(n, np.float32)
    weights[4 + tiny_onnx.WORDS.index("how")] = 0
    backwards = np.arange(n, dtype=np.int64)[::-1].copy()
    plain, weighed = write_static(tmp_path / "plain"), write_static(tmp_path / "weighed", extra={"weights": weights})
    assert opened(weighed).vectors(["how pay"])[0] == pytest.approx(opened(plain).vectors(["pay"])[0], abs=1e-5)
    mapped = StaticEncoder(write_static(tmp_path / "mapped", extra={"mapping": backwards}))
    assert mapped.encode(tiny_onnx.WORDS[0]) == pytest.approx(tiny_onnx.rows()[tiny_onnx.WORDS[n - 1 - 4 - 4]])
    assert mapped.encode(tiny_onnx.WORDS[-1]) == pytest.approx(np.full(tiny_onnx.SIZE, 9))


def test_words_are_found_whatever_their_case_and_accents(tmp_path: Path) -> None:
    path = tmp_path / "words.vec"
    path.write_text("3 2\nCongé 1 0\n加班 0 1\n加班费 1 1\n", encoding="utf-8")
    table = WordTable(path)
    assert table.encode("conges, conge") == pytest.approx(table.encode("CONGÉ"))
    assert table.encode("有加班费吗") == pytest.approx(table.encode("加班费"))
    assert not table.encode("rien").any()


def test_a_frequent_word_counts_less_than_a_rare_one(tmp_path: Path) -> None:
    path = tmp_path / "words.vec"
    path.write_text("\n".join(["the 1 0", *(f"w{n} 0 0" for n in range(500)), "pay 0 1"]) + "\n", encoding="utf-8")
    common, rare = WordTable(path).encode("the pay")
    assert rare > 10 * common > 0


def test_the_commonest_words_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nlu.embeddings.word_table.MOST_WORDS", 2)
    path = tmp_path / "words.vec"
    path.write_text("3 2\na 1 0\nb 0 1\nc 1 1\n", encoding="utf-8")
    assert [bool(WordTable(path).encode(word).any()) for word in "abc"] == [True, True, False]


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


def cut(path: Path) -> Path:
    path.write_bytes(path.read_bytes()[:-100])
    return path


def without(path: Path, name: str) -> Path:
    (path.parent / name).unlink()
    return path


def text(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


def with_dense(path: Path) -> Path:
    text(path.parent / "modules.json", json.dumps([{"type": f"s.models.{t}"} for t in ("Transformer", "Dense")]))
    return path


def short_of_rows(folder: Path) -> Path:
    write_static(folder)
    write_tensors(folder / "model.safetensors", {"embeddings": np.ones((3, 8), np.float32)})
    return folder


BROKEN: dict[str, tuple[Write, str]] = {
    "cut short": (lambda folder: cut(write_onnx(folder / "e")), "not a sentence encoder"),
    "empty": (lambda folder: text(folder / "e.onnx", ""), "no tokenizer.json beside it"),
    "no tokenizer": (lambda folder: without(write_onnx(folder / "e"), "tokenizer.json"), "no tokenizer.json beside"),
    "no encoder": (lambda folder: write_onnx(folder / "e", inputs=("pixels",)), "its inputs are pixels"),
    "more inputs": (
        lambda folder: write_onnx(folder / "e", inputs=("input_ids", "decoder_input_ids")),
        "its inputs are input_ids, decoder_input_ids",
    ),
    "layers after the pooling": (lambda folder: with_dense(write_onnx(folder / "e")), "export it with sentence_emb"),
    "static, cut short": (
        lambda folder: cut(write_static(folder / "e") / "model.safetensors").parent,
        "model.safetensors is cut short",
    ),
    "static, no tokenizer": (
        lambda folder: without(write_static(folder / "e") / "model.safetensors", "tokenizer.json").parent,
        "no tokenizer.json beside it",
    ),
    "static, another tokenizer": (lambda folder: short_of_rows(folder / "e"), "for which its 3 vectors do not suffice"),
    "words, cut short": (lambda folder: cut(write_words(folder / "e.vec")), "cut short"),
    "words of different lengths": (lambda folder: text(folder / "e.vec", "a 1 2\nb 1\n"), "word 2 has 1 numbers"),
    "no words": (lambda folder: text(folder / "e.vec", "hello\n"), "no word with numbers"),
    "no numbers": (lambda folder: text(folder / "e.vec", "a b c\n"), "not a sentence encoder"),
    "an empty folder": (lambda folder: folder, "config.json"),
}


@pytest.mark.parametrize(("write", "reason"), BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_used_is_refused_in_one_line(
    write: Write, reason: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path)
    with pytest.raises(EmbeddingError) as refused:
        opened(path)
    assert str(path) in str(refused.value)
    assert reason in str(refused.value)
    assert "docs/features.md" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert capfd.readouterr() == ("", "")


def test_a_bin_file_of_fasttext_has_a_feature_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "e.bin").write_bytes((793712314).to_bytes(4, "little") + b"1234")
    with pytest.raises(EmbeddingError, match="the source of the feature fasttext-sif"):
        opened(tmp_path / "e.bin")


@pytest.mark.parametrize("package", ["onnxruntime", "tokenizers"])
def test_without_the_extra_the_error_says_what_to_install(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_onnx(tmp_path / "e")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(EmbeddingError, match=rf"needs the package {package}.*candor-bot\[encoder\]"):
        opened(path)


def test_a_bert_is_run_from_its_weights_and_anything_else_from_its_graph(tmp_path: Path) -> None:
    write_encoder(tmp_path / "bert")
    write_onnx(tmp_path / "other")
    text(tmp_path / "other" / "config.json", json.dumps({"model_type": "xlm-roberta"}))
    both = write_onnx(tmp_path / "graph").parent
    assert opened(tmp_path / "bert").dimensions == 32
    assert opened(tmp_path / "other").dimensions == opened(both).dimensions == tiny_onnx.SIZE
