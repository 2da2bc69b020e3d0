"""The decision rule: answer when sure enough, otherwise hand over."""

from __future__ import annotations

import pytest

from bot.policy import Deferral, Reply, Thresholds, decide
from nlu.understanding import Guess, Stage, Understanding


def understanding(stage: Stage, intent: str | None, confidence: float) -> Understanding:
    ranking = (Guess(intent, confidence),) if intent else ()
    return Understanding("?", "en", stage, intent, confidence, ranking, (), "v1")


def test_a_low_confidence_question_is_deferred() -> None:
    assert decide(understanding(Stage.FAQ, "salary", 0.4999), Thresholds(faq=0.5)) == Deferral()


def test_confidence_at_the_threshold_is_answered() -> None:
    assert decide(understanding(Stage.FAQ, "salary", 0.5), Thresholds(faq=0.5)) == Reply(Stage.FAQ, "salary")


def test_a_message_without_any_guess_is_deferred() -> None:
    assert decide(understanding(Stage.NONE, None, 0.0), Thresholds(faq=0.0)) == Deferral()


@pytest.mark.parametrize("confidence", [0.3, 0.9])
def test_a_general_intent_has_passed_its_own_threshold_already(confidence: float) -> None:
    decision = decide(understanding(Stage.GENERAL, "help", confidence), Thresholds(faq=0.99))
    assert decision == Reply(Stage.GENERAL, "help")
