"""Subscribing in the chat: asks for what is missing, tells nobody what it knows of an address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.subscribing import MOST_UNCONFIRMED
from storage import Database
from storage.companies.companies import Company
from storage.outbox import outbox
from storage.subscriptions.subscription_mails import KINDS
from tests.bot.conftest import NOW, Chat
from tests.bot.subscriptions.talking import Kept, buttons, said
from tests.subscribing import ANNA, queued, subscribes


@pytest.mark.both_databases
def test_all_in_one_sentence_is_asked_nothing(database: Database, acme: Company, chat: Chat, kept: Kept) -> None:
    turn = chat.say("!job_subscribe nurse jobs in Hamburg weekly to anna@example.org")
    (made,) = kept(chat)
    assert (made.email, made.frequency, made.wish.professions, made.wish.cities) == (
        ANNA,
        "weekly",
        ("nurse",),
        ("Hamburg",),
    )
    assert "anna@example.org" in said(turn)
    assert [each.kind for each in queued(database, acme)] == ["confirmation"]


def test_what_is_missing_is_asked_for_one_by_one(chat: Chat, kept: Kept) -> None:
    assert "What kind of job" in said(chat.say("!job_subscribe"))
    assert "Where would you like" in said(chat.say("nurse"))
    assert "Which address shall I write to" in said(chat.say("Hamburg"))
    chat.say("it's anna@example.org, thanks")
    (made,) = kept(chat)
    assert (made.wish.professions, made.wish.cities) == (("nurse",), ("Hamburg",))


def test_an_address_and_how_often_may_be_said_before_the_rest(chat: Chat, kept: Kept) -> None:
    assert "Where would you like" in said(chat.say("!job_subscribe nurse jobs every week"))
    noted = said(chat.say("anna@example.org"))
    assert "I'll write to anna@example.org" in noted
    assert "Where would you like" in noted
    assert "a mail is on its way" in said(chat.say("Hamburg"))
    (made,) = kept(chat)
    assert (made.email, made.frequency, made.wish.cities) == (ANNA, "weekly", ("Hamburg",))


def test_what_is_no_address_is_said_to_be_none_while_the_rest_is_asked_for(chat: Chat, kept: Kept) -> None:
    chat.say("!job_subscribe nurse")
    assert "letters of different alphabets" in said(chat.say("anna@ex\u0430mple.org"))  # a Cyrillic letter
    assert "letters of different alphabets" in said(chat.say("Hamburg"))
    assert kept(chat) == []


def test_a_link_leads_to_the_form_with_what_is_known_filled_in(chat: Chat) -> None:
    chat = replace(chat, service=replace(chat.service, public_url="https://chat.example"))
    for sentence, typed in (
        ("!job_subscribe nurse", "&profession=nurse"),
        ("Hamburg", "&profession=nurse&city=Hamburg"),
    ):
        (link,) = chat.say(sentence).replies[-1].links
        assert link.url == f"https://chat.example/subscribe/acme?lang=en{typed}"


def test_anything_and_anywhere_are_answers(chat: Chat, kept: Kept) -> None:
    turn = chat.say("!job_subscribe")
    turn = chat.say(button=buttons(turn)[0])
    chat.say(button=buttons(turn)[0])
    chat.say(ANNA)
    (made,) = kept(chat)
    assert (made.wish.professions, made.wish.cities) == ((), ())


def test_the_search_before_it_is_what_is_subscribed_to(chat: Chat, kept: Kept) -> None:
    chat.say("!job_search nurse in Hamburg")
    assert "nurse" in said(chat.say("!job_subscribe")).casefold()
    chat.say(ANNA)
    assert kept(chat)[0].wish.cities == ("Hamburg",)


def test_a_question_in_the_middle_is_answered_and_the_address_still_understood(chat: Chat, kept: Kept) -> None:
    chat.say("!job_subscribe nurse in Hamburg")
    assert "pays well" in said(chat.say("what do you pay"))
    chat.say(ANNA)
    assert len(kept(chat)) == 1


def test_an_address_may_be_said_in_words(chat: Chat, kept: Kept) -> None:
    chat.say("!job_subscribe nurse in Hamburg")
    chat.say("anna dot b at example dot org")
    assert [each.email for each in kept(chat)] == ["anna.b@example.org"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("anna, at example", "couldn't find an e-mail address"),
        ("anna@localhost", "doesn't look like"),
        ("anna@gооgle.com", "mixes letters"),
        ("anna@example.org or bo@example.org", "more than one"),
    ],
)
def test_what_is_no_address_is_asked_for_again(chat: Chat, kept: Kept, typed: str, answer: str) -> None:
    chat.say("!job_subscribe nurse in Hamburg")
    assert answer in said(chat.say(typed))
    assert kept(chat) == []
    chat.say(ANNA)
    assert len(kept(chat)) == 1


def test_who_writes_something_else_twice_is_passed_on(chat: Chat) -> None:
    chat.say("!job_subscribe nurse in Hamburg")
    chat.say("hmm hmm")
    assert "recruiting team" in said(chat.say("hmm hmm hmm"))


def test_it_says_the_same_whether_or_not_an_address_is_known(
    database: Database, acme: Company, begin: Callable[[], Chat]
) -> None:
    subscribes(database, acme, email="bo@example.org")
    for ask in ("!job_subscribe nurse in Hamburg {}", "!job_unsubscribe {}"):
        known, unknown = (said(begin().say(ask.format(who))) for who in ("bo@example.org", "cy@example.org"))
        assert known.replace("bo@", "") == unknown.replace("cy@", "")


def test_only_the_owner_of_the_address_gets_the_link_to_its_subscriptions(
    database: Database, acme: Company, begin: Callable[[], Chat]
) -> None:
    made = subscribes(database, acme)
    begin().say("!job_unsubscribe cy@example.org")
    begin().say("!job_unsubscribe Anna@example.org")
    assert [(each.kind, each.subscription_id) for each in queued(database, acme)] == [("access", made.id)]


def test_an_address_gets_no_more_mails_a_day_than_set_and_nobody_is_told(
    database: Database, acme: Company, begin: Callable[[], Chat]
) -> None:
    answers = {said(begin().say(f"!job_subscribe nurse in Hamburg {ANNA}")) for _ in range(5)}
    assert len(answers) == 1
    assert len(queued(database, acme)) == 3


def test_a_chat_is_no_way_to_write_to_many_strangers(database: Database, acme: Company, chat: Chat, kept: Kept) -> None:
    for number in range(MOST_UNCONFIRMED):
        chat.say(f"!job_subscribe nurse in Hamburg p{number}@example.org")
    assert "waiting to be confirmed" in said(chat.say("!job_subscribe nurse in Hamburg last@example.org"))
    assert len(kept(chat)) == MOST_UNCONFIRMED


def test_asking_for_the_same_again_sends_the_confirmation_again(
    database: Database, acme: Company, chat: Chat, kept: Kept
) -> None:
    for _ in range(2):
        chat.say(f"!job_subscribe nurse in Hamburg {ANNA}")
    assert len(kept(chat)) == 1
    assert len(queued(database, acme)) == 2


def test_without_a_mail_server_it_says_so_and_shows_the_careers_page(database: Database, chat: Chat) -> None:
    off = Chat(database, replace(chat.service, confirmations_per_day=0), chat.opened)
    turn = off.say("!job_subscribe nurse in Hamburg")
    assert "can't send job alerts" in said(turn)
    assert turn.replies[0].links[0].url == "https://acme.example/jobs"
    assert "don't send any job alerts" in said(off.say("!job_unsubscribe"))


def test_no_mail_is_queued_before_an_address_is_given(database: Database, acme: Company, chat: Chat) -> None:
    chat.say("!job_subscribe nurse in Hamburg")
    assert not database.read_now(lambda conn: outbox.is_due(conn, KINDS, NOW))


def test_an_address_under_a_search_that_offers_an_alert_asks_for_it(chat: Chat, kept: Kept) -> None:
    found = chat.say("!job_search nurse in Hamburg")
    assert "general:job_subscribe" in buttons(found)
    assert "is on its way there" in said(chat.say(f"{ANNA} please"))
    (made,) = kept(chat)
    assert (made.email, made.wish.professions, made.wish.cities) == (ANNA, ("nurse",), ("Hamburg",))


def test_an_address_where_none_was_offered_asks_for_nothing(chat: Chat, kept: Kept) -> None:
    chat.say("!greet")
    chat.say(ANNA)
    assert kept(chat) == []
