"""Whoever has alerts sees them in the chat they made them in, and ends them there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from storage import Database
from storage.subscriptions import subscriptions
from tests.bot.conftest import Chat
from tests.bot.subscriptions.talking import ORDER, Kept, buttons, confirm, said
from tests.subscribing import ANNA


def test_own_confirmed_subscriptions_are_shown_and_ended(
    database: Database, chat: Chat, kept: Kept, begin: Callable[[], Chat]
) -> None:
    chat.say(f"!job_subscribe nurse in Hamburg {ANNA}")
    (made,) = kept(chat)
    confirm(database, made)
    turn = chat.say("!job_unsubscribe")
    assert "once a day" in said(turn)
    assert "deleted" in said(chat.say(button=f"alert:end:{made.id}"))
    ended = database.read_now(lambda conn: subscriptions.get(conn, made.company_id, made.id))
    assert (ended.status, ended.email) == ("ended", None)
    assert "ended already" in said(chat.say(button=f"alert:end:{made.id}"))


def test_asking_for_what_is_subscribed_already_shows_it(database: Database, chat: Chat, kept: Kept) -> None:
    chat.say("!job_subscribe nurse in Hamburg anna@example.org")
    confirm(database, kept(chat)[0])
    assert "Your alerts from this chat" in said(chat.say("!job_subscribe"))
    assert "Which address" in said(chat.say("!job_subscribe part-time"))


def test_another_conversation_does_not_see_them(
    database: Database, chat: Chat, kept: Kept, begin: Callable[[], Chat]
) -> None:
    chat.say(f"!job_subscribe nurse in Hamburg {ANNA}")
    confirm(database, kept(chat)[0])
    assert "Tell me your e-mail address" in said(begin().say("!job_unsubscribe"))


@pytest.mark.parametrize("typed", ["my job alerts", "Show my alerts!", "What alerts do I have?"])
def test_who_asks_for_their_alerts_sees_them(database: Database, chat: Chat, kept: Kept, typed: str) -> None:
    chat.say("!job_subscribe nurse jobs in Hamburg to anna@example.org")
    confirm(database, kept(chat)[0])
    assert said(chat.say(typed)).startswith("Your alerts from this chat:")


def test_alerts_that_wait_to_be_confirmed_are_shown_and_ended(chat: Chat, kept: Kept) -> None:
    chat.say("!job_subscribe nurse jobs anywhere to bo@example.org")
    (first,) = kept(chat)
    chat.say(ORDER)
    shown = chat.say("how many alerts do I have?")
    assert said(shown).count("waiting for you to confirm it by mail") == 2
    assert buttons(shown) == [f"alert:end:{first.id}", "alert:end:0"]
    assert "has ended" in said(chat.say(button=f"alert:end:{first.id}"))
    assert "no alert then for: nurse · within 50 km of Hamburg" in said(chat.say(button="alert:end:0"))
    assert kept(chat) == []


def test_what_was_not_kept_is_shown_and_ended_in_the_same_words(
    chat: Chat, kept: Kept, begin: Callable[[], Chat]
) -> None:
    chats = [begin() for _ in range(3)] + [chat]
    for each in chats:
        each.say(ORDER)
    assert (len(kept(chats[0])), kept(chat)) == (1, [])
    shown = [(said(turn), buttons(turn)) for turn in (each.say("my job alerts") for each in chats)]
    assert shown[0] == shown[-1]
    ended = [said(each.say(button="alert:end:0")) for each in chats]
    assert ended[0] == ended[-1]


def test_who_names_one_of_their_alerts_sees_them(chat: Chat, kept: Kept) -> None:
    chat.say(ORDER)
    assert "Your alerts from this chat" in said(chat.say("!job_unsubscribe the nurse one"))
    assert len(kept(chat)) == 1
