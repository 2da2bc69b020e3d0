"""The kinds of encoders that somebody brings, each written small; without the extra their tests are skipped."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from nlu.embeddings.sentence_encoder import SentenceEncoder
from tests.nlu.embeddings.tiny_onnx import write_onnx, write_static, write_words

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


def opened(path: Path) -> SentenceEncoder:
    return SentenceEncoder.open(str(path))
