"""An alert that was just made tells of something else once that is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.dialogue.storing import Turn
from storage import Database
from storage.companies.companies import Company
from storage.subscriptions import subscriptions
from storage.subscriptions.subscriptions import Subscription
from tests.bot.conftest import NOW, Chat
from tests.subscribing import queued

Kept = Callable[..., list[Subscription]]
ORDER = "!job_subscribe nurse jobs anywhere to anna@example.org"


def said(turn: Turn) -> str:
    return "\n".join(message.text for message in turn.replies)


@pytest.mark.parametrize(
    ("text", "professions", "cities", "types"),
    [
        ("actually, any job will do", (), (), ()),
        ("change that to Hamburg please", ("nurse",), ("Hamburg",), ()),
        ("only part time though", ("nurse",), (), ("part_time",)),
    ],
)
def test_what_says_something_else_of_a_job_changes_the_alert_just_made(
    database: Database,
    acme: Company,
    chat: Chat,
    kept: Kept,
    text: str,
    professions: tuple[str, ...],
    cities: tuple[str, ...],
    types: tuple[str, ...],
) -> None:
    chat.say(ORDER)
    (before,) = kept(chat)
    assert "the alert is now for" in said(chat.say(text))
    (made,) = kept(chat)
    assert (made.id, made.email, made.frequency) == (before.id, before.email, before.frequency)
    assert (made.wish.professions, made.wish.cities, made.wish.employment_types) == (professions, cities, types)
    assert len(queued(database, acme)) == 1


def test_it_is_changed_once_more_and_called_off(chat: Chat, kept: Kept) -> None:
    chat.say(ORDER)
    chat.say("change that to Hamburg please")
    chat.say("only part time though")
    (made,) = kept(chat)
    assert (made.wish.cities, made.wish.employment_types) == (("Hamburg",), ("part_time",))
    assert "no alert then for: nurse" in said(chat.say("!job_unsubscribe"))
    assert kept(chat) == []


def test_some_messages_later_it_is_changed_by_what_speaks_of_mails(chat: Chat, kept: Kept) -> None:
    chat.say(ORDER)
    chat.say("what do you pay")
    assert "the alert is now for" in said(chat.say("make the mails for Hamburg instead"))
    chat.say("what do you pay")
    assert "the alert is now for" not in said(chat.say("only part time though"))
    (made,) = kept(chat)
    assert (made.wish.cities, made.wish.employment_types) == (("Hamburg",), ())


@pytest.mark.parametrize("text", ["nurse in Hamburg", "is there one in Hamburg?", "!job_search any jobs in Hamburg"])
def test_a_search_or_a_question_changes_no_alert(chat: Chat, kept: Kept, text: str) -> None:
    chat.say(ORDER)
    assert "the alert is now for" not in said(chat.say(text))
    (made,) = kept(chat)
    assert (made.wish.professions, made.wish.cities) == (("nurse",), ())


@pytest.mark.parametrize(
    "text", ["my wife is a cook", "I am 45 and have worked in Hamburg", "a cousin works in Hamburg"]
)
def test_what_only_tells_of_somebody_changes_no_alert(chat: Chat, kept: Kept, text: str) -> None:
    chat.say(ORDER)
    assert "the alert is now for" not in said(chat.say(text))
    (made,) = kept(chat)
    assert (made.wish.professions, made.wish.cities) == (("nurse",), ())


@pytest.mark.parametrize("text", ["Hamburg please", "!job_search I would like to work in Hamburg"])
def test_a_name_alone_or_what_seeks_a_job_there_changes_it(chat: Chat, kept: Kept, text: str) -> None:
    chat.say(ORDER)
    chat.say(text)
    (made,) = kept(chat)
    assert made.wish.cities == ("Hamburg",)


def test_an_alert_that_was_called_off_or_is_the_same_is_not_changed(chat: Chat, kept: Kept) -> None:
    chat.say(ORDER)
    assert "the alert is now for" not in said(chat.say("nurse"))
    chat.say(ORDER)
    chat.say("!job_unsubscribe")
    assert "the alert is now for" not in said(chat.say("change that to Hamburg please"))


def test_one_that_is_confirmed_is_matched_anew(database: Database, chat: Chat, kept: Kept) -> None:
    chat.say(ORDER)
    (made,) = kept(chat)
    database.write_now(lambda conn: subscriptions.confirm(conn, made.company_id, made.id, made.frequency, NOW))
    told = said(chat.say("change that to Hamburg please"))
    assert "I'll write once a day about" in told
    assert "mail with the link" not in told  # that was followed already
    (active,) = kept(chat, "active")
    assert (active.wish.cities, active.seen_revision) == (("Hamburg",), subscriptions.NEVER_LOOKED)
    assert active.next_due is not None
