"""Who asks how an application stands is asked what it was for; the reply is passed on, and seeks no job."""

from __future__ import annotations

import pytest

from tests.bot.conftest import Chat

ADDED = "Thank you, I've passed that on as well."


@pytest.fixture
def chat(start_chat) -> Chat:  # type: ignore[no-untyped-def]
    chat: Chat = start_chat("acme")
    return chat


@pytest.mark.parametrize(
    "reply", ["the cook in Munich", "it was for the nurse in Berlin", "I applied for the cleaning team"]
)
def test_the_opening_that_was_asked_for_is_passed_on(chat: Chat, reply: str) -> None:
    assert "the position you applied for" in chat.ask("!application_status")
    assert chat.ask(reply) == ADDED


@pytest.mark.parametrize("said", ["I would like a job as a cook in Munich", "is there a job as a nurse in Munich?"])
def test_who_seeks_a_job_then_is_shown_some(chat: Chat, said: str) -> None:
    chat.ask("!application_status")
    assert ADDED not in chat.ask(said)


def test_where_it_was_not_asked_a_trade_is_looked_for(chat: Chat) -> None:
    assert ADDED not in chat.ask("the cook in Munich")
    chat.ask("!application_status")
    chat.ask("hello")
    assert ADDED not in chat.ask("the cook in Munich")


def test_where_a_question_waited_that_was_not_asked_and_a_trade_is_looked_for(chat: Chat) -> None:
    chat.ask("!contact_human")
    chat.ask("!application_status")
    assert ADDED not in chat.ask("the cook in Munich")
