"""What a model answers beside what every bot understands."""

from __future__ import annotations

from dataclasses import replace

from evaluation.general_stage import GeneralIntents
from nlu.classifier.text_classifier import TextClassifier, fit
from nlu.general.stage import Heard
from nlu.recipe import Recipe
from nlu.understanding import Guess
from storage.dataset import golden
from storage.dataset.golden import GoldenQuestion
from tests.training.conftest import NOW, Workshop, questions
from training.asking import answers_to
from training.golden import golden_answers

GREEDY = GeneralIntents(lambda text: Heard((Guess("greet", 1.0),) if text == "hello you" else ()), 0.3)


def classifier() -> TextClassifier:
    rows = questions()
    return fit([row.text for row in rows], [row.category for row in rows], Recipe.faq())


def test_a_question_that_a_general_intent_takes_is_no_answer_of_the_category() -> None:
    learnt = classifier()
    assert answers_to(learnt, ["canteen?", "salary?"], 0.3) == ["canteen", "salary"]
    assert answers_to(learnt, ["hello you", "salary?"], 0.3, GREEDY) == ["general:greet", "salary"]


def test_below_the_threshold_and_without_a_classifier_nothing_is_answered() -> None:
    assert answers_to(classifier(), ["canteen?"], 1.1) == [None]
    assert answers_to(None, ["canteen?", "salary?"], 0.3) == [None, None]


def test_a_pinned_question_is_asked_as_a_candidate_asks_it() -> None:
    pinned = [GoldenQuestion(1, "hello you", "canteen", "en")]
    (asked,) = golden_answers(classifier(), pinned, 0.3, GREEDY)
    assert asked.answer == "general:greet"


def test_a_pinned_question_that_a_general_intent_takes_for_both_models_does_not_block(trained: Workshop) -> None:
    company_id = trained.company_id
    trained.database.write_now(lambda conn: golden.add(conn, company_id, "hello you", "canteen", "en", NOW))
    trained.plan = replace(trained.plan, general=lambda language: GREEDY)
    assert "golden_changed" not in {reason.code for reason in trained.retrain().reasons}
