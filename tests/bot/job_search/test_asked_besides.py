"""A wish for a job and a question that the company answers, in one message: both are heard."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from storage.reviews import decisions
from storage.reviews.decisions import AlsoAsked
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat

ASKED = "what do you pay"
ANSWER = "acme pays well."


@pytest.mark.parametrize(
    "text",
    [
        "any baker jobs in berlin and what do you pay",
        "what do you pay and are there baker jobs in berlin",
        "I look for baker jobs in berlin. what do you pay",
    ],
)
@pytest.mark.both_databases
def test_the_question_is_answered_above_what_was_found(chat: Chat, text: str) -> None:
    answer, found = chat.texts(text)
    assert answer == ANSWER
    assert "baker" in found
    talk = chat.opened.conversation
    made = chat.database.read_now(lambda conn: decisions.of_conversation(conn, talk.company_id, talk.id))[-1]
    assert (made.intent, made.also) == ("job_search", AlsoAsked(ASKED, "salary", 0.9))


def test_what_is_asked_next_may_hang_on_that_answer(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "what do you pay and at Christmas?", (Stage.FAQ, "salary", 0.9))
    chat.texts("any baker jobs in berlin and what do you pay")
    assert "nothing more on that" in chat.texts("and at Christmas?")[0]


def test_what_is_not_surely_understood_is_no_question_besides(chat: Chat) -> None:
    assert len(chat.texts("any baker jobs in berlin and do you have unicorns")) == 1


def test_a_question_that_names_the_job_itself_is_one_with_the_search(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "what does a baker earn", (Stage.FAQ, "salary", 0.9))
    assert len(chat.texts("I look for baker jobs in berlin. what does a baker earn")) == 1


def test_who_tells_of_a_trade_and_asks_something_seeks_no_job(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "my sister is a baker in berlin. what do you pay"
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.FAQ, "salary", 0.99))
    assert chat.texts(text) == [ANSWER]


def test_a_question_alone_starts_no_search(chat: Chat) -> None:
    assert chat.texts("what do you pay and is there a pension")[0] == ANSWER


def test_what_is_surely_understood_need_not_be_put_as_a_question(chat: Chat) -> None:
    assert chat.texts("I look for baker jobs in berlin. perks")[0] == "acme has free coffee."


def test_what_says_more_of_the_search_is_no_question_besides(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "part-time please", (Stage.FAQ, "benefits", 0.9))
    assert len(chat.texts("baker jobs in berlin, part-time please")) == 1
