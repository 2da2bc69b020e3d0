"""The starter data of the general intents keeps what was promised of it, and a classifier learns from it."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold

from nlu import starter
from nlu.entities.finder import EntityFinder
from nlu.general import GENERAL_INTENTS, GENERAL_THRESHOLD, GeneralStage, fit_general
from nlu.normalise import normalise
from nlu.understanding import Guess
from tests.nlu.samples import DATA

LANGUAGE = "en"
EXAMPLES = starter.general_examples(DATA, LANGUAGE)
NEGATIVES = starter.general_negatives(DATA, LANGUAGE)
FOLDS = 5


def test_every_general_intent_has_examples() -> None:
    assert {intent for _, intent in EXAMPLES} == set(GENERAL_INTENTS)


def test_there_are_about_as_many_examples_as_promised() -> None:
    assert 1000 <= len(EXAMPLES) <= 1500
    assert len(NEGATIVES) >= 500


def test_no_example_stands_twice() -> None:
    places = defaultdict(list)
    for text, intent in [*EXAMPLES, *((text, "negative") for text in NEGATIVES)]:
        places[normalise(text)].append(intent)
    assert {text: intents for text, intents in places.items() if len(intents) > 1} == {}


@pytest.mark.parametrize("intent", GENERAL_INTENTS)
def test_examples_are_not_made_by_filling_templates(intent: str) -> None:
    texts = [normalise(text).split() for text, category in EXAMPLES if category == intent]
    in_texts: Counter[tuple[str, ...]] = Counter()
    for words in texts:
        in_texts.update({tuple(words[i : i + 4]) for i in range(len(words) - 3)})
    repeated = {" ".join(words): count for words, count in in_texts.items() if count > max(1, len(texts) / 10)}
    assert repeated == {}


@pytest.fixture(scope="module")
def held_out(finder: EntityFinder) -> list[tuple[str, tuple[Guess, ...]]]:
    """The true intent ("" for a negative) and the ranking of every text, by a stage that has not seen it."""
    texts = [text for text, _ in EXAMPLES] + NEGATIVES
    intents = np.array([intent for _, intent in EXAMPLES] + [""] * len(NEGATIVES))
    found: list[tuple[str, tuple[Guess, ...]]] = []
    for train, test in StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(texts, intents):
        examples = [(texts[i], str(intents[i])) for i in train if intents[i]]
        negatives = [texts[i] for i in train if not intents[i]]
        stage = GeneralStage(fit_general(examples, negatives, find=lambda text: finder.find(text, LANGUAGE)))
        rankings = [stage.rank(texts[i], entities=finder.find(texts[i], LANGUAGE)) for i in test]
        found += zip(intents[test].tolist(), rankings, strict=True)
    return found


def recall(held_out: list[tuple[str, tuple[Guess, ...]]], intent: str, threshold: float) -> float:
    own = [ranking for true, ranking in held_out if true == intent]
    return sum(bool(r) and r[0].intent == intent and r[0].confidence >= threshold for r in own) / len(own)


def test_unseen_examples_are_recognised(held_out: list[tuple[str, tuple[Guess, ...]]]) -> None:
    macro = np.mean([recall(held_out, intent, GENERAL_THRESHOLD) for intent in GENERAL_INTENTS])
    best_guess = np.mean([recall(held_out, intent, 0.0) for intent in GENERAL_INTENTS])
    assert recall(held_out, "job_search", GENERAL_THRESHOLD) >= 0.88
    assert macro >= 0.57
    assert best_guess >= 0.68


def test_questions_for_the_faq_are_not_captured(held_out: list[tuple[str, tuple[Guess, ...]]]) -> None:
    of_negatives = [ranking for true, ranking in held_out if not true]
    captured = sum(bool(r) and r[0].confidence >= GENERAL_THRESHOLD for r in of_negatives)
    assert captured / len(of_negatives) <= 0.07
    crises = sum(bool(r) and r[0].intent == "crisis" and r[0].confidence >= GENERAL_THRESHOLD for r in of_negatives)
    assert crises / len(of_negatives) <= 0.02
