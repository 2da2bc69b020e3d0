"""fastText vectors with the SIF transformation: trained on the examples, or from a file that companies share."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

from nlu.classifier import model_file
from nlu.classifier.text_classifier import fit
from nlu.embeddings import word_vectors
from nlu.embeddings.embedding import EmbeddingParts
from nlu.embeddings.fasttext_sif import FasttextSif
from nlu.embeddings.word_vectors import PretrainedVectors, TrainedVectors
from nlu.errors import EmbeddingError, ModelFileError
from nlu.recipe import FASTTEXT_SIF, TFIDF, Recipe
from tests.nlu.samples import FAQ

pytestmark = pytest.mark.fasttext

TEXTS = [text.lower() for text, _ in FAQ]
CATEGORIES = [category for _, category in FAQ]


@pytest.fixture(scope="session")
def vectors_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A `.bin` file of word vectors with n-grams, as fastText writes it."""
    import fasttext

    folder = tmp_path_factory.mktemp("vectors")
    (folder / "text").write_text("\n".join(TEXTS) + "\n", encoding="utf-8")
    model = fasttext.train_unsupervised(
        str(folder / "text"), dim=8, minCount=1, minn=3, maxn=4, bucket=500, thread=10, epoch=1, verbose=0
    )
    model.save_model(str(folder / "words.bin"))
    return folder / "words.bin"


def by_hand(texts: list[str], words: dict[str, list[float]]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """The definition of Arora et al. 2017, algorithm 1, on words between spaces; rows then made of length one."""
    every = [word for text in texts for word in text.split()]
    means = np.array(
        [
            np.mean([1e-3 / (1e-3 + every.count(w) / len(every)) * np.array(words[w]) for w in text.split()], axis=0)
            for text in texts
        ]
    )
    direction = np.linalg.svd(means)[2][0]
    means -= np.outer(means @ direction, direction)
    return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True))


def test_sentences_are_those_of_the_paper() -> None:
    words = {"pay": [1.0, 0.0, 0.5], "me": [0.2, 1.0, 0.0], "now": [0.0, 0.3, 1.0]}
    texts = ["pay me", "pay now", "me", "now me pay pay"]
    table = TrainedVectors.of(list(words), np.array(list(words.values()), np.float16))
    ours = FasttextSif("", table, {}, np.zeros(0, np.float32)).fit(texts).vectors(texts)
    assert np.abs(ours - by_hand(texts, words)).max() < 2e-3  # the table is float16


def test_every_han_character_is_a_word() -> None:
    fitted = FasttextSif.open("").fit(["我要请假", "请假流程", "工资多少", "发工资"])
    assert "资" in fitted.weights
    assert fitted.vectors(["假流"]).any()


def test_rows_have_length_one_or_nothing_known() -> None:
    fitted = FasttextSif.open("").fit(TEXTS)
    lengths = np.linalg.norm(fitted.vectors([TEXTS[0], "", "xyzzy"]), axis=1)
    assert lengths == pytest.approx([1, 0, 0], abs=1e-5)


def test_training_twice_gives_the_same_bits() -> None:
    one, two = (FasttextSif.open("").fit(TEXTS).vectors(TEXTS) for _ in range(2))
    assert one.tobytes() == two.tobytes()


def test_trained_vectors_stand_in_the_model_file(tmp_path: Path) -> None:
    model = fit(TEXTS, CATEGORIES, Recipe.faq("en", (TFIDF, FASTTEXT_SIF)))
    model_file.save(tmp_path / "model", model, {})
    loaded, _ = model_file.load(tmp_path / "model")
    for text in ("how do you pay", "laptop", "求人"):
        assert loaded.rank(text, limit=None) == model.rank(text, limit=None)


def test_vectors_of_a_file_are_shared_and_referred_to(vectors_file: Path, tmp_path: Path) -> None:
    recipe = Recipe.faq("en", (FASTTEXT_SIF,), str(vectors_file))
    models = [fit(TEXTS[:half], CATEGORIES[:half], recipe) for half in (8, len(TEXTS))]
    one, two = (model.features.embedding for model in models)
    assert isinstance(one, FasttextSif)
    assert isinstance(two, FasttextSif)
    assert one.words is two.words
    model_file.save(tmp_path / "model", models[1], {})
    loaded, _ = model_file.load(tmp_path / "model")
    assert loaded.rank("how do you pay", limit=None) == models[1].rank("how do you pay", limit=None)
    assert loaded.rank("laptopp") != ()  # known by its n-grams


def test_a_model_is_refused_when_its_vectors_file_has_changed_or_gone(vectors_file: Path, tmp_path: Path) -> None:
    moved = tmp_path / "moved.bin"
    moved.write_bytes(vectors_file.read_bytes())
    parts = fit(TEXTS, CATEGORIES, Recipe.faq("en", (FASTTEXT_SIF,), str(moved))).features.embedding
    assert parts is not None
    described = {**parts.parts().described, "sha256": "0" * 64}
    other = EmbeddingParts(described, parts.parts().words, weights=parts.parts().weights)
    with pytest.raises(EmbeddingError, match="not the word vectors that the model was trained with"):
        FasttextSif.restore(other)
    model_file.save(tmp_path / "model", fit(TEXTS, CATEGORIES, Recipe.faq("en", (FASTTEXT_SIF,), str(moved))), {})
    moved.unlink()
    word_vectors._opened.cache_clear()
    with pytest.raises(ModelFileError, match=r"moved\.bin: no word vectors can be read \(No such file"):
        model_file.load(tmp_path / "model")


def test_vectors_travel_between_processes(vectors_file: Path) -> None:
    vectors = PretrainedVectors.open(str(vectors_file))
    assert pickle.loads(pickle.dumps(vectors)) is vectors


@pytest.mark.parametrize("content", [b"", b"2 3\nword 0.1 0.2 0.3\n", b"\x00" * 500])
def test_a_file_of_another_format_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "words.vec").write_bytes(content)
    with pytest.raises(EmbeddingError, match=r"words\.vec: .*not a \.bin file of fastText") as refused:
        FasttextSif.open(str(tmp_path / "words.vec"))
    assert "\n" not in str(refused.value)


def test_a_file_that_was_cut_short_is_refused(vectors_file: Path, tmp_path: Path) -> None:
    content = vectors_file.read_bytes()
    (tmp_path / "short.bin").write_bytes(content[: len(content) // 3])
    with pytest.raises(EmbeddingError, match=r"short\.bin: .*cut short"):
        FasttextSif.open(str(tmp_path / "short.bin"))


def test_without_fasttext_the_error_says_what_to_install(
    vectors_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fasttext", None)
    with pytest.raises(EmbeddingError, match=r"needs? the package fasttext"):
        FasttextSif.open("").fit(TEXTS)
    copy = tmp_path / "copy.bin"
    copy.write_bytes(vectors_file.read_bytes())
    with pytest.raises(EmbeddingError, match=r"needs? the package fasttext"):
        FasttextSif.open(str(copy))
