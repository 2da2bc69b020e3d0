"""What only reacts to what the bot told ("ah well") is no question, and nothing of it goes to a person."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat
from tests.bot.heard_steps import let_hear

PAY, UNKNOWN, AH_WELL = "what do you pay", "do you have unicorns", "tough luck i suppose"
HEARD = "All right. If something else comes to mind, just ask."
PASSED_ON = "I've passed your question to the recruiting team"


@pytest.fixture(autouse=True)
def hears(monkeypatch: pytest.MonkeyPatch, chat: Chat) -> None:
    let_hear(monkeypatch, chat, {AH_WELL: "noted", f"{AH_WELL}?": "noted", "!thanks a lot": "noted"})


def test_a_reaction_to_an_answer_is_passed_on_to_nobody(chat: Chat) -> None:
    chat.say(PAY)
    assert chat.ask(AH_WELL) == HEARD
    assert chat.status == "open"


def test_a_reaction_to_a_deferral_is_not_passed_on_again_and_the_question_waits_on(chat: Chat) -> None:
    chat.say(UNKNOWN)
    assert chat.ask(AH_WELL) == HEARD
    assert chat.status == "waiting"


def test_what_was_talked_of_before_a_reaction_is_still_talked_of(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, f"{PAY} and in Peru?", (Stage.FAQ, "benefits", 0.9))
    chat.say(PAY)
    chat.say(AH_WELL)
    assert "free coffee" in chat.ask("and in Peru?")


def test_what_is_put_as_a_question_is_one(chat: Chat) -> None:
    chat.say(PAY)
    assert chat.ask(f"{AH_WELL}?") != HEARD


def test_what_surely_asks_something_known_is_answered(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, AH_WELL, (Stage.FAQ, "benefits", 0.9))
    chat.say(PAY)
    assert "free coffee" in chat.ask(AH_WELL)


def test_thanks_are_thanks(chat: Chat) -> None:
    chat.say(PAY)
    assert chat.ask("!thanks a lot").startswith("You're welcome!")


@pytest.mark.parametrize("before", [[], ["!job_search"]])
def test_where_nothing_was_told_or_the_bot_waits_for_an_answer_nothing_is_taken_for_a_reaction(
    chat: Chat, before: list[str]
) -> None:
    for text in before:
        chat.say(text)
    assert chat.ask(AH_WELL) != HEARD


def test_a_name_alone_says_hello_and_is_passed_on_to_nobody(chat: Chat) -> None:
    assert chat.ask("Sabine Krüger").startswith("Hello!")
    assert chat.status == "open"


def test_a_name_alone_is_added_to_the_question_that_was_just_passed_on(chat: Chat) -> None:
    chat.say(UNKNOWN)
    assert chat.ask("Sabine Krüger") == "Thank you, I've passed that on as well."


def test_other_words_in_capitals_are_no_name(chat: Chat) -> None:
    assert PASSED_ON in chat.ask("Unicorns Ahead")
