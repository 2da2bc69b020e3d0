"""What several tests of understanding need: the entity finder, the general stage and a small FAQ."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from candor.house import entity_finder
from candor.starter_kinds import StarterKind
from nlu.classifier.text_classifier import TextClassifier, fit
from nlu.danger.data import danger_stage
from nlu.danger.stage import DangerStage
from nlu.entities.finder import EntityFinder
from nlu.general.stage import GeneralStage
from nlu.recipe import Recipe
from tests.learnt import Learnt
from tests.nlu.samples import DATA, FAQ


@pytest.fixture(scope="session")
def finder() -> EntityFinder:
    """A finder of all starter professions and all known cities."""
    return entity_finder()


@pytest.fixture(scope="session")
def faq() -> TextClassifier:
    """A classifier of a few FAQ examples."""
    return fit([text for text, _ in FAQ], [category for _, category in FAQ], Recipe.faq())


@pytest.fixture(scope="session")
def general_stage(learnt: Learnt) -> Callable[[str], GeneralStage]:
    """The general stage of a language as it runs: all of the starter data learnt."""
    return cache(lambda language: GeneralStage(learnt.model(StarterKind.GENERAL, language)))


@pytest.fixture(scope="session")
def danger_of(learnt: Learnt) -> Callable[[str], DangerStage]:
    """The danger stage of a language as it runs."""
    return cache(lambda language: danger_stage(DATA, language, learnt.model(StarterKind.DANGER, language)))
