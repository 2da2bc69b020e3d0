from __future__ import annotations

import pytest

from evaluation.classifier import NO_ANSWER, NoAnswer
from evaluation.engines.by_name import engine
from evaluation.errors import EvaluationError
from nlu.errors import EmbeddingError
from nlu.understanding import Guess


def test_most_frequent_answers_the_largest_category_with_its_share() -> None:
    classifier = engine("most-frequent")(0)
    classifier.fit(["a", "b", "c", "d"], ["pay", "visa", "visa", "gym"])
    assert classifier.classify(["anything", "else"]) == [Guess("visa", 0.5)] * 2


def test_nearest_neighbour_answers_the_category_of_the_most_similar_example() -> None:
    classifier = engine("nearest-neighbour")(0)
    classifier.fit(["how much do you pay", "is there a gym", "do you sponsor a visa"], ["pay", "gym", "visa"])
    same, similar, unknown = classifier.classify(["Is there a GYM?", "how about pay", "完全 不同"])
    assert same == Guess("gym", pytest.approx(1.0))  # type: ignore[arg-type]
    assert similar is not NO_ANSWER
    assert similar.intent == "pay"
    assert 0 < similar.confidence < 1
    assert unknown is NO_ANSWER


def test_an_unknown_engine_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        EvaluationError,
        match=r"no engine 'luis'; choose one of: candor, candor-tfidf, candor-encoder, .*rasa:FILE",
    ):
        engine("luis")


def test_an_engine_takes_its_vectors_from_where_it_is_told() -> None:
    for name, reason in (
        ("candor-sif:/no/such.bin", "/no/such.bin: no word vectors can be read"),
        ("paper:/no/such.bin", "/no/such.bin: no word vectors can be read"),
        ("candor-encoder:/no/such", "/no/such: there is no such file or folder"),
        ("candor-spacy", "the name of an installed model"),
    ):
        with pytest.raises(EmbeddingError, match=reason):
            engine(name)(0).fit(["pay", "gym"], ["a", "b"])
    with pytest.raises(EvaluationError, match=r"'candor' takes no option: leave out ':words\.bin'"):
        engine("candor:words.bin")


@pytest.mark.fasttext
def test_the_engines_on_fasttext_learn_from_the_examples_alone() -> None:
    for name in ("candor-sif", "paper"):
        classifier = engine(name)(0)
        classifier.fit(["how much pay", "pay me more", "is there a gym", "gym now"], ["pay", "pay", "gym", "gym"])
        guesses = classifier.classify(["pay", "the gym", "完全"])
        assert [isinstance(guess, NoAnswer) for guess in guesses] == [False, False, True]
