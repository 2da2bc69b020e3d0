from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.classifier.text_classifier import TextClassifier
from nlu.danger.stage import DangerStage
from nlu.entities.finder import EntityFinder
from nlu.general.stage import GeneralStage
from nlu.pipeline import Pipeline
from nlu.recipe import GENERAL_THRESHOLD
from nlu.understanding import Guess, Stage
from nlu.words.answer_types import AnswerType


@pytest.fixture(scope="module")
def pipeline(
    finder: EntityFinder,
    faq: TextClassifier,
    general_stage: Callable[[str], GeneralStage],
    danger_of: Callable[[str], DangerStage],
) -> Pipeline:
    """The English starter data and a small FAQ."""
    return Pipeline(general=general_stage("en"), faq=faq, entities=finder, language="en",
                    general_threshold=GENERAL_THRESHOLD, model_version="v7", danger=danger_of("en"))  # fmt: skip


@pytest.mark.parametrize(
    ("text", "stage", "intent"),
    [
        ("hello", Stage.GENERAL, "greet"),
        ("thank you so much", Stage.GENERAL, "thanks"),
        ("I want to talk to a human", Stage.GENERAL, "contact_human"),
        ("stop", Stage.GENERAL, "stop"),
        ("start over", Stage.GENERAL, "start_over"),
        ("help", Stage.GENERAL, "help"),
        ("please repeat that", Stage.GENERAL, "repeat"),
        ("are you a robot?", Stage.GENERAL, "are_you_a_bot"),
        ("I want to kill myself", Stage.GENERAL, "crisis"),
        ("i want a electrician job in Leeds", Stage.GENERAL, "job_search"),
        ("do you have any midwife openings?", Stage.GENERAL, "job_search"),
        ("how much do you pay?", Stage.FAQ, "salary"),
        ("do i get a laptop or a pc", Stage.FAQ, "equipment"),
    ],
)
def test_everyday_messages_are_understood(pipeline: Pipeline, text: str, stage: Stage, intent: str) -> None:
    understood = pipeline.parse(text)
    assert (understood.stage, understood.intent) == (stage, intent)
    assert understood.ranking[0] == Guess(intent, understood.confidence)
    assert (understood.text, understood.language, understood.model_version) == (text, "en", "v7")


def test_a_job_search_carries_profession_and_city(pipeline: Pipeline) -> None:
    understood = pipeline.parse("I want a nurse job in Munich")
    assert understood.intent == "job_search"
    assert (understood.entity("profession"), understood.entity("city")) == ("nurse", "Munich")


def test_entities_are_found_whatever_the_intent(pipeline: Pipeline) -> None:
    understood = pipeline.parse("how much do you pay in Berlin?")
    assert (understood.stage, understood.entity("city")) == (Stage.FAQ, "Berlin")


def test_without_an_faq_what_is_not_general_has_no_intent(
    finder: EntityFinder, general_stage: Callable[[str], GeneralStage]
) -> None:
    alone = Pipeline(general=general_stage("en"), faq=None, entities=finder, language="en",
                     general_threshold=GENERAL_THRESHOLD, model_version="none")  # fmt: skip
    understood = alone.parse("is there a canteen on every floor of the building")
    assert (understood.stage, understood.intent, understood.confidence) == (Stage.NONE, None, 0.0)
    assert understood.ranking


def test_a_text_of_unknown_signs_has_no_intent_and_no_ranking(pipeline: Pipeline) -> None:
    understood = pipeline.parse("这是什么")
    assert (understood.stage, understood.intent, understood.ranking) == (Stage.NONE, None, ())


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t",
        "\x00",
        "salary\x00?",
        "\ud83d salary \udc00",
        "<script>alert('hi')</script>",
        "\u202emuch how\u202c شكرا جزيلا",
        "👩🏽‍⚕️🎉" * 50,
        "a" * 10_000,
        "salary " * 2_000,
        "é" * 10_000,
        "\ufdfa" * 10_000,
        ("in Berlin " * 1_100),
        "?" * 10_000,
    ],
)
def test_bad_input_is_understood_as_far_as_it_goes(pipeline: Pipeline, text: str) -> None:
    understood = pipeline.parse(text)
    assert understood == pipeline.parse(text)
    assert all(text[entity.start : entity.end] == entity.text for entity in understood.entities)


@given(text=st.text(st.characters(), max_size=120))
def test_no_text_raises(pipeline: Pipeline, text: str) -> None:
    understood = pipeline.parse(text)
    assert (understood.intent is None) == (understood.stage is Stage.NONE)
    assert 0 <= understood.confidence <= 1
    assert all(text[entity.start : entity.end] == entity.text for entity in understood.entities)


def test_how_many_examples_were_taught_is_known(pipeline: Pipeline) -> None:
    assert pipeline.faq is not None
    assert pipeline.taught == len(pipeline.faq.examples.texts) > 0


def test_what_a_category_is_usually_asked_is_told_of_its_examples(pipeline: Pipeline) -> None:
    assert AnswerType.AMOUNT in pipeline.usually_asked("salary")
    assert AnswerType.AMOUNT not in pipeline.usually_asked("equipment")


def test_nothing_is_unusual_of_a_category_of_which_no_example_is_known(pipeline: Pipeline) -> None:
    assert pipeline.usually_asked("no_such_category") == frozenset(AnswerType)
