"""What several tests of understanding need: the starter data, the entity finder and a small FAQ."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlu import starter
from nlu.entities.cities import known_cities
from nlu.entities.finder import EntityFinder
from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier, fit

DATA = Path(__file__).parent.parent.parent / "data"

FAQ = [
    ("how do I apply", "application"),
    ("where can I send my CV?", "application"),
    ("what documents do you need for an application", "application"),
    ("is there an application form", "application"),
    ("how much do you pay", "salary"),
    ("what is the salary of a junior", "salary"),
    ("do you pay overtime", "salary"),
    ("when is payday and how is the salary paid", "salary"),
    ("do I get a laptop", "equipment"),
    ("can I choose between a Mac and a PC", "equipment"),
    ("which phone will I get", "equipment"),
    ("can I work from home", "home_office"),
    ("how many days a week may I work remotely", "home_office"),
    ("Wie viel verdiene ich als Köchin?", "salary"),
]


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of starter data."""
    return DATA


@pytest.fixture(scope="session")
def finder() -> EntityFinder:
    """A finder of all starter professions and all known cities."""
    return EntityFinder(starter.professions(DATA), known_cities(), ["en"])


@pytest.fixture(scope="session")
def faq() -> TextClassifier:
    """A classifier of a few FAQ examples."""
    return fit([text for text, _ in FAQ], [category for _, category in FAQ], Recipe.faq())
