"""Every way in which an encoder that somebody brings is unusable is told in one line."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from nlu.errors import EmbeddingError
from tests.nlu.embeddings import tiny_onnx
from tests.nlu.embeddings.brought import Write, opened
from tests.nlu.embeddings.tiny_encoder import write_encoder, write_tensors
from tests.nlu.embeddings.tiny_onnx import write_onnx, write_static, write_words


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


def packed(path: Path) -> Path:
    path.write_bytes(gzip.compress(b"a 1 2\nb 1 2\n"))
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
    "words of another dimension": (lambda folder: text(folder / "e.vec", "2 3\na 1 2\nb 1 2\n"), "word 1 has 2"),
    "words without any number but 0": (lambda folder: text(folder / "e.vec", "a 0 0\nb 0 0\n"), "numbers are 0"),
    "words, packed": (lambda folder: packed(folder / "e.vec"), "unpack it first"),
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
