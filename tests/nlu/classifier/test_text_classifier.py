from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from nlu.classifier.calibration import EVIDENCE, Calibration
from nlu.classifier.features import FeatureIndex
from nlu.classifier.logistic import fit_softmax, softmax
from nlu.classifier.text_classifier import TextClassifier, fit, fit_rows
from nlu.errors import DataError
from nlu.recipe import Recipe
from nlu.words.normalise import considered
from tests.nlu.classifier.test_tfidf import scikit_learn
from tests.nlu.samples import FAQ

TEXTS = [text for text, _ in FAQ]
CATEGORIES = [category for _, category in FAQ]
QUESTIONS = ["do you pay my laptop", "what's the salary", "can i apply from home", "Köchin", "phone phone", "remote"]


def test_answers_equal_those_through_scikit_learns_transform(faq: TextClassifier) -> None:
    vectoriser = scikit_learn(faq.recipe).fit(TEXTS)
    theirs = softmax((vectoriser.transform(QUESTIONS) @ faq.weights.whole() + faq.intercept) / faq.recipe.temperature)
    plain = replace(faq, calibration=None)
    for question, row in zip(QUESTIONS, theirs, strict=True):
        ranking = plain.rank(question, limit=None)
        assert [guess.intent for guess in ranking] == [faq.categories[i] for i in np.argsort(-row)]
        ours = {guess.intent: guess.confidence for guess in ranking}
        assert max(abs(ours[name] - row[i]) for i, name in enumerate(faq.categories)) < 1e-6


def test_many_at_once_get_the_same_answers(faq: TextClassifier) -> None:
    texts = [*QUESTIONS, "", "qqq", *TEXTS]
    for one, batch in zip([faq.rank(text) for text in texts], faq.rank_batch(texts), strict=True):
        assert [guess.intent for guess in one] == [guess.intent for guess in batch]
        assert [guess.confidence for guess in one] == pytest.approx([guess.confidence for guess in batch], abs=1e-6)


@pytest.mark.parametrize(("text", "category"), FAQ)
def test_an_example_typed_exactly_gets_its_category_with_full_confidence(
    faq: TextClassifier, text: str, category: str
) -> None:
    for typed in (text, f"  {text.upper()} ?!"):
        first, *others = faq.rank(typed)
        assert (first.intent, first.confidence) == (category, 1.0)
        assert {guess.intent for guess in others} == set(CATEGORIES) - {category}


def test_only_an_exact_example_has_full_confidence(faq: TextClassifier) -> None:
    overconfident = replace(faq, calibration=Calibration((0.0,) * len(EVIDENCE), 99.0))
    assert 0.999 < overconfident.rank("salary paid")[0].confidence < 1


def test_an_example_that_stands_in_two_categories_is_left_to_the_model() -> None:
    texts = ["contact", "Contact!", "call us", "write to us"]
    recipe = replace(Recipe.faq(), calibrated=False)
    first = fit(texts, ["phone", "mail", "phone", "mail"], recipe).rank("contact")[0]
    assert first.confidence == pytest.approx(0.5, abs=0.1)


def test_the_evidence_is_that_for_the_best_guess(faq: TextClassifier) -> None:
    vectors = scikit_learn(faq.recipe).fit(TEXTS)
    question, taught = vectors.transform(["do you pay my laptop"]), vectors.transform(TEXTS)
    logits, (vector,) = faq.logits(["do you pay my laptop"], None)
    share = float(softmax(logits)[0].max())
    best = faq.categories[int(logits[0].argmax())]
    words = len(faq.features.tfidf.blocks[0].ids)
    cosines = (question[:, words:] @ taught[:, words:].T).toarray()[0]
    own = [cosine for cosine, category in zip(cosines, CATEGORIES, strict=True) if category == best]
    size = CATEGORIES.count(best) * len(set(CATEGORIES)) / len(CATEGORIES)
    taught_words = taught[[category == best for category in CATEGORIES], :words].sum(axis=0)
    coverage = question[:, :words].power(2).toarray()[0][np.asarray(taught_words).ravel() > 0].sum()
    wanted = [np.log(share / (1 - share)), max(own), 0.0, coverage, np.log1p(question.nnz), np.log(size)]
    assert faq.evidence(logits[0], vector) == pytest.approx(wanted, abs=1e-4)


def test_the_confidence_of_the_best_guess_is_calibrated_and_the_others_keep_their_share_of_it(
    faq: TextClassifier,
) -> None:
    assert faq.calibration is not None
    logits, (vector,) = faq.logits(["how do you pay"], None)
    plain = replace(faq, calibration=None).rank("how do you pay", limit=None)
    calibrated = faq.rank("how do you pay", limit=None)
    sure = float(faq.calibration.confidence(np.array(faq.evidence(logits[0], vector))))
    assert calibrated[0].confidence == pytest.approx(sure, abs=1e-6)
    assert [guess.intent for guess in calibrated] == [guess.intent for guess in plain]
    ratios = [one.confidence / other.confidence for one, other in zip(calibrated, plain, strict=True)]
    assert ratios == pytest.approx([ratios[0]] * len(ratios), rel=1e-4)


