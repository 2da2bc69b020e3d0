"""Vectors of words and pairs that come with the product: what a text becomes, and files that do not fit together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nlu.classifier.text_classifier import fit
from nlu.embeddings.embedding import EmbeddingParts
from nlu.embeddings.packed_words import PackedWords, write
from nlu.embeddings.sentence_encoder import SentenceEncoder
from nlu.errors import EmbeddingError
from nlu.recipe import Recipe

LINES = ["home", "office", "pay", "home office"]
ROWS = np.array([[1, 0, 0], [0, 2, 0], [0, 0, 0.5], [0, 0, -1]], np.float32)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, LINES, ROWS)
    return tmp_path


def test_a_text_is_the_sum_of_its_words_and_pairs(folder: Path) -> None:
    words = PackedWords(folder)
    assert words.encode("Home office?") == pytest.approx([1, 2, -1], abs=0.02)
    assert words.encode("office home") == pytest.approx([1, 2, 0], abs=0.02)
    assert not words.encode("unheard of").any()
    assert words.encode_many(["pay", ""]).shape == (2, 3)


def test_packing_moves_no_number_by_more_than_half_a_step(folder: Path) -> None:
    words = PackedWords(folder)
    seen = np.array([words.encode(line) for line in LINES[:3]])
    assert np.abs(seen - ROWS[:3]).max() <= ROWS.max() / 127 / 2 + 1e-6


def test_words_without_their_rows_are_refused_in_one_line(folder: Path) -> None:
    (folder / "words.txt").write_text("home\noffice\n", encoding="utf-8")
    with pytest.raises(EmbeddingError, match=r"words\.txt has 2 lines") as refused:
        SentenceEncoder.open(str(folder))
    assert "\n" not in str(refused.value)


def test_a_model_finds_the_vectors_of_the_product_wherever_it_stands() -> None:
    encoder = SentenceEncoder.open("product:en")
    parts = encoder.parts()
    assert parts.described["source"] == "product:en"
    assert SentenceEncoder.restore(parts) is encoder
    other = EmbeddingParts({**parts.described, "sha256": "0"})
    with pytest.raises(EmbeddingError, match="train it again"):
        SentenceEncoder.restore(other)


def test_a_word_that_was_never_taught_is_understood_by_what_it_means() -> None:
    taught = [
        "How much money will I earn?",
        "What is the salary?",
        "When does work begin?",
        "At what time do we start?",
    ]
    categories = ["pay", "pay", "hours", "hours"]
    for recipe, knows in ((Recipe.served("en"), True), (Recipe.faq("en").changed({"concepts": ""}), False)):
        guesses = fit(taught, categories, recipe).rank("wages?")
        assert bool(guesses and guesses[0].intent == "pay") is knows
