"""Which stage spoke, why, and whose grounds are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from nlu.classifier.text_classifier import TextClassifier
from nlu.danger.signs import SignLists, Signs
from nlu.danger.stage import Bounds, DangerStage
from nlu.danger.training import fit_danger
from nlu.entities.finder import EntityFinder
from nlu.explanations.explain import StageReason, explain
from nlu.general.stage import GeneralStage, Heard, fit_general
from nlu.pipeline import Pipeline
from nlu.recipe import GENERAL_THRESHOLD
from nlu.understanding import Entity, Guess, Stage, Understanding
from tests.nlu.general.test_general_stage import EXAMPLES, NEGATIVES
from tests.nlu.samples import FAQ

QUESTION = "how much is the pay of a junior"


class Finder:
    """Finds the word nurse."""

    def find(self, text: str, language: str, *, expected: frozenset[str] = frozenset()) -> tuple[Entity, ...]:
        start = text.find("nurse")
        return (Entity("profession", "nurse", "nurse", start, start + 5),) if start >= 0 else ()


class Scripted:
    """A general stage that says what it is told, with the classifier of a real one."""

    def __init__(self, stage: GeneralStage, guess: Guess | None) -> None:
        self.explaining, self._guess = stage.explaining, guess

    def hear(self, text: str, limit: int | None = 5, *, entities: Sequence[Entity] = ()) -> Heard:
        return Heard((self._guess,) if self._guess else ())


@pytest.fixture(scope="module")
def stage() -> GeneralStage:
    return GeneralStage(fit_general(EXAMPLES, NEGATIVES, find=lambda text: Finder().find(text, "en")))


def pipeline(stage: GeneralStage, faq: TextClassifier | None, general: Guess | None = None) -> Pipeline:
    return Pipeline(
        general=cast("GeneralStage", Scripted(stage, general)) if general else stage,
        faq=faq,
        entities=cast("EntityFinder", Finder()),
        language="en",
        general_threshold=GENERAL_THRESHOLD,
        model_version="v7",
    )


@pytest.mark.parametrize(
    ("text", "general", "reason"),
    [
        (QUESTION, None, StageReason.GENERAL_UNSURE),
        (QUESTION, Guess("greet", 0.39), StageReason.GENERAL_UNSURE),
        (QUESTION, Guess("greet", 0.41), StageReason.FAQ_SURER),
        (QUESTION, Guess("greet", 0.9999), StageReason.GENERAL_SURER),
        ("how much do you pay", Guess("greet", 0.99), StageReason.EXAMPLE),
        ("xyzzyx", Guess("greet", 0.3), StageReason.NOTHING_KNOWN),
    ],
)
def test_the_reason_is_the_rule_that_let_a_stage_speak(
    stage: GeneralStage, faq: TextClassifier, text: str, general: Guess | None, reason: StageReason
) -> None:
    asked = pipeline(stage, faq, general)
    assert explain(asked, asked.parse(text)).reason is reason


def test_without_a_model_of_the_company_there_is_no_faq(stage: GeneralStage) -> None:
    asked = pipeline(stage, None)
    found = explain(asked, asked.parse("do you pay"))
    assert (found.reason, found.stage) == (StageReason.NO_FAQ, Stage.GENERAL)
    assert found.grounds is not None
    assert found.general == Guess(found.grounds.category, found.grounds.confidence)


def test_the_grounds_are_those_of_the_faqs_guess(stage: GeneralStage, faq: TextClassifier) -> None:
    asked = pipeline(stage, faq)
    seen = asked.parse(QUESTION)
    found = explain(asked, seen)
    assert found.grounds is not None
    assert (found.stage, found.model_version, found.general_threshold) == (Stage.FAQ, "v7", GENERAL_THRESHOLD)
    assert found.grounds.category == seen.intent
    assert found.grounds.confidence == faq.rank(QUESTION)[0].confidence
    assert {each.text for each in found.grounds.nearest} <= {text for text, _ in FAQ}


def test_the_general_stages_grounds_are_of_the_text_without_entities(stage: GeneralStage, faq: TextClassifier) -> None:
    asked = pipeline(stage, faq)
    found = explain(asked, asked.parse("any jobs as a nurse"))
    assert found.grounds is not None
    assert (found.stage, found.grounds.category) == (Stage.GENERAL, "job_search")
    assert found.grounds.read == "any jobs as a entity_profession"
    assert found.grounds.words[-1].text == "nurse"


def test_general_grounds_are_the_same_where_examples_are_read_when_somebody_asks(
    stage: GeneralStage, faq: TextClassifier
) -> None:
    lean = GeneralStage(stage.classifier, whole=lambda: stage.classifier)
    asked, asked_lean = pipeline(stage, faq), pipeline(lean, faq)
    seen = asked_lean.parse("any jobs as a nurse")
    assert seen == asked.parse("any jobs as a nurse")
    assert not lean.classifier.examples.texts
    found = explain(asked_lean, seen)
    assert found == explain(asked, seen)
    assert found.grounds is not None
    assert found.grounds.nearest


def test_without_the_file_a_general_intent_is_told_without_neighbours(stage: GeneralStage, faq: TextClassifier) -> None:
    asked = pipeline(GeneralStage(stage.classifier, whole=lambda: None), faq)
    found = explain(asked, asked.parse("any jobs as a nurse"))
    assert found.grounds is not None
    assert (found.grounds.category, found.grounds.nearest) == ("job_search", ())


def test_danger_is_told_with_the_grounds_of_the_passage_that_says_it(stage: GeneralStage, faq: TextClassifier) -> None:
    signs = Signs(SignLists({"suicide": ("die",)}), "en")
    examples = [("I want to die", "danger"), ("i will die", "danger"), ("die casting", "safe"), ("hello", "safe")]
    danger = DangerStage(signs, fit_danger(examples, signs, "en"), Bounds(0.3, 0.5), "en")
    asked = Pipeline(
        general=stage, faq=faq, entities=cast("EntityFinder", Finder()), language="en",
        general_threshold=GENERAL_THRESHOLD, model_version="v7", danger=danger,
    )  # fmt: skip
    found = explain(asked, asked.parse("How much do you pay? I want to die."))
    assert (found.reason, found.stage) == (StageReason.CRISIS, Stage.GENERAL)
    assert found.grounds is not None
    assert found.grounds.category == "danger"
    assert [word.text for word in found.grounds.words][:4] == ["i", "want", "to", "die"]


def test_a_message_of_which_nothing_is_known_has_no_grounds(stage: GeneralStage, faq: TextClassifier) -> None:
    asked = pipeline(stage, faq)
    found = explain(asked, asked.parse("求人"))
    assert (found.reason, found.general, found.grounds) == (StageReason.NOTHING_KNOWN, None, None)


def test_what_would_be_seen_differently_today_is_said_to_have_changed(stage: GeneralStage, faq: TextClassifier) -> None:
    seen = Understanding("hello there", "en", Stage.FAQ, "salary", 0.6, (Guess("salary", 0.6),), (), "v1")
    found = explain(pipeline(stage, faq), seen)
    assert found.reason is StageReason.CHANGED
    assert found.grounds is not None
    assert found.grounds.category == "salary"


def test_a_pressed_button_was_no_guess(stage: GeneralStage, faq: TextClassifier) -> None:
    seen = Understanding("Pay", "en", Stage.FAQ, "salary", 1.0, (Guess("salary", 1.0),), (), "button")
    found = explain(pipeline(stage, faq), seen, pressed=True)
    assert (found.reason, found.grounds) == (StageReason.BUTTON, None)


@pytest.mark.parametrize(("stage_seen", "intent"), [(Stage.FAQ, "equipment"), (Stage.NONE, None)])
def test_a_choice_after_asking_back_has_the_grounds_of_the_question(
    stage: GeneralStage, faq: TextClassifier, stage_seen: Stage, intent: str | None
) -> None:
    ranking = (Guess("equipment", 1.0), Guess("salary", 0.4))
    seen = Understanding(QUESTION, "en", stage_seen, intent, 1.0, ranking, (), "button")
    found = explain(pipeline(stage, faq), seen, pressed=True)
    assert found.grounds is not None
    assert (found.reason, found.stage, found.grounds.category) == (StageReason.BUTTON, Stage.FAQ, "equipment")
