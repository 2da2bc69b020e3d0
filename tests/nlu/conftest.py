"""What several tests of understanding need: the entity finder, the general stage and a small FAQ."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from nlu import starter
from nlu.crisis_words import CrisisWords
from nlu.entities.finder import EntityFinder
from nlu.general import GeneralStage, fit_general
from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier, fit
from tests.nlu.samples import DATA, FAQ


@pytest.fixture(scope="session")
def finder() -> EntityFinder:
    """A finder of all starter professions and all known cities."""
    return EntityFinder(starter.professions(DATA), starter.cities(DATA), ["en", "de", "fr", "zh"])


@pytest.fixture(scope="session")
def faq() -> TextClassifier:
    """A classifier of a few FAQ examples."""
    return fit([text for text, _ in FAQ], [category for _, category in FAQ], Recipe.faq())


@pytest.fixture(scope="session")
def general_stage(finder: EntityFinder) -> Callable[[str], GeneralStage]:
    """The general stage of a language as it runs: all of the starter data learnt, its crisis words beside it."""

    @cache
    def stage(language: str) -> GeneralStage:
        examples, negatives = starter.general_examples(DATA, language), starter.general_negatives(DATA, language)
        classifier = fit_general(examples, negatives, find=lambda text: finder.find(text, language), language=language)
        return GeneralStage(classifier, CrisisWords(starter.crisis_phrases(DATA, language)))

    return stage
