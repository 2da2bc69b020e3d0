"""TF-IDF and a dense block side by side, with an embedding that a test can follow by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from nlu import embeddings
from nlu.arrays import Floats
from nlu.classifier.features import FeatureIndex
from nlu.classifier.text_classifier import TextClassifier, fit, fit_rows
from nlu.embeddings.embedding import EmbeddingParts, of_length_one
from nlu.errors import DataError
from nlu.recipe import ENCODER, FASTTEXT_SIF, TFIDF, Recipe
from tests.nlu.samples import FAQ

TEXTS = [text for text, _ in FAQ]
CATEGORIES = [category for _, category in FAQ]
SYNONYMS = {"wage": "salary", "computer": "laptop"}


@dataclass(frozen=True)
class Letters:
    """Counts the letters of a text, with a synonym read as the word it stands for; `asked` collects what it read."""

    learns: bool
    asked: list[str]
    fitted_on: tuple[str, ...] = ()
    dimensions: int = 26

    def fit(self, texts: Sequence[str]) -> Letters:
        return replace(self, fitted_on=tuple(texts)) if self.learns else self

    def vectors(self, texts: Sequence[str]) -> Floats:
        self.asked.extend(texts)
        rows = np.zeros((len(texts), 26), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for letter in "".join(SYNONYMS.get(word, word) for word in text.split()):
                if "a" <= letter <= "z":
                    row[ord(letter) - ord("a")] += 1
        return of_length_one(rows)

    def parts(self) -> EmbeddingParts:
        return EmbeddingParts()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let recipes with an encoder, or with vectors to be learnt, use letters; return what is read by them."""
    read: list[str] = []
    monkeypatch.setitem(embeddings._OPEN, ENCODER, lambda source: Letters(False, read))
    monkeypatch.setitem(embeddings._OPEN, FASTTEXT_SIF, lambda source: Letters(True, read))
    return read


def both(**values: object) -> Recipe:
    return Recipe(features=(TFIDF, ENCODER)).changed({"calibrated": True, **values})


def model(recipe: Recipe) -> TextClassifier:
    return fit(TEXTS, CATEGORIES, recipe)


@pytest.mark.usefixtures("asked")
def test_the_dense_block_follows_the_ngrams() -> None:
    classifier = model(both())
    vector = classifier.features.vector("salary", "salary")
    assert vector.dense is not None
    assert classifier.weights.shape == (classifier.features.tfidf.size + 26, len(set(CATEGORIES)))
    assert np.linalg.norm(vector.values) == pytest.approx(np.sqrt(2))
    assert np.linalg.norm(vector.dense) == pytest.approx(1)


@pytest.mark.usefixtures("asked")
def test_many_at_once_get_the_same_answers_as_one() -> None:
    classifier = model(both())
    texts = [*TEXTS, "wage", "computer", "", "求人"]
    for one, many in zip(map(classifier.rank, texts), classifier.rank_batch(texts), strict=True):
        assert [guess.intent for guess in one] == [guess.intent for guess in many]
        assert [guess.confidence for guess in one] == pytest.approx([g.confidence for g in many], abs=1e-6)


@pytest.mark.usefixtures("asked")
def test_a_word_that_no_ngram_knows_is_understood_through_the_dense_block() -> None:
    texts, categories = ["salary", "my salary", "laptop", "my laptop"], ["pay", "pay", "tools", "tools"]
    dense, sparse = (fit(texts, categories, recipe) for recipe in (both(dense_weight=3.0), Recipe(char_ngrams=(9, 9))))
    assert [dense.rank(word)[0].intent for word in ("wage", "computer")] == ["pay", "tools"]
    assert sparse.rank("wage") == ()


@pytest.mark.usefixtures("asked")
def test_a_heavier_dense_block_is_listened_to_more() -> None:
    texts, categories = ["aab x", "aab y", "ccd z", "ccd w"], ["a", "a", "c", "c"]
    light, heavy = (fit(texts, categories, both(dense_weight=w, calibrated=False)) for w in (0.01, 3.0))
    assert heavy.rank("baa")[0].confidence > light.rank("baa")[0].confidence + 0.1


