"""A candidate asks in the chat for a person's answer by mail, with a button or by typing an address."""

from __future__ import annotations

import pytest

from storage.reviews import decisions
from tests.bot.answers.conftest import belongs_to, buttons, history, kept, recruiter_writes, said
from tests.bot.conftest import Chat

HANDED_OVER = "do you have unicorns"
ANNA = "anna@example.org"


def decided(chat: Chat) -> int:
    """How many messages stand in the recruiters' figures."""
    talk = chat.opened.conversation
    return len(chat.database.read_now(lambda conn: decisions.of_conversation(conn, talk.company_id, talk.id)))


@pytest.mark.parametrize("text", [HANDED_OVER, "!contact_human", "is there a pension"])
def test_what_is_handed_over_is_offered_by_mail(mailed: Chat, text: str) -> None:
    seq = mailed.say(text).message.seq
    assert buttons(mailed) == [f"mail:ask:{seq}"]


@pytest.mark.parametrize("text", ["what do you pay", "!greet", "!crisis", "!delete_my_data"])
def test_nothing_else_is(mailed: Chat, text: str) -> None:
    mailed.say(text)
    assert buttons(mailed) == []


def test_a_house_without_a_mail_server_offers_nothing(chat: Chat) -> None:
    chat.say(HANDED_OVER)
    assert buttons(chat) == []
    chat.say(f"my address is {ANNA}")
    assert buttons(chat) == []


def test_there_an_address_after_a_hand_over_is_for_the_person_who_answers(chat: Chat) -> None:
    chat.say(HANDED_OVER)
    assert "sees this address" in said(chat, ANNA)
    assert decided(chat) == 1


def test_there_an_address_that_nobody_waits_for_is_no_more_than_a_message(chat: Chat) -> None:
    assert "sees this address" not in said(chat, ANNA)


def test_the_button_asks_for_the_address_which_is_kept_for_the_question(mailed: Chat) -> None:
    question = mailed.say(HANDED_OVER).message.seq
    assert "for this conversation only" in said(mailed, button=f"mail:ask:{question}")
    answer = said(mailed, f"it's {ANNA}, thanks")
    assert ANNA in answer
    assert "deleted after 30 days" in answer
    its = kept(mailed)
    assert its is not None
    assert (its.email, its.question_seq) == (ANNA, question)


def test_talk_about_the_mail_is_nothing_to_review(mailed: Chat) -> None:
    question = mailed.say(HANDED_OVER).message.seq
    before = decided(mailed)
    mailed.say(button=f"mail:ask:{question}")
    mailed.say(ANNA)
    assert decided(mailed) == before


@pytest.mark.parametrize(
    ("typed", "told"),
    [("anna@example", "check it and send it again"), ("a@example.org b@example.org", "more than one address")],
)
def test_an_address_that_cannot_be_used_is_asked_for_again(mailed: Chat, typed: str, told: str) -> None:
    question = mailed.say(HANDED_OVER).message.seq
    mailed.say(button=f"mail:ask:{question}")
    assert told in said(mailed, typed)
    assert kept(mailed) is None
    mailed.say(ANNA)
    assert kept(mailed) is not None


def test_who_changes_the_subject_is_answered_and_not_asked_again(mailed: Chat) -> None:
    question = mailed.say(HANDED_OVER).message.seq
    mailed.say(button=f"mail:ask:{question}")
    assert said(mailed, "what do you pay") == "acme pays well."
    assert kept(mailed) is None


def test_an_address_typed_while_a_question_waits_is_offered_for_it(mailed: Chat) -> None:
    question = mailed.say(HANDED_OVER).message.seq
    offer = mailed.say(f"you can also reach me at {ANNA}")
    assert f"also go to {ANNA}" in offer.replies[0].text
    assert kept(mailed) is None
    yes, no = buttons(mailed)
    assert (yes, no) == (f"mail:yes:{offer.message.seq}:{question}", f"mail:no:{question}")
    assert ANNA in said(mailed, button=yes)
    its = kept(mailed)
    assert its is not None
    assert (its.email, its.question_seq) == (ANNA, question)


def test_who_declines_leaves_no_address(mailed: Chat) -> None:
    question = mailed.say(HANDED_OVER).message.seq
    mailed.say(ANNA)
    assert "here" in said(mailed, button=f"mail:no:{question}")
    assert kept(mailed) is None


@pytest.mark.parametrize(("typed", "told", "address"), [("!affirm", ANNA, ANNA), ("!deny", "here", None)])
def test_yes_and_no_may_be_typed(mailed: Chat, typed: str, told: str, address: str | None) -> None:
    mailed.say(HANDED_OVER)
    mailed.say(ANNA)
    before = decided(mailed)
    assert told in said(mailed, typed)
    its = kept(mailed)
    assert (its and its.email) == address
    assert decided(mailed) == before


def test_no_is_heard_where_an_address_is_asked_for(mailed: Chat) -> None:
    question = mailed.say(HANDED_OVER).message.seq
    mailed.say(button=f"mail:ask:{question}")
    assert said(mailed, "!deny") == said(mailed, button=f"mail:no:{question}")


def test_yes_said_later_is_about_something_else(mailed: Chat) -> None:
    mailed.say(HANDED_OVER)
    mailed.say(ANNA)
    mailed.say("what do you pay")
    mailed.say("!affirm")
    assert kept(mailed) is None


def test_an_address_is_not_talked_of_while_nothing_waits(mailed: Chat) -> None:
    mailed.say("what do you pay")
    mailed.say(ANNA)
    assert not any(each.startswith("mail:yes") for each in buttons(mailed))


def test_a_question_beside_the_address_is_answered_and_the_mail_is_offered_after_it(mailed: Chat) -> None:
    mailed.say(HANDED_OVER)
    before = decided(mailed)
    turn = mailed.say(f"do you have a canteen for all who work there? my address is {ANNA} by the way")
    assert len(turn.replies) >= 2
    assert ANNA in turn.replies[-1].text
    assert decided(mailed) == before + 1


def test_somebody_in_danger_is_helped_whatever_address_they_give(mailed: Chat) -> None:
    mailed.say(HANDED_OVER)
    assert "Please call 112 now." in said(mailed, f"!crisis {ANNA}")
    assert kept(mailed) is None


def test_a_second_question_is_noted_for_the_same_address_without_another_offer(mailed: Chat) -> None:
    mailed.say(button=f"mail:ask:{mailed.say(HANDED_OVER).message.seq}")
    mailed.say(ANNA)
    second = mailed.say("is there a pension").message.seq
    assert buttons(mailed) == []
    its = kept(mailed)
    assert its is not None
    assert its.question_seq == second


def test_beside_a_recruiter_the_button_works_and_the_address_is_taken_where_it_was_asked_for(mailed: Chat) -> None:
    question = mailed.say(HANDED_OVER).message.seq
    belongs_to(mailed, "recruiter")
    assert "Which e-mail address" in said(mailed, button=f"mail:ask:{question}")
    assert ANNA in said(mailed, ANNA)
    assert kept(mailed) is not None


def test_beside_a_recruiter_an_address_that_nobody_asked_for_is_theirs(mailed: Chat) -> None:
    mailed.say(HANDED_OVER)
    recruiter_writes(mailed, "Which address do you use?")
    assert mailed.say(ANNA).replies == ()
    assert history(mailed)[-1].author == "candidate"


def test_only_what_was_offered_can_be_pressed(mailed: Chat) -> None:
    mailed.say(HANDED_OVER)
    with pytest.raises(Exception, match="unknown_button"):
        mailed.say(button="mail:yes:1:2")