def test_characters_weigh_as_the_recipe_says_while_the_weights_are_learnt() -> None:
    recipe = replace(Recipe.faq(), char_weight=2.0, size_correction=0.0)
    model = fit(TEXTS, CATEGORIES, recipe)
    matrix = model.features.vectors([considered(text) for text in TEXTS], None).sparse.toarray()
    matrix[:, model.features.tfidf.blocks[1].start :] *= 2
    labels = np.searchsorted(model.categories, CATEGORIES)
    fitted = fit_softmax(
        csr_matrix(matrix),
        labels,
        len(model.categories),
        c=recipe.regularisation,
        tolerance=recipe.tolerance,
        max_iterations=recipe.max_iterations,
    )
    ours, _ = model.logits([considered(text) for text in TEXTS], None)
    assert ours == pytest.approx(matrix @ fitted.weights + fitted.intercept, abs=1e-3)


def test_large_categories_are_guessed_less_readily_when_their_size_is_divided_out() -> None:
    texts = ["red one", "red two", "red three", "red four", "red five", "blue one"]
    categories = ["red"] * 5 + ["blue"]
    fitted = [fit(texts, categories, replace(Recipe.faq(), size_correction=power)) for power in (0.0, 1.0)]
    as_taught, corrected = (dict(zip(one.categories, one.intercept, strict=True)) for one in fitted)
    assert corrected["red"] - corrected["blue"] == pytest.approx(
        as_taught["red"] - as_taught["blue"] - np.log(5), abs=1e-4
    )


def test_a_text_of_which_nothing_is_known_has_no_ranking(faq: TextClassifier) -> None:
    assert [faq.rank(text) for text in ("", "???", "求人", "xxxx")] == [()] * 4


def test_the_ranking_falls_and_its_length_is_limited(faq: TextClassifier) -> None:
    confidences = [guess.confidence for guess in faq.rank("how do you pay", limit=None)]
    assert confidences == sorted(confidences, reverse=True)
    assert len(faq.rank("how do you pay", limit=2)) == 2
    assert len(faq.rank("how do you pay", limit=99)) == len(faq.categories)


def test_fitting_some_rows_of_an_index_equals_fitting_them_alone() -> None:
    rows = np.array([0, 2, 3, 4, 6, 8, 9, 11])
    shared = fit_rows(FeatureIndex.of(TEXTS, Recipe.faq()), TEXTS, rows, CATEGORIES)
    alone = fit([TEXTS[row] for row in rows], [CATEGORIES[row] for row in rows], Recipe.faq())
    assert shared.categories == alone.categories
    assert shared.exact == alone.exact
    assert np.allclose(shared.weights.whole(), alone.weights.whole(), atol=1e-5)


def test_fitting_twice_gives_the_same_bits(faq: TextClassifier) -> None:
    again = fit(TEXTS, CATEGORIES, Recipe.faq())
    assert faq.weights.whole().tobytes() == again.weights.whole().tobytes()
    assert faq.weights.rows.dtype == np.float16


def test_threads_share_a_classifier(faq: TextClassifier) -> None:
    wanted = [faq.rank(text) for text in QUESTIONS]
    with ThreadPoolExecutor(8) as threads:
        for ranking, question in zip(threads.map(faq.rank, QUESTIONS * 50), QUESTIONS * 50, strict=True):
            assert ranking == wanted[QUESTIONS.index(question)]


@pytest.mark.parametrize(
    ("texts", "categories", "reason"),
    [
        ([], [], "two categories"),
        (["a", "b"], ["x", "x"], "two categories"),
        (["a", "b"], ["x"], "one category for each text"),
        (["...", ""], ["x", "y"], "words in them"),
    ],
)
def test_data_that_cannot_be_learnt_is_refused_in_one_line(
    texts: list[str], categories: list[str], reason: str
) -> None:
    with pytest.raises(DataError, match=reason) as refused:
        fit(texts, categories, Recipe.faq())
    assert "\n" not in str(refused.value)


@given(st.text(st.characters(), max_size=80))
def test_any_text_is_ranked_without_an_error(faq: TextClassifier, text: str) -> None:
    ranking = faq.rank(text)
    assert all(0 <= guess.confidence <= 1 for guess in ranking)
    assert ranking == faq.rank(text)


@given(st.lists(st.tuples(st.text(st.characters(), max_size=20), st.sampled_from("abc")), min_size=1, max_size=12))
def test_any_data_is_learnt_or_refused_with_a_data_error(rows: list[tuple[str, str]]) -> None:
    texts, categories = [text for text, _ in rows], [category for _, category in rows]
    try:
        classifier = fit(texts, categories, Recipe.faq())
    except DataError:
        return
    known: dict[str, set[str]] = {}
    for text, category in rows:
        known.setdefault(classifier.features.read(text), set()).add(category)
    for text, category in rows:
        read = classifier.features.read(text)
        if read and len(known[read]) == 1:
            assert classifier.rank(text)[0].intent == category


def test_a_classifier_without_its_examples_ranks_alike_and_knows_no_nearest_one() -> None:
    whole = fit(TEXTS, CATEGORIES, Recipe.general("en"))
    bare = whole.without_examples()
    for text in (*QUESTIONS, TEXTS[0]):
        assert bare.rank(text, limit=None) == whole.rank(text, limit=None)
    assert whole.nearest(TEXTS[0])
    assert not bare.nearest(TEXTS[0])
    assert bare.examples.nbytes < 100
    assert not hasattr(bare.exact, "lines")
    assert bare.without_examples().rank(TEXTS[0]) == whole.rank(TEXTS[0])


def test_a_calibrated_classifier_needs_its_examples(faq: TextClassifier) -> None:
    with pytest.raises(ValueError, match="calibrated"):
        faq.without_examples()