@pytest.mark.usefixtures("asked")
def test_the_dense_block_alone_makes_a_classifier() -> None:
    alone = model(Recipe(features=(ENCODER,), calibrated=True))
    assert alone.features.tfidf.size == 0
    assert alone.rank("wage")[0] == alone.rank_batch(["wage"])[0][0]
    assert alone.rank("wage")[0].confidence > 0
    assert alone.rank("???") == ()


def test_texts_are_encoded_once_for_all_folds(asked: list[str]) -> None:
    index = FeatureIndex.of(TEXTS, both())
    rows = np.arange(0, len(TEXTS), 2)
    fitted = fit_rows(index, TEXTS, rows, CATEGORIES)
    test = [1, 3]
    shared = fitted.rank_batch([TEXTS[row] for row in test], dense=index.dense_of(test, fitted.features))
    assert len(asked) == len(TEXTS)
    assert shared == fitted.rank_batch([TEXTS[row] for row in test])


@pytest.mark.usefixtures("asked")
def test_an_embedding_that_learns_never_reads_what_is_held_back() -> None:
    index = FeatureIndex.of(TEXTS, Recipe(features=(TFIDF, FASTTEXT_SIF)))
    features, _ = index.fit(np.array([0, 2]))
    assert isinstance(features.embedding, Letters)
    assert features.embedding.fitted_on == (index.texts[0], index.texts[2])
    held = index.dense_of([1], features)
    assert held is not None
    assert held.tobytes() == features.embedding.vectors([index.said[1]]).tobytes()


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("recipe", [Recipe(), Recipe(features=(TFIDF, ENCODER)), Recipe(features=(ENCODER,))])
def test_the_nearest_examples_come_with_their_categories(recipe: Recipe) -> None:
    for text, category in FAQ:
        (example, found, cosine), *others = model(recipe).nearest(text, limit=3)
        assert (example, found) == (" ".join(text.split()), category)
        assert cosine == pytest.approx(1, abs=2e-3)
        assert len(others) == 2
        assert all(cosine >= other[2] for other in others)


@pytest.mark.usefixtures("asked")
def test_nothing_is_near_a_text_of_which_nothing_is_known() -> None:
    assert model(both()).nearest("???") == ()


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"features": ["deep"]}, "no feature 'deep'; known are tfidf, fasttext-sif, spacy, encoder"),
        ({"features": []}, "at least one"),
        ({"features": [TFIDF, TFIDF]}, "none of them twice"),
        ({"features": [FASTTEXT_SIF, ENCODER]}, "may name one of"),
        ({"char_ngrams": [4, 3]}, "char_ngrams must be"),
        ({"word_ngrams": [0, 1]}, "word_ngrams must be"),
    ],
)
def test_features_that_cannot_be_had_are_refused(values: dict[str, object], reason: str) -> None:
    with pytest.raises(DataError, match=reason):
        Recipe().changed(values)


def test_each_language_has_its_own_ngrams() -> None:
    assert Recipe.faq("zh").char_ngrams == Recipe.general("zh").char_ngrams == (1, 3)
    assert Recipe.faq("zh").word_ngrams == (1, 1)
    assert Recipe.faq("de").changed(dict.fromkeys(("concepts", "spelling", "courtesies"), "en")) == Recipe.faq("en")
    assert (Recipe.faq("de").concepts, Recipe.general("zh").concepts, Recipe.faq("it").concepts) == ("de", "zh", "")


def test_rare_ngrams_count_in_small_data_alone() -> None:
    small, large = Recipe.faq("de").suited(900, 60), Recipe.faq("de").suited(3600, 90)
    assert (small.min_examples, small.keeps_words) == (1, False)
    assert (large.min_examples, large.keeps_words) == (2, True)
