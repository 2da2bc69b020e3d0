"""What several tests of understanding need: the entity finder and a small classifier."""

from __future__ import annotations

import pytest

from nlu import starter
from nlu.entities.finder import EntityFinder
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
