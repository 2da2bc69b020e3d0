"""The decision rule: answer when sure enough, otherwise hand over."""

from __future__ import annotations

import pytest

from bot.dialogue.acts import Act, AskBack, Defer, Fulfil, GiveAnswer
from bot.dialogue.policy import Thresholds, decide, is_plain_step
from bot.dialogue.readings import Interpretation, Reading
from bot.dialogue.search_acts import ResumeSearch, Search
from nlu.understanding import Guess, Stage, Understanding


def understanding(stage: Stage, intent: str | None, confidence: float) -> Understanding:
    ranking = (Guess(intent, confidence),) if intent else ()
    return Understanding("?", "en", stage, intent, confidence, ranking, (), "v1")


def guesses(*confidences: float) -> Understanding:
    """A question whose guesses a, b, c, ... have these confidences."""
    ranking = tuple(Guess("abcdef"[place], confidence) for place, confidence in enumerate(confidences))
    return Understanding("?", "en", Stage.FAQ, "a", confidences[0], ranking, (), "v1")


def test_a_low_confidence_question_is_deferred() -> None:
    assert decide(understanding(Stage.FAQ, "salary", 0.3499), Thresholds(faq=0.5)) == Defer()


def test_a_question_just_below_the_threshold_is_asked_about() -> None:
    assert decide(understanding(Stage.FAQ, "salary", 0.4999), Thresholds(faq=0.5)) == AskBack(("salary",))


def test_confidence_at_the_threshold_is_answered() -> None:
    assert decide(understanding(Stage.FAQ, "salary", 0.5), Thresholds(faq=0.5)) == GiveAnswer("salary")


def test_a_message_without_any_guess_is_deferred() -> None:
    assert decide(understanding(Stage.NONE, None, 0.0), Thresholds(faq=0.0)) == Defer()


@pytest.mark.parametrize("confidence", [0.3, 0.9])
def test_a_general_intent_has_passed_its_own_threshold_already(confidence: float) -> None:
    decision = decide(understanding(Stage.GENERAL, "help", confidence), Thresholds(faq=0.99))
    assert decision == Fulfil("help")


@pytest.mark.parametrize(
    ("confidences", "options"),
    [
        ((0.4, 0.3, 0.1), ("a", "b")),
        ((0.4, 0.2), ("a", "b")),
        ((0.4, 0.3, 0.25, 0.2), ("a", "b", "c")),
        ((0.25, 0.25), ("a", "b")),
    ],
)
def test_a_question_with_few_close_guesses_is_asked_back(
    confidences: tuple[float, ...], options: tuple[str, ...]
) -> None:
    thresholds = Thresholds(faq=0.5, clarify_floor=0.25, clarify_closeness=0.5)
    assert decide(guesses(*confidences), thresholds) == AskBack(options)


@pytest.mark.parametrize("confidences", [(0.34, 0.1), (0.24, 0.24), (0.34,)])
def test_a_guess_alone_that_is_not_sure_enough_or_below_the_floor_is_deferred(confidences: tuple[float, ...]) -> None:
    thresholds = Thresholds(faq=0.5, clarify_floor=0.25, clarify_closeness=0.5, clarify_alone=0.35)
    assert decide(guesses(*confidences), thresholds) == Defer()


@pytest.mark.parametrize("confidences", [(0.4, 0.19), (0.35, 0.1), (0.4,)])
def test_a_guess_to_which_none_comes_close_is_asked_about(confidences: tuple[float, ...]) -> None:
    thresholds = Thresholds(faq=0.5, clarify_floor=0.25, clarify_closeness=0.5, clarify_alone=0.35)
    assert decide(guesses(*confidences), thresholds) == AskBack(("a",))
    assert decide(guesses(*confidences), thresholds, may_ask=False) == Defer()


def test_a_sure_guess_is_answered_however_close_the_next_one_is() -> None:
    assert decide(guesses(0.5, 0.49), Thresholds(faq=0.5)) == GiveAnswer("a")


def test_what_was_just_asked_back_is_not_asked_again() -> None:
    assert decide(guesses(0.4, 0.4), Thresholds(faq=0.5), may_ask=False) == Defer()


def test_a_floor_of_one_never_asks_back() -> None:
    assert decide(guesses(0.9, 0.9), Thresholds(faq=0.95, clarify_floor=1.0)) == Defer()


@pytest.mark.parametrize(
    ("act", "probability", "is_step"),
    [(Search(), 0.7, True), (Search(), 0.69, False), (ResumeSearch(), 0.99, False), (None, 0.99, False)],
)
def test_only_a_step_of_a_search_that_was_surely_taken_is_done_although_it_may_be_about_danger(
    act: Act | None, probability: float, is_step: bool
) -> None:
    meant = Interpretation(understanding(Stage.NONE, None, 0.0), Reading("change", act=act), probability)
    assert is_plain_step(meant, Thresholds(surely_taken=0.7)) is is_step
