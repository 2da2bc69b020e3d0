"""Each sign of a conversation that goes nowhere, by itself."""

from __future__ import annotations

from typing import Any

import pytest

from bot.guard.exchange import Exchange
from bot.guard.likeness import likeness
from bot.guard.signals import Signal, signs
from nlu.understanding import Stage


def asked(said: str, intent: str | None = "salary", reply: str = "It depends.", **changes: Any) -> Exchange:
    stage = Stage.NONE if intent is None else Stage.FAQ
    return Exchange(**{"said": said, "replies": (reply,), "stage": stage, "intent": intent, "kind": "reply"} | changes)


def requested(intent: str, reply: str = "Hm.") -> Exchange:
    return Exchange(f"!{intent}", (reply,), Stage.GENERAL, intent, "reply")


PAY = asked("What do you pay?")
PETS = asked("Are dogs allowed?", "pets", "No dogs.")
UNKNOWN = asked("Do you have unicorns?", None, "I'm not sure.", kind="defer", confidence=0.0, margin=0.0)


def strength(signal: Signal, now: Exchange, *before: Exchange) -> float:
    return signs(now, before).get(signal, 0)


def test_the_same_question_counts_each_time_it_was_asked_before() -> None:
    again = asked("what do you PAY")
    assert strength(Signal.SAME_QUESTION, again, PAY, PETS, PAY) == 2
    assert strength(Signal.SAME_QUESTION, PETS, PAY) == 0
    assert strength(Signal.REPHRASED, again, PAY) == 0


@pytest.mark.parametrize(
    "again",
    [
        asked("And what do you pay me?"),
        asked("And my wages?", confidence=0.7),
        asked("And my wages?", kind="defer"),
    ],
    ids=["alike", "unsure", "not answered"],
)
def test_a_question_of_a_category_asked_before_is_the_same_in_other_words(again: Exchange) -> None:
    assert strength(Signal.REPHRASED, again, PAY, PETS) == 1


def test_another_detail_of_a_category_that_is_surely_answered_is_another_question() -> None:
    assert strength(Signal.REPHRASED, asked("Is there a bonus at Christmas?"), PAY) == 0


def test_three_details_of_one_category_are_no_loop() -> None:
    bonus, rise = asked("Is there a bonus at Christmas?", reply="x"), asked("Does it rise with the years?", reply="y")
    assert strength(Signal.LOOP, rise, PAY, bonus) == 0


def test_a_question_that_looks_like_one_before_is_the_same_in_other_words() -> None:
    again = asked("Do you really have unicorns?", None, "I'm not sure.", kind="defer")
    assert strength(Signal.REPHRASED, again, UNKNOWN) == 1


def test_questions_that_got_different_answers_are_different_however_alike_they_look() -> None:
    cats = asked("Are cats allowed?", "facilities", "Yes.")
    assert likeness(cats.said, PETS.said) > 0.6
    assert strength(Signal.REPHRASED, cats, PETS) == 0


def test_an_insult_leaves_the_latest_question_in_view() -> None:
    assert strength(Signal.SAME_QUESTION, requested("insult"), PAY, PAY) == 1


def test_small_talk_and_buttons_are_no_questions() -> None:
    assert strength(Signal.SAME_QUESTION, requested("small_talk"), requested("small_talk")) == 0
    assert strength(Signal.SAME_QUESTION, PAY, asked("What do you pay?", typed=False)) == 0


def test_the_same_answer_counts_whatever_the_question_was() -> None:
    assert strength(Signal.SAME_ANSWER, asked("Wages?"), PAY, PETS, asked("Pay", typed=False)) == 2


@pytest.mark.parametrize(
    "turns",
    [
        [PAY, asked("What do you pay me?", reply="x"), asked("And what do you pay?", reply="y")],
        [requested("small_talk", "Hm."), requested("help", "Hm."), requested("small_talk", "Hm.")],
        [PAY, PETS, PAY, PETS],
    ],
    ids=["one question thrice", "one reply thrice", "two replies in turns"],
)
def test_three_turns_in_a_circle_are_a_loop(turns: list[Exchange]) -> None:
    *before, now = turns
    assert strength(Signal.LOOP, now, *before) == 1
    assert strength(Signal.LOOP, now, *before[1:]) == 0


def test_unknown_questions_of_different_kinds_are_no_loop_of_one_category() -> None:
    unknown = [asked(text, None, text, kind="defer") for text in ("Unicorns?", "Dragons?", "Trolls?")]
    assert strength(Signal.LOOP, unknown[2], *unknown[:2]) == 0


def test_doubts_and_insults_are_counted_with_this_message() -> None:
    doubt = asked("Not that", None, typed=False, doubts=True)
    assert strength(Signal.NOT_MEANT, doubt, PAY, doubt) == 2
    assert strength(Signal.INSULT, requested("insult"), PAY, requested("insult")) == 2


def test_a_wish_for_a_person_counts_afterwards() -> None:
    assert strength(Signal.WANTS_HUMAN, PAY, requested("contact_human")) == 1
    assert strength(Signal.WANTS_HUMAN, requested("contact_human"), PAY) == 0


@pytest.mark.parametrize(("confidence", "degree"), [(0.75, 0), (0.6, 0.2), (0.9, 0)])
def test_an_unsure_answer_has_low_confidence(confidence: float, degree: float) -> None:
    assert strength(Signal.LOW_CONFIDENCE, asked("Pay?", confidence=confidence)) == pytest.approx(degree)


def test_an_answer_with_a_close_rival_has_a_small_margin() -> None:
    assert strength(Signal.SMALL_MARGIN, asked("Pay?", margin=0.15)) == pytest.approx(0.5)
    assert strength(Signal.SMALL_MARGIN, asked("Pay?", margin=0.3)) == 0


def test_only_answers_can_be_unsure() -> None:
    assert signs(UNKNOWN, ()) == {}


def test_texts_without_words_are_like_nothing() -> None:
    assert likeness("?!", "?!") == 0
    assert likeness("", "pay") == 0
