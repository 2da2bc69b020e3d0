"""A candidate says whether a person's answer answered the question, and why, where they like."""

from __future__ import annotations

import pytest

from bot.errors import InvalidMessage
from storage import Connection
from storage.conversations import conversations, messages, receipts, satisfactions
from storage.conversations.messages import Button, Message, NewMessage
from storage.conversations.satisfactions import Satisfaction
from storage.reviews import decisions
from tests.bot.conftest import NOW, Chat

THUMBS = (Button("rated:yes", "Answered"), Button("rated:no", "Not answered"))


@pytest.fixture
def answered(chat: Chat) -> Chat:
    """A chat in which a person answered with message 2, and the bot answers again."""
    its = chat.opened.conversation

    def answer(conn: Connection) -> None:
        messages.append(conn, its.company_id, its.id, NewMessage("outgoing", "recruiter", "Yes.", THUMBS), NOW)
        conversations.set_status(conn, its.company_id, its.id, "resolved", NOW)

    chat.database.write_now(answer)
    return chat


def told(chat: Chat) -> list[Satisfaction]:
    its = chat.opened.conversation
    return chat.database.read_now(lambda conn: satisfactions.of_conversations(conn, its.company_id, [its.id]))


def buttons(replies: tuple[Message, ...]) -> list[str]:
    return [button.id for reply in replies for button in reply.buttons]


def test_who_says_that_the_question_was_answered_is_thanked_and_it_stays_done(answered: Chat) -> None:
    replies = answered.say(button="rated:yes").replies
    assert buttons(replies) == ["rated:comment"]
    (one,) = told(answered)
    assert (one.answer_seq, one.answered, one.comment) == (2, True, None)
    assert answered.status == "resolved"


def test_what_somebody_judged_they_have_read(answered: Chat) -> None:
    answered.say(button="rated:yes")
    its = answered.opened.conversation
    seen = answered.database.read_now(lambda conn: receipts.seen_up_to(conn, its.company_id, its.id))
    assert seen == 2, "no mail goes out about it"


def test_who_says_that_it_was_not_waits_for_a_person_again(answered: Chat) -> None:
    (reply,) = answered.say(button="rated:no").replies
    assert "with the recruiting team again" in reply.text
    assert [each.answered for each in told(answered)] == [False]
    assert (answered.status, answered.conversation.owner) == ("waiting", "bot")
    answered.say(button="rated:yes")
    assert [each.answered for each in told(answered)] == [True], "the last word counts"


def test_a_comment_is_what_is_written_after_one_was_asked_for_and_nothing_else(answered: Chat) -> None:
    answered.say(button="rated:no")
    assert buttons(answered.say(button="rated:comment").replies) == ["rated:none"]
    (reply,) = answered.say("what do <b>you</b> pay").replies
    assert "passed your comment on" in reply.text
    assert [each.comment for each in told(answered)] == ["what do <b>you</b> pay"]
    assert answered.say("what do you pay").replies[0].text == "acme pays well."
    its = answered.opened.conversation
    kept = answered.database.read_now(lambda conn: decisions.of_conversation(conn, its.company_id, its.id))
    assert len(kept) == 1, "what was said of an answer is nothing to review"


def test_who_wants_no_comment_is_not_asked_on(answered: Chat) -> None:
    answered.say(button="rated:yes")
    answered.say(button="rated:comment")
    answered.say(button="rated:none")
    assert answered.say("what do you pay").replies[0].text == "acme pays well."
    assert [each.comment for each in told(answered)] == [None]


def test_danger_is_heard_in_a_comment_as_well(answered: Chat) -> None:
    answered.say(button="rated:no")
    answered.say(button="rated:comment")
    answered.say("!crisis")
    assert answered.conversation.urgent
    assert [each.comment for each in told(answered)] == [None]


def test_beside_a_person_the_thumbs_work_and_leave_them_the_conversation(answered: Chat) -> None:
    its = answered.opened.conversation
    answered.database.write_now(lambda conn: conversations.set_owner(conn, its.company_id, its.id, "recruiter", NOW))
    assert len(answered.say(button="rated:no").replies) == 1
    assert (answered.conversation.owner, answered.status) == ("recruiter", "waiting")


def test_nobody_rates_what_was_not_offered(chat: Chat) -> None:
    with pytest.raises(InvalidMessage):
        chat.say(button="rated:yes")
