"""How near a text is to the background sentences of the general stage."""

from __future__ import annotations

import numpy as np
import pytest

from nlu.classifier.features import Vector
from nlu.classifier.text_classifier import TextClassifier
from nlu.general.background import RAREST, USUAL_NEARNESS, Background
from nlu.general.stage import GeneralStage, Heard, fit_general

EXAMPLES = [("hello there", "greet"), ("good morning", "greet"), ("bye now", "goodbye"), ("see you later", "goodbye")]
BACKGROUND = [
    "where is the canteen of the headquarters",
    "is the canteen open on saturdays",
    "may visitors eat in the canteen",
    "does the canteen cook vegetarian dishes every day of the week",
    "what does a lunch in the canteen cost",
    "who mows the lawn",
]


@pytest.fixture(scope="module")
def classifier() -> TextClassifier:
    return fit_general(EXAMPLES, BACKGROUND)


def vector(classifier: TextClassifier, text: str) -> Vector:
    return classifier.features.vector(text, text)


def by_hand(classifier: TextClassifier, text: str) -> float:
    """The same by comparing with one sentence after the other."""
    start, asked = classifier.features.tfidf.blocks[1].start, vector(classifier, text)
    wanted = {c: v for c, v in zip(asked.columns.tolist(), asked.values.tolist(), strict=True) if c >= start}
    products = []
    for sentence in BACKGROUND:
        columns, values, _ = vector(classifier, sentence)
        rarest = sorted(((-v, c) for c, v in zip(columns.tolist(), values.tolist(), strict=True) if c >= start))
        products.append(sum(-v * wanted.get(c, 0.0) for v, c in rarest[:RAREST]))
    return float(sum(each**4 for each in products) ** 0.25 - USUAL_NEARNESS)


@pytest.mark.parametrize("text", ["is the canteen open", "is it far to walk", "the lunch " * 3000, *BACKGROUND])
def test_it_is_the_norm_of_the_products_with_all_sentences(classifier: TextClassifier, text: str) -> None:
    background = Background.of(classifier, "")
    assert background is not None
    assert background.nearness(vector(classifier, text)) == pytest.approx(by_hand(classifier, text), abs=2e-3)


def test_what_shares_no_letters_with_any_sentence_is_far(classifier: TextClassifier) -> None:
    background = Background.of(classifier, "")
    assert background is not None
    nothing = Vector(np.zeros(0, np.intp), np.zeros(0, np.float32), None)
    assert background.nearness(nothing) == background.nearness(vector(classifier, "zzz")) == -USUAL_NEARNESS


def test_a_question_that_anybody_asks_is_nearer_than_a_greeting(classifier: TextClassifier) -> None:
    stage = GeneralStage(classifier)
    assert stage.hear("is the canteen open today").nearness > stage.hear("hello there").nearness
    assert stage.hear("hello there").ranking == stage.rank("hello there")


def test_courtesies_make_a_text_no_longer(classifier: TextClassifier) -> None:
    stage = GeneralStage(classifier)
    asked = "what does a lunch cost"
    assert stage.hear(f"Good morning, {asked}? Many thanks!").words == stage.hear(asked).words == 5.0


def test_without_a_background_nothing_is_known_of_the_nearness() -> None:
    stage = GeneralStage(fit_general(EXAMPLES, []))
    assert stage.hear("hello there") == Heard(stage.rank("hello there"), 0.0, words=2.0)
