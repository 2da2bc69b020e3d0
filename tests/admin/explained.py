"""The desk's explanations over a small model of the world's questions."""

from __future__ import annotations

from functools import cache

from nlu.classifier.text_classifier import fit
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.explanations.explain import Explanation, explain
from nlu.general.stage import GeneralStage, fit_general
from nlu.pipeline import Pipeline
from nlu.recipe import Recipe
from nlu.understanding import Understanding
from storage import Connection
from storage.companies.companies import Company
from tests.admin.world import QUESTIONS

GREETINGS = [("hello", "greet"), ("good morning", "greet"), ("bye", "goodbye"), ("see you", "goodbye")]
NOT_GENERAL = ["what is the weather", "where do I apply", "do you pay well"]


def explained(conn: Connection, company: Company, seen: Understanding, pressed: bool) -> Explanation:
    """Explain with the model that `world.ask` names, whatever version a decision names."""
    return explain(pipeline(), seen, pressed=pressed)


@cache
def pipeline() -> Pipeline:
    taught = [(text, category) for category, texts in QUESTIONS.items() for text in texts]
    return Pipeline(
        general=GeneralStage(fit_general(GREETINGS, NOT_GENERAL)),
        faq=fit([text for text, _ in taught], [category for _, category in taught], Recipe.faq()),
        entities=EntityFinder([], CityDictionary([]), ["en"]),
        language="en",
        general_threshold=0.4,
        model_version="v7",
    )
