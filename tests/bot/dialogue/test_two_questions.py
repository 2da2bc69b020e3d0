"""A message that asks more than one thing."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from storage.reviews.decisions import AlsoAsked
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat
from tests.bot.dialogue.asked_on import questions, understood

__all__ = ["understood"]


def test_a_second_question_is_answered_where_nobody_wrote_an_answer_to_the_first(chat: Chat) -> None:
    assert chat.texts("is there a pension and what do you pay")[1] == "acme pays well."
    assert chat.last_decision.also == AlsoAsked("what do you pay", "salary", 0.9)


def test_what_was_taught_word_for_word_is_one_question(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "What do you pay? Any perks?", (Stage.FAQ, "salary", 1.0))
    assert chat.texts("What do you pay? Any perks?") == ["acme pays well."]


@pytest.mark.both_databases
def test_two_questions_are_both_answered(chat: Chat) -> None:
    assert chat.texts("What do you pay? Any perks?") == ["acme pays well.", "acme has free coffee."]
    made = chat.last_decision
    assert (made.intent, made.question, made.also) == (
        "salary",
        "What do you pay?",
        AlsoAsked("Any perks?", "benefits", 0.9),
    )


def test_two_questions_in_one_sentence_are_both_answered(chat: Chat) -> None:
    assert chat.texts("what do you pay and is there a pension")[0] == "acme pays well."
    assert chat.last_decision.also == AlsoAsked("is there a pension", "pension", 0.8)


def test_a_second_question_that_nobody_can_answer_is_named_and_passed_on(chat: Chat) -> None:
    answer, told = chat.texts("What do you pay? Is there a spaceship to Mars?")
    assert answer == "acme pays well."
    assert "“Is there a spaceship to Mars?”" in told
    assert chat.last_decision.also == AlsoAsked("Is there a spaceship to Mars?", None, 0.0)


def test_the_one_question_of_a_long_message_is_answered(chat: Chat) -> None:
    assert chat.texts("I am Bo. What do you pay?") == ["acme pays well."]
    assert questions(chat)[0].question == "What do you pay?"


def test_a_question_of_a_word_is_read_with_the_sentence_before(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "Problem?", (Stage.FAQ, "benefits", 0.9))
    monkeypatch.setitem(scripted.SCRIPT, "I ask for much. Problem?", (Stage.FAQ, "salary", 0.8))
    assert chat.texts("Hi there. I ask for much. Problem?") == ["acme pays well."]


def test_the_same_question_twice_is_answered_once(chat: Chat) -> None:
    assert chat.texts("What do you pay? What do you pay?") == ["acme pays well."]


def test_a_second_question_need_not_be_as_sure_as_the_first(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "Is the coffee free?", (Stage.FAQ, "benefits", 0.5))
    assert chat.texts("What do you pay? Is the coffee free?") == ["acme pays well.", "acme has free coffee."]
    assert chat.last_decision.also == AlsoAsked("Is the coffee free?", "benefits", 0.5)


def test_nor_need_one_in_the_same_sentence_whichever_comes_first(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "is the coffee free", (Stage.FAQ, "benefits", 0.45))
    assert chat.texts("is the coffee free and what do you pay") == ["acme pays well.", "acme has free coffee."]


def test_what_a_word_joins_to_a_question_is_one_in_any_form(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "wot coffee they give me", (Stage.FAQ, "benefits", 0.45))
    assert chat.texts("what do you pay and wot coffee they give me") == ["acme pays well.", "acme has free coffee."]


def test_two_questions_after_an_introduction_are_both_answered(chat: Chat) -> None:
    assert chat.texts("I am Bo. what do you pay and is there a pension")[0] == "acme pays well."
    assert chat.last_decision.also == AlsoAsked("is there a pension", "pension", 0.8)


def test_a_remark_beside_a_question_is_no_second_question(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "I like the coffee.", (Stage.FAQ, "benefits", 0.5))
    assert chat.texts("I like the coffee. What do you pay?") == ["acme pays well."]


def test_what_is_surely_a_question_is_one_in_any_form(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "Coffee, free like.", (Stage.FAQ, "benefits", 0.95))
    assert chat.texts("Coffee, free like. What do you pay?") == ["acme pays well.", "acme has free coffee."]


def test_of_a_long_message_only_what_is_put_as_a_question_is_answered(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "I like the coffee.", (Stage.FAQ, "benefits", 0.95))
    assert chat.texts("I am Bo. I like the coffee. What do you pay?") == ["acme pays well."]


def test_half_a_sentence_that_nobody_can_answer_is_named_and_passed_on(chat: Chat) -> None:
    answer, told = chat.texts("what do you pay and is there a spaceship to Mars?")
    assert answer == "acme pays well."
    assert "“is there a spaceship to Mars?”" in told


@pytest.mark.parametrize("text", ["Salary and coffee?", "salary, coffee"])
def test_two_topics_named_by_a_word_each_are_both_answered(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    named = {"salary": "salary", "Salary": "salary", "coffee": "benefits", "coffee?": "benefits"}
    for part, topic in named.items():
        monkeypatch.setitem(scripted.SCRIPT, part, (Stage.FAQ, topic, 0.95))
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.FAQ, "benefits", 0.8))
    assert chat.texts(text) == ["acme pays well.", "acme has free coffee."]


def test_what_may_hang_on_the_other_part_is_not_parted_from_it(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "coffee, when is it paid"
    for part, topic in (("coffee", "benefits"), ("when is it paid", "salary")):
        monkeypatch.setitem(scripted.SCRIPT, part, (Stage.FAQ, topic, 0.95))
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.FAQ, "benefits", 0.8))
    assert "acme pays well." not in chat.texts(text)


@pytest.mark.parametrize("sure", [0.95, 0.7])
def test_what_two_words_make_together_stays_one_question(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, sure: float
) -> None:
    for part, topic in (("tea", "benefits" if sure > 0.9 else "salary"), ("coffee", "benefits")):
        monkeypatch.setitem(scripted.SCRIPT, part, (Stage.FAQ, topic, sure))
    monkeypatch.setitem(scripted.SCRIPT, "tea and coffee", (Stage.FAQ, "benefits", 0.8))
    assert chat.texts("tea and coffee") == ["acme has free coffee."]
