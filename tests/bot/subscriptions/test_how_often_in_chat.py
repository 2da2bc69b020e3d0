"""How often an alert is sent is said in the chat, before the alert is made and after."""

from __future__ import annotations

import pytest

from tests.bot.conftest import Chat
from tests.bot.heard_steps import let_hear
from tests.bot.subscriptions.talking import ORDER, Kept, buttons, said
from tests.subscribing import ANNA


def test_how_often_is_changed_by_a_button_and_in_words(chat: Chat, kept: Kept) -> None:
    turn = chat.say(f"!job_subscribe nurse in Hamburg {ANNA}")
    assert buttons(turn) == ["alert:at_once", "alert:weekly"]
    assert "once a week" in said(chat.say(button="alert:weekly"))
    assert kept(chat)[0].frequency == "weekly"
    chat.say("at once please")
    assert kept(chat)[0].frequency == "at_once"


def test_how_often_may_be_said_in_any_words_once_it_was_asked(
    chat: Chat, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, chat, {"friday is enough": "weekly"})
    chat.say("!job_subscribe nurse jobs in Hamburg")
    chat.say("friday is enough")
    chat.say("anna@example.org")
    (made,) = kept(chat)
    assert made.frequency == "daily"
    chat.say("friday is enough")
    (made,) = kept(chat)
    assert made.frequency == "weekly"


def test_the_search_goes_on_after_a_change_of_how_often(chat: Chat) -> None:
    chat.say("!job_search nurse in Hamburg")
    chat.say(f"!job_subscribe {ANNA}")
    chat.say(button="alert:weekly")
    assert "part-time" in said(chat.say("only part-time"))


@pytest.mark.parametrize("text", ["not daily please", "daily is too much"])
def test_what_is_not_wanted_so_often_is_sent_the_next_rarer_way(chat: Chat, text: str) -> None:
    chat.say("!job_subscribe nurse jobs in Hamburg")
    assert "I'll write once a week" in said(chat.say(text))


@pytest.mark.parametrize("text", ["I'll give you my address right away"])
def test_what_only_holds_words_for_how_often_says_nothing_of_it(chat: Chat, text: str) -> None:
    chat.say("!job_subscribe nurse jobs in Hamburg")
    assert "Got it" not in said(chat.say(text))


@pytest.mark.parametrize(
    ("order", "rest"),
    [("!job_subscribe", ("nurse", "Hamburg")), ("!job_subscribe nurse", ("Hamburg",)), (ORDER[:37], ())],
)
def test_how_often_may_be_said_alone_before_the_rest(chat: Chat, kept: Kept, order: str, rest: tuple[str, ...]) -> None:
    asked = chat.say(order).replies[-1].text
    noted = chat.say("weekly, please")
    assert [message.text for message in noted.replies] == ["Got it: I'll write once a week.", asked]
    for said_then in (*rest, "anna@example.org"):
        chat.say(said_then)
    (made,) = kept(chat)
    assert (made.email, made.frequency) == (ANNA, "weekly")
