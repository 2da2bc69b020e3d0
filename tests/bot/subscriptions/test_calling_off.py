"""An alert that was just made, or is being made, is called off in the chat: that one and no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from storage import Database
from storage.subscriptions import subscriptions
from tests.bot.conftest import Chat
from tests.bot.heard_steps import let_hear
from tests.bot.subscriptions.talking import ORDER, Kept, confirm, said


def test_who_wants_no_alert_after_all_has_it_called_off(
    database: Database, chat: Chat, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, chat, {"on second thoughts, leave it": "no_alert"})
    chat.say(ORDER)
    (made,) = kept(chat)
    assert "no alert then for: nurse" in said(chat.say("on second thoughts, leave it"))
    ended = database.read_now(lambda conn: subscriptions.get(conn, made.company_id, made.id))
    assert (ended.status, ended.email) == ("ended", None)


def test_what_was_not_kept_is_called_off_in_the_same_words(
    chat: Chat, kept: Kept, begin: Callable[[], Chat], monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, chat, {"on second thoughts, leave it": "no_alert"})
    for _ in range(3):
        begin().say(ORDER)  # as many mails as an address gets in a day
    chat.say(ORDER)
    assert kept(chat) == []
    assert "no alert then for: nurse" in said(chat.say("on second thoughts, leave it"))


@pytest.mark.parametrize(("text", "left"), [("would you stop those mails", 0), ("do the mails stop by themselves", 1)])
def test_who_asks_whether_mails_stop_calls_nothing_off(
    chat: Chat, kept: Kept, monkeypatch: pytest.MonkeyPatch, text: str, left: int
) -> None:
    let_hear(monkeypatch, chat, {text: "no_alert"})
    chat.say(ORDER)
    chat.say(text)
    assert len(kept(chat)) == left


@pytest.mark.parametrize("text", ["!job_unsubscribe", "!stop"])
def test_unsubscribing_or_stopping_right_after_an_order_calls_it_off(chat: Chat, kept: Kept, text: str) -> None:
    chat.say(ORDER)
    assert "no alert then for: nurse" in said(chat.say(text))
    assert kept(chat) == []


def test_an_alert_made_some_messages_ago_is_called_off_unless_something_else_was_begun(
    chat: Chat, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, chat, {"stop it": "no_alert"})
    chat.say(ORDER)
    chat.say("what do you pay")
    assert "no alert then for: nurse" in said(chat.say("stop it"))
    assert kept(chat) == []
    chat.say(ORDER)
    chat.say("!job_search nurse jobs anywhere")
    chat.say("stop it")
    assert len(kept(chat)) == 1


def test_an_alert_that_is_confirmed_or_was_made_long_ago_is_not_called_off(
    database: Database, chat: Chat, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, chat, {"never mind that": "no_alert"})
    chat.say(ORDER)
    (made,) = kept(chat)
    for _ in range(7):
        chat.say("what do you pay")
    chat.say("never mind that")
    assert [each.id for each in kept(chat)] == [made.id]
    confirm(database, made)
    chat.say("my job alerts")
    chat.say("never mind that")
    assert [each.id for each in kept(chat, "active")] == [made.id]


@pytest.mark.parametrize("text", ["!job_unsubscribe", "!stop"])
def test_some_messages_later_unsubscribing_or_stopping_means_the_alert(chat: Chat, kept: Kept, text: str) -> None:
    chat.say(ORDER)
    chat.say("what do you pay")
    assert "no alert then for: nurse" in said(chat.say(text))
    assert kept(chat) == []
    assert "ended already" in said(chat.say("!job_unsubscribe"))


def test_another_alert_than_the_one_just_made_is_never_called_off(
    database: Database, chat: Chat, kept: Kept, begin: Callable[[], Chat], monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, chat, {"never mind that": "no_alert"})
    chat.say("!job_subscribe nurse jobs anywhere to bo@example.org")
    (first,) = kept(chat)
    for _ in range(3):
        begin().say(ORDER)  # as many mails as an address gets in a day
    chat.say(ORDER)
    assert "no alert then for: nurse · within 50 km of Hamburg" in said(chat.say("never mind that"))
    assert [each.id for each in kept(chat)] == [first.id]


def test_a_yes_calls_nothing_off(chat: Chat, kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"!affirm": "no_alert"})
    chat.say("!job_subscribe nurse jobs in Hamburg")
    chat.say("!affirm")
    chat.say("anna@example.org")
    assert len(kept(chat)) == 1


@pytest.mark.parametrize("order", ["!job_subscribe", "!job_subscribe nurse", "!job_subscribe nurse jobs in Hamburg"])
def test_an_alert_that_is_being_made_is_made_no_more(
    chat: Chat, kept: Kept, monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    let_hear(monkeypatch, chat, {"stop all of them": "no_alert"})
    chat.say(order)
    assert "Nothing was set up" in said(chat.say("stop all of them"))
    assert kept(chat) == []
