"""What a message may be besides a question: a wish for a language, a question about the answer to come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.service import Service
from candor.house import job_words
from tests.bot.conftest import Chat


@pytest.fixture
def service(service: Service) -> Service:
    return replace(service, jobs=job_words())


def reply(chat: Chat, text: str) -> str:
    return " ".join(each.text for each in chat.say(text).replies)


def test_who_asks_when_somebody_answers_is_told_how_the_question_stands(chat: Chat) -> None:
    assert "passed your question" in reply(chat, "who feeds the unicorns?")
    told = reply(chat, "when will somebody get back to me?")
    assert "with the recruiting team" in told
    assert "within one working day" in told


@pytest.mark.parametrize(
    "text", ["and who pays for the hay, they or me?", "and do they like apples?", "and the dragons?"]
)
def test_a_question_that_asks_for_no_reply_is_passed_on_too(chat: Chat, text: str) -> None:
    reply(chat, "who feeds the unicorns?")
    assert "Nobody has answered it yet" not in reply(chat, text)


def test_where_nothing_waits_for_a_person_the_same_question_is_an_ordinary_one(chat: Chat) -> None:
    assert "Nobody has answered it yet" not in reply(chat, "when will somebody get back to me?")


def test_the_name_of_another_language_alone_asks_for_it(chat: Chat) -> None:
    assert "auf Deutsch" in reply(chat, "German")


def test_a_language_that_is_only_spoken_of_is_not_asked_for(chat: Chat) -> None:
    assert "auf Deutsch" not in reply(chat, "is it true that in your factory everybody must write German every day?")
