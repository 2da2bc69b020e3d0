"""A step of a search that may also be about danger is done, and its writer asked whether they are safe."""

from __future__ import annotations

import pytest

from storage.conversations.messages import Button
from storage.reviews import reviews
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import search_of, titles

NURSES = ["Nurse, ward 3", "Nurse, night shift"]
STEP = "Hamburg, before this town kills me"
REMARK = "this town kills me before the week is over, that much I know"
ASKED = "I'd like to be sure: are you safe right now? Your search goes on right below."
ASKED_ALONE = "Before we go on, I'd like to be sure: are you safe right now?"
GLAD = "Thank you, I'm glad to hear that."
HELPLINE = "Please call 112 now."


@pytest.fixture(autouse=True)
def unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both sentences be such as may say that somebody is in danger."""
    monkeypatch.setattr(scripted, "UNSURE", frozenset({STEP, REMARK}))


def asked(chat: Chat) -> tuple[Button, ...]:
    """Take the step, and return the answers to the question about safety."""
    chat.say("a job as nurse")
    question, shown = chat.say(STEP).replies
    assert [card.title for card in shown.cards] == NURSES
    assert question.text == ASKED
    return question.buttons


@pytest.mark.both_databases
def test_the_step_is_done_and_safety_asked_about_first(chat: Chat) -> None:
    assert [button.title for button in asked(chat)] == ["I am safe", "I need help"]


def test_a_message_that_is_no_step_is_only_asked_about(chat: Chat) -> None:
    chat.say("a job as nurse")
    assert [reply.text for reply in chat.say(REMARK).replies] == [ASKED_ALONE]


def test_who_is_safe_goes_on_with_the_search(chat: Chat) -> None:
    safe, _ = asked(chat)
    glad = chat.say(button=safe.id).replies[0]
    assert glad.text == GLAD
    assert titles(chat, "only part-time") == NURSES[1:]


def test_who_says_so_sees_the_openings_again(chat: Chat) -> None:
    asked(chat)
    replies = chat.say("I am safe").replies
    assert replies[0].text == GLAD
    assert [card.title for reply in replies for card in reply.cards] == NURSES


@pytest.mark.parametrize("words", ["I need help", "no", STEP])
def test_who_is_not_gets_the_helpline(chat: Chat, words: str) -> None:
    asked(chat)
    assert chat.say(words).replies[0].text == HELPLINE


def test_who_goes_on_with_the_search_is_not_asked_again(chat: Chat) -> None:
    asked(chat)
    (shown,) = chat.say("only part-time").replies
    assert [card.title for card in shown.cards] == NURSES[1:]
    search = search_of(chat)
    assert search is not None
    assert search.wish.cities == ("Hamburg",)


def test_a_recruiter_sees_it_among_the_questions(chat: Chat) -> None:
    asked(chat)
    company_id = chat.opened.conversation.company_id
    queued = chat.database.read_now(lambda conn: reviews.queue(conn, company_id))
    assert STEP in [each.question for each in queued]
    assert "a job as nurse" not in [each.question for each in queued]


def test_what_plainly_narrows_the_openings_is_done_beside_the_question(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scripted, "UNSURE", frozenset({"part-time only"}))
    chat.say("nurse jobs in Hamburg")
    replies = chat.say("part-time only").replies
    assert [card.title for reply in replies for card in reply.cards] == ["Nurse, night shift"]
    assert any("are you safe right now?" in reply.text for reply in replies)
