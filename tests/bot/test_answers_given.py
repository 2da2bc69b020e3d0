"""What candidates read of an answer: plain words with what is drawn of them, its rest, nothing out of date."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from bot.channels.web.responses import message_json
from nlu.understanding import Stage
from storage.answers import answers
from storage.answers.answers import Answer
from storage.answers.bank import Bank
from storage.conversations.messages import Button
from storage.reviews import reviews
from tests.bot import conftest as scripted
from tests.bot.conftest import NOW, Chat

ANSWER = Answer("salary", "en", "{{company}} pays **well**:\n- by a tariff\n- [in time](https://acme.example/pay)")
SHORT = Answer("salary", "en", "{{company}} pays well.")


def put(chat: Chat, answer: Answer) -> None:
    chat.database.write_now(lambda conn: answers.put(conn, chat.opened.conversation.company_id, answer, NOW))


def test_markup_is_plain_words_in_the_text_and_drawn_from_the_blocks(chat: Chat) -> None:
    put(chat, ANSWER)
    (reply,) = chat.say("what do you pay").replies
    assert reply.text == "Acme pays well:\n• by a tariff\n• in time (https://acme.example/pay)"
    sent = message_json(reply)
    assert sent["blocks"] == [
        {"kind": "text", "lines": [[{"text": "Acme pays "}, {"text": "well", "bold": True}, {"text": ":"}]]},
        {
            "kind": "bullets",
            "lines": [[{"text": "by a tariff"}], [{"text": "in time", "url": "https://acme.example/pay"}]],
        },
    ]


def test_an_answer_without_markup_is_sent_without_blocks(chat: Chat) -> None:
    assert "blocks" not in message_json(chat.say("perks").replies[0])


def test_repeating_a_reply_draws_it_again(chat: Chat) -> None:
    put(chat, ANSWER)
    first = chat.say("what do you pay").replies[0]
    again = chat.say("!repeat please").replies[0]
    assert (again.text, again.blocks) == (first.text, first.blocks)


def test_an_opening_that_nobody_asks_about_is_called_as_the_answer_says_or_in_common_words(chat: Chat) -> None:
    put(chat, replace(ANSWER, text="Apply for {{opening}}, that is {{opening|the job you like}}."))
    assert chat.say("what do you pay").replies[0].text == "Apply for this position, that is the job you like."


@pytest.mark.both_databases
@pytest.mark.parametrize("pressed", [{"button": "more:salary"}, {"text": "read more"}])
def test_the_rest_of_an_answer_comes_when_its_button_is_pressed_or_typed_and_is_no_question(
    chat: Chat, pressed: dict[str, str]
) -> None:
    put(chat, replace(ANSWER, more="The tariff is **public**."))
    (reply,) = chat.say("what do you pay").replies
    assert reply.buttons[0] == Button("more:salary", "Read more")
    asked = queue_length(chat)
    (rest,) = chat.say(**pressed).replies
    assert (rest.text, len(rest.blocks)) == ("The tariff is public.", 1)
    assert (queue_length(chat), chat.status) == (asked, "open")


def understood_as_pay(monkeypatch: pytest.MonkeyPatch, question: str) -> None:
    monkeypatch.setitem(scripted.SCRIPT, question, (Stage.FAQ, "salary", 0.9))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("The tariff is public.", "Acme pays well."),
        ("In Portugal pay follows the law.", "Acme pays well.\n\nIn Portugal pay follows the law."),
    ],
)
def test_the_rest_of_an_answer_is_said_at_once_where_it_speaks_more_of_the_question(
    chat: Chat, more: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    understood_as_pay(monkeypatch, "What's my pay in Portugal?")
    put(chat, replace(SHORT, more=more))
    (reply,) = chat.say("What's my pay in Portugal?").replies
    assert reply.text == said


@pytest.mark.parametrize(
    "more",
    ["In Portugal by law.", "Ask us."],
)
def test_a_follow_up_is_told_the_rest_which_has_not_been_said_yet(
    chat: Chat, more: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    understood_as_pay(monkeypatch, "what do you pay and in Portugal?")
    put(chat, replace(SHORT, more=more))
    chat.say("what do you pay")
    assert chat.say("and in Portugal?").replies[0].text == more


def queue_length(chat: Chat) -> int:
    company_id = chat.opened.conversation.company_id
    return len(chat.database.read_now(lambda conn: reviews.queue(conn, company_id)))


def test_the_rest_of_an_answer_that_is_gone_by_then_waits_for_a_person(chat: Chat) -> None:
    put(chat, replace(ANSWER, more="The tariff is public."))
    chat.say("what do you pay")
    put(chat, replace(ANSWER, more="The tariff is public.", valid_until=date(2026, 2, 28)))
    assert "doesn't hold at the moment" in chat.say(button="more:salary").replies[0].text
    assert chat.status == "waiting"


@pytest.mark.parametrize(
    ("kept_back", "why"),
    [
        ({"valid_until": date(2026, 2, 28)}, "over"),
        ({"valid_from": date(2026, 3, 2)}, "not_yet"),
        ({"text": "We pay {{salary}}."}, "placeholder"),
    ],
)
def test_an_answer_that_must_not_be_given_goes_to_a_person_who_can_tell_why(
    chat: Chat, kept_back: dict[str, object], why: str
) -> None:
    put(chat, replace(ANSWER, **kept_back))  # type: ignore[arg-type]
    (reply,) = chat.say("what do you pay").replies
    assert "doesn't hold at the moment" in reply.text
    assert chat.status == "waiting"
    company_id = chat.opened.conversation.company_id
    (review,) = chat.database.read_now(lambda conn: reviews.queue(conn, company_id))
    assert review.decision.kind == "defer"
    assert chat.database.read_now(lambda conn: Bank.of(conn, company_id)).kept_back(review.decision) == why


@pytest.mark.parametrize("valid", [{"valid_from": date(2026, 3, 1)}, {"valid_until": date(2026, 3, 1)}])
def test_the_first_and_the_last_day_of_an_answer_count(chat: Chat, valid: dict[str, date]) -> None:
    since, until = valid.get("valid_from"), valid.get("valid_until")
    put(chat, replace(ANSWER, text="We pay well.", valid_from=since, valid_until=until))
    assert chat.say("what do you pay").replies[0].text == "We pay well."
