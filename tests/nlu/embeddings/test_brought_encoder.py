"""Encoders that somebody brings: what each kind of file makes of a text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nlu.classifier.text_classifier import fit
from nlu.embeddings.onnx_encoder import OnnxEncoder
from nlu.embeddings.sentence_encoder import SentenceEncoder
from nlu.embeddings.static_encoder import StaticEncoder
from nlu.embeddings.word_table import WordTable
from nlu.recipe import ENCODER, TFIDF, Recipe
from tests.nlu.embeddings import tiny_onnx
from tests.nlu.embeddings.brought import CATEGORIES, TAUGHT, Write, every_kind, opened
from tests.nlu.embeddings.tiny_onnx import Floats, write_onnx, write_pooling, write_static


class Counting:
    """Stands before a session and notes how many texts each run encodes."""

    def __init__(self, session: Any) -> None:
        self._session, self.runs = session, list[int]()

    def run(self, outputs: list[str], fed: dict[str, Floats]) -> list[Floats]:
        self.runs.append(len(fed["input_ids"]))
        found: list[Floats] = self._session.run(outputs, fed)
        return found


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
