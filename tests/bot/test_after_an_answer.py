"""What is said to an answer in words of no list: more of it, not what was asked, in plainer words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.guard.guard import Guard
from nlu.understanding import Stage
from storage.answers import answers
from storage.answers.answers import Answer
from storage.reviews import doubts
from tests.bot import conftest as scripted
from tests.bot.conftest import NOW, Chat
from tests.bot.heard_steps import let_hear

PAY = "what do you pay"
MORE, NOT_MEANT, PLAINER = "and the rest of the story", "we talk at cross purposes", "in words my gran gets"


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch, chat: Chat) -> Chat:
    """A chat whose last question was answered, with the button that says that something else was meant."""
    let_hear(monkeypatch, chat, {MORE: "more_of_it", NOT_MEANT: "not_meant", PLAINER: "plainer"})
    chat.service = replace(chat.service, guard=Guard())
    chat.say(PAY)
    return chat


def test_the_rest_of_an_answer_is_told(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {MORE: "more_of_it"})
    company = chat.opened.conversation.company_id
    whole = Answer("salary", "en", "acme pays well.", more="And twice in May.")
    chat.database.write_now(lambda conn: answers.put(conn, company, whole, NOW))
    chat.say(PAY)
    assert chat.ask(MORE) == "And twice in May."


def test_who_doubts_it_is_told_who_wrote_it_and_may_ask_a_person(
    answered: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, answered, {"is that gospel": "says_who"})
    (reply,) = answered.say("is that gospel").replies
    assert reply.text.startswith("That answer was written by the recruiting team of")
    assert [button.id for button in reply.buttons] == ["general:contact_human"]


def test_where_there_is_no_rest_the_wish_is_passed_on_with_its_topic(answered: Chat) -> None:
    assert answered.ask(MORE).startswith("I've found nothing more on that than what I wrote above.")


def test_an_answer_that_was_not_meant_is_doubted_as_its_button_does(answered: Chat) -> None:
    assert answered.ask(NOT_MEANT).startswith("Sorry, then I misunderstood you.")
    its = answered.opened.conversation
    doubted = answered.database.read_now(lambda conn: doubts.of_conversations(conn, its.company_id, [its.id]))
    assert list(doubted.values()) == ["salary"]


def test_what_was_meant_instead_is_answered(answered: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "no, I meant the coffee"
    let_hear(monkeypatch, answered, {text: "not_meant"})
    monkeypatch.setitem(scripted.SCRIPT, "the coffee", (Stage.FAQ, "benefits", 0.8))
    assert "free coffee" in answered.ask(text)


def test_what_the_answer_tells_is_asked_though_it_sounds_like_no_more_than_a_step(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, chat, {"what ages": "plainer"})
    company = chat.opened.conversation.company_id
    nursery = Answer("salary", "en", "acme has a nursery. It is for children from one to six years.")
    chat.database.write_now(lambda conn: answers.put(conn, company, nursery, NOW))
    monkeypatch.setitem(scripted.SCRIPT, f"{PAY} what ages", (Stage.FAQ, "salary", 0.9))
    chat.say(PAY)
    assert chat.ask("what ages") == "It is for children from one to six years."


def test_what_was_not_clear_is_said_again(answered: Chat) -> None:
    assert answered.ask(PLAINER) == "acme pays well."


@pytest.mark.parametrize("step", ["more_of_it", "not_meant", "plainer"])
def test_thanks_are_taken_for_nothing_else(answered: Chat, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    let_hear(monkeypatch, answered, {"!thanks that is all": step})  # type: ignore[dict-item]
    assert answered.ask("!thanks that is all").startswith("You're welcome!")


def test_before_an_answer_none_of_it_is_heard(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {MORE: "more_of_it", NOT_MEANT: "not_meant", PLAINER: "plainer"})
    for text in (MORE, NOT_MEANT, PLAINER):
        assert "passed your question" in chat.ask(text)


def test_who_wants_another_language_is_not_told_it_again_in_this_one(
    answered: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, answered, {"once more in German please": "plainer"})
    assert "acme pays well." not in answered.ask("once more in German please")
