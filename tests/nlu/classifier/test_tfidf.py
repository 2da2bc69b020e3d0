from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import FeatureUnion

from nlu.classifier.analysers import analysers
from nlu.classifier.tfidf import NgramIndex
from nlu.recipe import Recipe
from nlu.words.ngrams import char_ngrams, word_ngrams
from nlu.words.normalise import considered
from nlu.words.script import WORD
from tests.nlu.samples import FAQ

TEXTS = [text for text, _ in FAQ]
QUESTIONS = ["How do I apply, and how do I get the phone?", "salary salary SALARY", "nothing of it, qqq", "", "zzz"]


def scikit_learn(recipe: Recipe) -> Any:
    """The same features, made by scikit-learn."""
    settings = {"preprocessor": considered, "sublinear_tf": True, "min_df": recipe.min_examples}
    word = TfidfVectorizer(analyzer="word", ngram_range=recipe.word_ngrams, token_pattern=WORD.pattern, **settings)
    if recipe.concepts:
        words, _ = analysers(recipe)
        word = TfidfVectorizer(analyzer=lambda text: words(considered(text)), sublinear_tf=True)
    char = TfidfVectorizer(analyzer="char_wb", ngram_range=recipe.char_ngrams, **settings)
    return FeatureUnion([("word", word), ("char", char)])


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(),
        Recipe(min_examples=2),
        Recipe(word_ngrams=(1, 1), char_ngrams=(2, 5)),
        Recipe(word_ngrams=(2, 3), char_ngrams=(1, 1)),
    ],
)
def test_features_equal_those_of_scikit_learn(recipe: Recipe) -> None:
    theirs = scikit_learn(recipe).fit(TEXTS)
    features, matrix = NgramIndex.of(TEXTS, recipe).fit(np.arange(len(TEXTS)))
    names = [name.split("__", 1)[1] for name in theirs.get_feature_names_out()]
    assert [gram for block in features.blocks for gram in block.ids] == names
    assert np.abs(matrix - theirs.transform(TEXTS)).max() < 1e-6
    questions = [considered(text) for text in QUESTIONS]
    assert np.abs(features.matrix(questions) - theirs.transform(QUESTIONS)).max() < 1e-6


@pytest.mark.parametrize("rows", [[0, 1, 5, 9], [13, 2, 2, 0], list(range(13))])
def test_features_of_some_rows_of_an_index_equal_features_fitted_on_those_rows_alone(rows: list[int]) -> None:
    recipe = Recipe()
    shared, shared_matrix = NgramIndex.of(TEXTS, recipe).fit(np.array(rows))
    alone, alone_matrix = NgramIndex.of([TEXTS[row] for row in rows], recipe).fit(np.arange(len(rows)))
    assert [list(block.ids) for block in shared.blocks] == [list(block.ids) for block in alone.blocks]
    assert abs(shared_matrix - alone_matrix).max() < 1e-6


@given(st.text(max_size=40), st.integers(1, 3), st.integers(0, 2))
def test_ngrams_are_cut_as_scikit_learn_cuts_them(text: str, shortest: int, more: int) -> None:
    text = considered(text)
    sizes = shortest, shortest + more
    word = TfidfVectorizer(ngram_range=sizes, token_pattern=WORD.pattern, lowercase=False).build_analyzer()
    char = TfidfVectorizer(analyzer="char_wb", ngram_range=sizes, lowercase=False).build_analyzer()
    assert sorted(word_ngrams(text, sizes)) == sorted(word(text))
    assert sorted(char_ngrams(text, sizes)) == sorted(char(text))


def test_a_text_without_words_has_no_features() -> None:
    features, matrix = NgramIndex.of(["...", "a b"], Recipe()).fit(np.arange(2))
    assert matrix[[0]].nnz == 0
    assert len(features.vector("")[0]) == 0


def test_without_rare_ngrams_every_word_counts_still_and_pairs_and_letters_from_the_second_example_on() -> None:
    texts = ["how many holidays", "how many days", "is there a canteen"]
    tfidf, matrix = NgramIndex.of(texts, Recipe.faq("es").without_rare()).fit(np.arange(len(texts)))
    words, letters = (set(block.ids) for block in tfidf.blocks)
    assert {word for word in words if " " not in word} == set(" ".join(texts).split())
    assert {word for word in words if " " in word} == {"how many"}
    assert "ho" in letters
    assert "cant" not in letters
    assert matrix.shape == (len(texts), tfidf.size)


def test_who_wants_ngrams_in_several_examples_gets_what_was_asked_for() -> None:
    assert Recipe(min_examples=5).without_rare() == Recipe(min_examples=5)
