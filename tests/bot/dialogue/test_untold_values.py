"""A question for an amount, a time or a duration that the answer does not hold is answered and passed on."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from nlu.words.answer_types import AnswerType
from storage.answers import answers
from storage.answers.answers import Answer
from storage.reviews.decisions import AlsoAsked
from tests.bot import conftest as scripted
from tests.bot.conftest import NOW, Chat, ScriptedModels

ASKED = "how much is the coffee?"


@pytest.fixture(autouse=True)
def understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, ASKED, (Stage.FAQ, "benefits", 0.9))
    monkeypatch.setitem(scripted.SCRIPT, "is there coffee?", (Stage.FAQ, "benefits", 0.9))


def test_what_the_answer_does_not_hold_is_passed_on_below_it(chat: Chat) -> None:
    answer, told = chat.texts(ASKED)
    assert answer == "acme has free coffee."
    assert f"“{ASKED}”" in told
    made = chat.last_decision
    assert (made.kind, made.intent, made.also) == ("reply", "benefits", AlsoAsked(ASKED, None, 0.0))
    assert chat.status == "waiting"


def test_what_it_holds_is_answered_alone(chat: Chat) -> None:
    its = chat.opened.conversation.company_id
    text = "A cup of coffee is 50 cents, a pound sterling buys two: £1."
    chat.database.write_now(lambda conn: answers.put(conn, its, Answer("benefits", "en", text), NOW))
    assert chat.texts(ASKED) == [text]


def test_a_question_for_no_such_thing_is_answered_alone(chat: Chat) -> None:
    assert chat.texts("is there coffee?") == ["acme has free coffee."]


def test_what_a_topic_is_usually_asked_is_answered_alone(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who taught "how much" as a question of this topic says that its answer is what there is to say."""
    monkeypatch.setattr(ScriptedModels, "usually_asked", lambda *_: frozenset({AnswerType.AMOUNT}))
    assert chat.texts(ASKED) == ["acme has free coffee."]
