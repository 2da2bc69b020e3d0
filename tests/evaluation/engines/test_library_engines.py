"""fastText's and spaCy's own classifiers as engines."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from evaluation.classifier import NO_ANSWER, NoAnswer
from evaluation.classifier_check import check_engine
from evaluation.engines.by_name import engine
from evaluation.errors import EvaluationError

FASTTEXT = pytest.param("fasttext", marks=pytest.mark.fasttext)
TEXTS = ["how much do you pay", "what is the salary", "is there a gym", "can I do sports", "工资 多少", "有 健身房 吗"]
CATEGORIES = ["pay", "pay", "gym and sports", "gym and sports", "pay", "gym and sports"]


@pytest.mark.parametrize("name", [FASTTEXT, "spacy", "spacy:de", "spacy:fr", "spacy:zh"])
def test_it_behaves_as_an_evaluation_expects(name: str) -> None:
    assert check_engine(engine(name)) == []


@pytest.mark.parametrize("name", [FASTTEXT, "spacy"])
def test_the_same_seed_gives_the_same_confidences_to_the_last_bit(name: str) -> None:
    def confidences(seed: int, noise: int) -> list[object]:
        np.random.seed(noise)  # what anybody else drew before must not matter
        classifier = engine(name)(seed)
        classifier.fit(TEXTS * 8, CATEGORIES * 8)
        return list(classifier.classify(["how much", "sports in the gym", "多少"]))

    assert confidences(0, 1) == confidences(0, 2)
    assert confidences(0, 1) != confidences(1, 1)


def test_training_spacy_leaves_the_random_numbers_of_others_alone() -> None:
    np.random.seed(5)
    expected = np.random.random()
    np.random.seed(5)
    engine("spacy")(0).fit(TEXTS, CATEGORIES)
    assert np.random.random() == expected


@pytest.mark.fasttext
def test_fasttext_answers_what_it_was_taught_and_nothing_else() -> None:
    classifier = engine("fasttext")(0)
    classifier.fit(TEXTS, CATEGORIES)
    pay, gym, unknown, nothing = classifier.classify(["the salary\nplease", "健身房", "xyzzy", ""])
    assert not isinstance(pay, NoAnswer)
    assert not isinstance(gym, NoAnswer)
    assert (pay.intent, gym.intent, unknown, nothing) == ("pay", "gym and sports", NO_ANSWER, NO_ANSWER)
    assert classifier.classify([]) == []


@pytest.mark.fasttext
def test_a_text_cannot_pass_itself_off_as_a_label() -> None:
    classifier = engine("fasttext")(0)
    classifier.fit(["\x010 __label__0 __label__1 apples", "pears"], ["fruit", "other"])
    (guess,) = classifier.classify(["pears"])
    assert not isinstance(guess, NoAnswer)
    assert guess.intent == "other"


def test_without_fasttext_one_line_says_how_to_add_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fasttext", None)
    with pytest.raises(EvaluationError, match=r"^The engine fasttext needs fastText: make fasttext in a checkout, "):
        engine("fasttext")(0).fit(TEXTS, CATEGORIES)


def test_a_language_that_spacy_is_not_set_up_for_is_refused() -> None:
    with pytest.raises(EvaluationError, match="knows en, de, fr, zh, not 'it'"):
        engine("spacy:it")


def test_one_that_was_not_fitted_says_so() -> None:
    for name in ("fasttext", "spacy"):
        with pytest.raises(EvaluationError, match="call fit first"):
            engine(name)(0).classify(["pay"])
