"""Subscribing, changing and ending in the chat: asks for what is missing, tells nobody what it knows of an address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.dialogue.storing import Turn
from bot.subscribing import MOST_UNCONFIRMED
from nlu.steps.said import Step
from storage import Database
from storage.companies.companies import Company
from storage.outbox import outbox
from storage.subscriptions import subscriptions
from storage.subscriptions.subscription_mails import KINDS
from storage.subscriptions.subscriptions import Subscription
from tests.bot.conftest import NOW, Chat
from tests.bot.heard_steps import let_hear
from tests.subscribing import ANNA, queued, subscribes

Kept = Callable[..., list[Subscription]]


def said(turn: Turn) -> str:
    return "\n".join(message.text for message in turn.replies)


def buttons(turn: Turn) -> list[str]:
    return [button.id for message in turn.replies for button in message.buttons]


def confirm(database: Database, made: Subscription) -> None:
    database.write_now(lambda conn: subscriptions.confirm(conn, made.company_id, made.id, made.frequency, NOW))


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


def test_how_often_is_changed_by_a_button_and_in_words(chat: Chat, kept: Kept) -> None:
    turn = chat.say(f"!job_subscribe nurse in Hamburg {ANNA}")
    assert buttons(turn) == ["alert:at_once", "alert:weekly"]
    assert "once a week" in said(chat.say(button="alert:weekly"))
    assert kept(chat)[0].frequency == "weekly"
    chat.say("at once please")
    assert kept(chat)[0].frequency == "at_once"


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


@pytest.mark.parametrize("typed", ["my job alerts", "Show my alerts!", "What alerts do I have?"])
def test_who_asks_for_their_alerts_sees_them(database: Database, chat: Chat, kept: Kept, typed: str) -> None:
    chat.say("!job_subscribe nurse jobs in Hamburg to anna@example.org")
    confirm(database, kept(chat)[0])
    assert said(chat.say(typed)).startswith("Your alerts from this chat:")


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


ORDER = "!job_subscribe nurse jobs in Hamburg to anna@example.org"


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


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("alert_often", "I write once a week, and only when something new"),
        ("alert_free", "job alerts are free"),
        ("alert_ends", "end it at any time"),
        ("alert_seen", "passed on to nobody"),
    ],
)
def test_what_is_asked_of_an_alert_is_told_and_it_stays(
    chat: Chat, kept: Kept, monkeypatch: pytest.MonkeyPatch, step: Step, told: str
) -> None:
    let_hear(monkeypatch, chat, {"!stop what about it?": step})
    chat.say(f"{ORDER} weekly")
    chat.say("what do you pay")
    answer = chat.say("!stop what about it?")
    assert told in said(answer)
    assert len(kept(chat)) == 1
    assert buttons(answer) == (["alert:at_once", "alert:daily"] if step == "alert_often" else [])
    chat.say("daily please")
    assert kept(chat)[0].frequency == "daily"


def test_it_is_told_while_the_alert_is_being_made(chat: Chat, kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"who sees that?": "alert_seen"})
    chat.say("!job_subscribe nurse jobs in Hamburg")
    assert "for these mails only" in said(chat.say("who sees that?"))
    chat.say(ANNA)
    assert len(kept(chat)) == 1


def test_whether_it_was_stopped_is_told_once_it_was(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"is it off now?": "alert_ends"})
    chat.say(ORDER)
    chat.say("!stop")
    assert "ended already" in said(chat.say("is it off now?"))


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


def test_the_search_goes_on_after_a_change_of_how_often(chat: Chat) -> None:
    chat.say("!job_search nurse in Hamburg")
    chat.say(f"!job_subscribe {ANNA}")
    chat.say(button="alert:weekly")
    assert "part-time" in said(chat.say("only part-time"))


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


@pytest.mark.parametrize("text", ["not daily please", "daily is too much"])
def test_what_is_not_wanted_so_often_is_sent_the_next_rarer_way(chat: Chat, text: str) -> None:
    chat.say("!job_subscribe nurse jobs in Hamburg")
    assert "I'll write once a week" in said(chat.say(text))


@pytest.mark.parametrize("text", ["I'll give you my address right away"])
def test_what_only_holds_words_for_how_often_says_nothing_of_it(chat: Chat, text: str) -> None:
    chat.say("!job_subscribe nurse jobs in Hamburg")
    assert "Got it" not in said(chat.say(text))


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
