from __future__ import annotations

import pytest

from evaluation.classifier import NO_ANSWER
from evaluation.engines import ENGINES, engine
from evaluation.errors import EvaluationError
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
        EvaluationError, match="no engine 'rasa'; choose one of: candor, most-frequent, nearest-neighbour"
    ):
        engine("rasa")
    assert engine("candor") is ENGINES["candor"]
